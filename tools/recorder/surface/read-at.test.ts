import assert from "node:assert/strict";
import { closeSync, fstatSync, openSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openAudio, openKept, readAt } from "./read-at.ts";

for (const [how, open] of [
  ["opened", openAudio],
  ["kept open", (path: string) => openKept(path, path)],
] as const)
  test(`a file that was ${how} is given back once, however often that is said`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "outpost-read-"));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, "audio");
    writeFileSync(path, "sound");
    const [file, reader] = [await open(path), await open(path)];
    await file.done();
    // Whoever opens next may be given the number of what was closed: it must not be closed under their hands.
    const others = Array.from({ length: 4 }, () => openSync(path, "r"));
    await file.done();
    await file.done();
    for (const other of others) {
      assert.equal(fstatSync(other).size, 5);
      closeSync(other);
    }
    assert.equal(String(await readAt(reader.fd, 0, 5)), "sound");
    await reader.done();
  });
