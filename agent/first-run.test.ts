import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";

/** A fresh clone with an npm that only writes down how it was called. */
function clone(t: TestContext, npm: string) {
  const root = mkdtempSync(join(tmpdir(), "outpost-clone-"));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, ".ci"));
  const script = join(root, ".ci/ensure-installed.mjs");
  copyFileSync(join(import.meta.dirname, "../.ci/ensure-installed.mjs"), script);
  writeFileSync(join(root, "package-lock.json"), "{}");
  writeFileSync(join(root, "npm.js"), npm);
  const calls = join(root, "calls");
  return {
    root,
    calls: () => (existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : []),
    run: () =>
      spawnSync(process.execPath, [script], {
        cwd: tmpdir(),
        encoding: "utf8",
        env: { ...process.env, npm_execpath: join(root, "npm.js") },
      }),
  };
}

const INSTALLS = `const fs = require("node:fs");
fs.appendFileSync("calls", process.argv[2] + "\\n");
fs.mkdirSync("node_modules", { recursive: true });
fs.writeFileSync("node_modules/.package-lock.json", "{}");
console.log("added 3 packages");`;

test("a fresh clone is installed once, again when the lockfile changed, and stdout stays clean", (t) => {
  const fresh = clone(t, INSTALLS);
  const first = fresh.run();
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stderr, /^Installing the packages/);
  assert.equal(first.stdout, "");
  const second = fresh.run();
  assert.deepEqual([second.status, second.stderr, second.stdout], [0, "", ""]);
  assert.deepEqual(fresh.calls(), ["install"]);
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(fresh.root, "package-lock.json"), later, later);
  assert.equal(fresh.run().status, 0);
  assert.deepEqual(fresh.calls(), ["install", "install"]);
});

test("an install that fails says so and stops what would come next", (t) => {
  const run = clone(t, "process.exit(7)").run();
  assert.equal(run.status, 7);
  assert.match(run.stderr, /npm install did not work/);
});
