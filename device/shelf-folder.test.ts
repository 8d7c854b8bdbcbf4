import assert from "node:assert/strict";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { temporary } from "./device.fixture.ts";
import { makeShelfFolder } from "./shelf-folder.ts";

test("a shelf is made with the folders above it, for its owner alone", async (t) => {
  const folder = join(await temporary(t), "a", "b");
  await makeShelfFolder(folder);
  await makeShelfFolder(folder);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
});

test("a shelf that cannot be is refused with the reason and what to do", {
  timeout: 5_000,
}, async (t) => {
  const file = join(await temporary(t), "file");
  await writeFile(file, "");
  for (const [folder, code] of [
    [file, "EEXIST"],
    [join(file, "below"), "ENOTDIR"],
    ["/proc/nowhere", "ENOENT"],
  ] as const)
    await assert.rejects(makeShelfFolder(folder), {
      problem: "bad-input",
      message: `Recordings cannot be kept in ${folder} (${code}).`,
      advice: /--shelf/,
    });
});
