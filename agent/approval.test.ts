import assert from "node:assert/strict";
import { test } from "node:test";
import type { Question } from "../tools/kit/question.ts";
import { approveFlag, readApprovals } from "./approval.ts";

const question = (within: string | undefined, name = "projects"): Question => ({
  tool: "fileset_delete",
  effect: "destroys",
  sentence: `Delete ${name}.`,
  target: { kind: "fileset", name, ...(within === undefined ? {} : { within }) },
  requests: [],
  facts: [],
  typedName: name,
});

test("a target is given by its name alone or with where it is, and nothing else fits", () => {
  const yes = { say: "yes", by: "flag", typed: "projects" };
  for (const [spec, fits] of [
    ["fileset_delete=projects", true],
    ["fileset_delete=fs1/projects", true],
    ["fileset_delete=fs2/projects", false],
    ["fileset_delete=fs1/", false],
    ["fileset_delete=fs1", false],
    ["fileset_delete=/projects", false],
    ["fileset_delete=fs1/project", false],
    ["fileset_delete=fs1:projects", false],
  ] as const)
    assert.deepEqual(readApprovals([spec]).use(question("fs1")), fits ? yes : undefined, spec);
  assert.equal(readApprovals(["fileset_delete=fs1/projects"]).use(question(undefined)), undefined);
});

test("a word is good for one object: its namesake elsewhere is not covered", () => {
  const full = readApprovals(["fileset_delete=fs1/projects"]);
  assert.equal(full.use(question("fs2")), undefined);
  assert.ok(full.use(question("fs1")));
  assert.equal(full.use(question("fs1")), undefined);
  const both = readApprovals(["fileset_delete=projects", "fileset_delete=fs1/projects"]);
  assert.ok(both.use(question("fs1")) && both.use(question("fs2")));
  assert.deepEqual(both.unused(), []);
});

test("the flag that is printed names the object wholly, and is taken", () => {
  const flag = approveFlag(question("fs1"));
  assert.equal(flag, "--approve fileset_delete=fs1/projects");
  assert.ok(readApprovals([flag.replace("--approve ", "")]).use(question("fs1")));
});
