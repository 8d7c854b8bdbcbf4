import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporary } from "../device.fixture.ts";
import { type DeviceChoice, RESTART, slotsFolder } from "../run-device.ts";
import { standIn } from "./firmware.fixture.ts";
import { openSlots } from "./slots.ts";
import { supervise } from "./supervise.ts";

const CHOICE: DeviceChoice = {
  shelf: "",
  host: "127.0.0.1",
  port: 0,
  source: { kind: "tone", speed: 1 },
  insecureLan: false,
  freshToken: false,
  mostSeconds: 60,
  quietSeconds: 0,
  leastFreeBytes: 0,
  debug: false,
};

/** A shelf whose next firmware is this program. */
async function staged(t: TestContext, program: string, version = "2.0.0", shelf?: string) {
  const place = shelf ?? (await temporary(t));
  const slots = await openSlots(slotsFolder(place));
  await writeFile(slots.incoming, program);
  const slot = await slots.stage(version, createHash("sha256").update(program).digest("hex"));
  return { shelf: place, slots, slot };
}

/** Runs what is to run, once; the program as installed ends at once. */
async function run(shelf: string, healthMs = 5_000) {
  const lines: string[] = [];
  let installed = 0;
  const code = await supervise({
    choice: { ...CHOICE, shelf },
    version: "1.0.0",
    healthMs,
    screen: { line: (text) => lines.push(text), meter: () => undefined },
    runInstalled: async () => {
      installed++;
      return 0;
    },
  });
  return { code, installed, lines: lines.join("\n") };
}

const boot = async (shelf: string): Promise<unknown> =>
  JSON.parse(await readFile(join(slotsFolder(shelf), "boot.json"), "utf8"));

test("firmware that answers by its version is kept, and runs again at the next start", async (t) => {
  const { shelf, slot } = await staged(t, standIn("2.0.0", 0));
  const first = await run(shelf);
  assert.deepEqual([first.code, first.installed], [0, 0]);
  assert.match(first.lines, /firmware 2\.0\.0 works and is kept/);
  const record = await boot(shelf);
  assert.deepEqual(record, { active: { ...Object(record).active, name: slot }, trying: null });
  const second = await run(shelf);
  assert.deepEqual([second.installed, second.lines], [0, ""]);
});

for (const [name, program, words] of [
  ["ends at once", "process.exit(3)", /ended with 3/],
  ["cannot be read", "this is no program", /ended with 1/],
  ["is silent", "setInterval(() => {}, 1000)", /nothing was heard/],
  ["is another one than it says", standIn("2.0.1"), /calls itself 2\.0\.1/],
] as const)
  test(`firmware that ${name} is rolled back to the program as installed`, async (t) => {
    const { shelf } = await staged(t, program);
    const { code, installed, lines } = await run(shelf, name === "is silent" ? 300 : 10_000);
    assert.deepEqual([code, installed], [0, 1]);
    assert.match(lines, words);
    assert.deepEqual(await boot(shelf), { active: null, trying: null });
  });

test("firmware that fails is rolled back to the firmware before it, in the other slot", async (t) => {
  const { shelf } = await staged(t, standIn("2.0.0", 0));
  await run(shelf);
  const { slot } = await staged(t, "process.exit(1)", "3.0.0", shelf);
  assert.equal(slot, "b");
  const { code, installed, lines } = await run(shelf);
  assert.deepEqual([code, installed], [0, 0]);
  assert.match(lines, /firmware 3\.0\.0 does not work/);
  assert.equal(Object(await boot(shelf)).active.version, "2.0.0");
});

test("firmware that takes the whole machine down with it is given up after two attempts", async (t) => {
  const { slots } = await staged(t, "process.exit(1)");
  assert.equal((await slots.next("1.0.0"))?.version, "2.0.0");
  assert.equal((await slots.next("1.0.0"))?.version, "2.0.0");
  assert.equal(await slots.next("1.0.0"), undefined);
});

test("firmware that was damaged on disk does not run, and neither does one older than the program", async (t) => {
  const { shelf, slots } = await staged(t, standIn("2.0.0", 0));
  await run(shelf);
  assert.equal(await slots.next("2.0.0"), undefined);
  assert.equal((await slots.next("1.9.0"))?.version, "2.0.0");
  await writeFile(join(slotsFolder(shelf), "a.mjs"), "another program");
  assert.equal(await slots.next("1.9.0"), undefined);
});

test("firmware may ask for a restart, and a program as installed, too", async (t) => {
  const shelf = await temporary(t);
  let runs = 0;
  const code = await supervise({
    choice: { ...CHOICE, shelf },
    version: "1.0.0",
    screen: { line: () => undefined, meter: () => undefined },
    runInstalled: async (choice, ready) => {
      ready("http://127.0.0.1:4711");
      if (runs++ === 0) return RESTART;
      assert.equal(choice.port, 4711);
      return 7;
    },
  });
  assert.deepEqual([code, runs], [7, 2]);
});
