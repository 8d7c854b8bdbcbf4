import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
let built = false;

/** Builds the program into dist/, once for all journeys with it. Gives back that folder. */
export function buildOnce(): string {
  if (!built) {
    const done = spawnSync(process.execPath, [".ci/build.mjs"], { cwd: ROOT, encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
    built = true;
  }
  return join(ROOT, "dist");
}
