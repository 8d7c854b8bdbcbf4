import { HubError } from "../../tools/kit/errors.ts";
import { defineCommand } from "../command.ts";
import type { Check } from "../doctor/check.ts";
import { readWorldSettings, stateFolder } from "../settings.ts";
import type { System } from "../systems/system.ts";
import { SYSTEM_NAMES, systemNamed, systemsOf } from "../systems/systems.ts";
import { print } from "../world.ts";

export const doctor = defineCommand({
  usage: "doctor [system]",
  says: "Check every step from the settings to the systems, and name the fix",
  examples: [
    ["doctor", "settings, every system that is set up, state, PIN, model"],
    ["doctor cluster", "name, port, certificate, login, API, rights"],
    ["doctor portal", "also the shape of each answer, and what the portal map finds in it"],
  ],
  positionals: {
    system: { type: "string", choices: SYSTEM_NAMES, describe: "Only this one, and closer" },
  },
  flags: { json: { type: "boolean", default: false, describe: "Print JSON" } },
  async run({ system, json }, world) {
    const { checkLine } = await import("../doctor/check.ts");
    const { checkModel, checkSettings, checkState } = await import("../doctor/check-here.ts");
    const { exitCode } = await import("../../tools/kit/errors.ts");
    const checks: Check[] = [];
    const note = (check: Check) => {
      checks.push(check);
      if (!json) print(world, checkLine(check));
    };

    const reading = await readWorldSettings(world);
    for (const check of checkSettings(reading)) note(check);
    // Settings that are wrong are not tried out: half of them is not what the operator meant.
    if (reading.ok) {
      const { settings } = reading;
      const wanted = system === undefined ? undefined : [systemNamed(system)];
      for (const one of wanted ?? setUp(settings, note))
        for await (const check of one.check(settings, world, wanted !== undefined)) note(check);
      if (wanted === undefined) {
        for await (const check of checkState(stateFolder(settings))) note(check);
        note(checkModel(settings));
      }
    }
    if (json) print(world, JSON.stringify(checks));
    const codes = new Set(checks.map(({ problem }) => (problem ? exitCode(problem) : 0)));
    return [2, 5, 3, 4, 1].find((code) => codes.has(code)) ?? 0;
  },
});

function setUp(settings: Parameters<typeof systemsOf>[0], note: (check: Check) => void): System[] {
  try {
    return systemsOf(settings);
  } catch (thrown) {
    const { message, advice, problem } = HubError.from(thrown);
    const fix = advice === undefined ? {} : { fix: advice };
    note({ name: "systems", result: "bad", says: message, problem, ...fix });
    return [];
  }
}
