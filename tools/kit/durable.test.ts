import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { sweepUnfinished, writeWhole } from "./durable.ts";

test("what a killed writer had begun is removed, and nothing else", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "outpost-durable-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "keys.json");
  await writeWhole(path, "before");
  const others = ["keys.json.bak", "keys.json.1.txt", "other.json.12345"];
  for (const name of others) await writeFile(join(folder, name), "");
  // A writer that never gets to the end of it: its file is as long as the disk is wide.
  const durable = JSON.stringify(new URL("durable.ts", import.meta.url).href);
  const writer = `import { writeWhole } from ${durable};
    setInterval(() => undefined, 1000);
    for (;;) { const writing = writeWhole(${JSON.stringify(path)}, "x".repeat(2 ** 27));
      console.log("writing"); await writing; }`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", writer], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const unfinished = async () =>
    (await readdir(folder)).some((name) => /^keys\.json\.\d+$/.test(name));
  while (!(await unfinished()));
  child.kill("SIGKILL");
  await once(child, "exit");
  await sweepUnfinished(path);
  assert.deepEqual((await readdir(folder)).sort(), ["keys.json", ...others].sort());
  assert.match(await readFile(path, "utf8"), /^(before|x+)$/);
});

test("a folder that is not there yet has nothing to sweep", async () => {
  await sweepUnfinished(join(tmpdir(), "outpost-no-such-folder", "keys.json"));
});
