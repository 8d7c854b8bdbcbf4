import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

const mustHave = process.env.OUTPOST_REQUIRE_ALL === "1";
const installed = spawnSync("which", ["pocketsphinx_batch"]).status === 0;

/** False, or why the real engine cannot be asked on this machine. */
export const noEngine =
  installed || mustHave
    ? false
    : "needs pocketsphinx_batch: apt-get install pocketsphinx pocketsphinx-en-us";

/** A folder that goes away with the test. */
export function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "outpost-speech-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Stands in for an installed engine: a shell script under its name, and empty files for its model. */
export function fakeEngine(t: TestContext, script: string) {
  const folder = folderFor(t);
  const program = join(folder, "pocketsphinx_batch");
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  mkdirSync(join(folder, "en-us"));
  for (const file of ["en-us/mdef", "en-us.lm.bin", "cmudict-en-us.dict"])
    writeFileSync(join(folder, file), "");
  return {
    path: `${folder}:${process.env.PATH}`,
    modelFolders: [folder],
    scratch: join(folder, "scratch"),
  };
}
