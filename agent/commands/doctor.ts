import { defineCommand } from "../command.ts";
import { readWorldSettings, stateFolder } from "../settings.ts";
import { print } from "../world.ts";

export const doctor = defineCommand({
  usage: "doctor",
  says: "Check every step from the settings to the cluster, and name the fix",
  examples: [
    ["doctor", "settings, name, port, certificate, login, API, rights, state, PIN, model"],
  ],
  flags: { json: { type: "boolean", default: false, describe: "Print JSON" } },
  async run({ json }, world) {
    const { checkLine } = await import("../doctor/check.ts");
    const { checkCluster } = await import("../doctor/check-cluster.ts");
    const { checkModel, checkSettings, checkState } = await import("../doctor/check-here.ts");
    const { exitCode } = await import("../../tools/kit/errors.ts");
    type Check = import("../doctor/check.ts").Check;
    const checks: Check[] = [];
    const note = (check: Check) => {
      checks.push(check);
      if (!json) print(world, checkLine(check));
    };

    const reading = await readWorldSettings(world);
    for (const check of checkSettings(reading)) note(check);
    // Settings that are wrong are not tried out: half of them is not what the operator meant.
    if (reading.ok) {
      for await (const check of checkCluster(reading.settings, world.now())) note(check);
      for await (const check of checkState(stateFolder(reading.settings))) note(check);
      note(checkModel(reading.settings));
    }
    if (json) print(world, JSON.stringify(checks));
    const codes = new Set(checks.map(({ problem }) => (problem ? exitCode(problem) : 0)));
    return [2, 5, 3, 4, 1].find((code) => codes.has(code)) ?? 0;
  },
});
