import assert from "node:assert/strict";
import { test } from "node:test";
import { readJob, readOperation } from "./contract.ts";
import { readFileset, readNode, readQuota } from "./contract-objects.ts";
import { jobError } from "./job-messages.ts";

test("a fileset reads the same by the names of v2 and of native v3", () => {
  const v2 = readFileset({
    filesetName: "fset1",
    filesystemName: "fs0",
    config: {
      path: "--",
      status: "Unlinked",
      comment: "x",
      id: 1,
      isInodeSpaceOwner: true,
      inodeSpace: "0",
    },
  });
  const v3 = readFileset({
    name: "fset1",
    fs_name: "fs0",
    id: 1,
    status: "FILESETSTATUS_UNLINKED",
    path: "--",
    comment: "x",
    inode_space: 0,
    is_inode_space_owner: true,
  });
  assert.deepEqual(v3, v2);
  assert.deepEqual([v2.status, v2.path, v2.linked, v2.independent], ["unlinked", "", false, true]);
});

test("quota blocks of v2 are KiB and those of native v3 are bytes", () => {
  const v2 = readQuota({
    quotaType: "USR",
    objectName: "ada",
    blockUsage: 1024,
    blockLimit: "2048",
  });
  const v3 = readQuota({
    type: "QUOTA_TYPE_USER",
    name: "ada",
    block_usage_bytes: 2 ** 20,
    block_hard_limit_bytes: 2 ** 21,
  });
  for (const quota of [v2, v3])
    assert.deepEqual([quota.kind, quota.used, quota.hard], ["user", 2 ** 20, 2 ** 21]);
});

test("whatever a member is, reading does not fail: it is left out", () => {
  for (const odd of [null, 5, "text", [], {}, { config: null }, { config: [1], filesetName: {} }])
    assert.equal(readFileset(odd).name, "");
  assert.equal(readNode({ adminNodename: "n1", roles: { quorumNode: "yes" } }).roles[0], "quorum");
  assert.equal(readQuota({ blockUsage: "many" }).used, undefined);
});

test("jobs and operations end in the same states", () => {
  for (const [status, state] of [
    ["RUNNING", "running"],
    ["CANCELLING", "cancelling"],
    ["CANCELLED", "cancelled"],
    ["COMPLETED", "completed"],
    ["FAILED", "failed"],
    ["UNKNOWN", "unknown"],
    ["", "running"],
  ] as const)
    assert.equal(readJob({ jobId: 7, status }).state, state);
  const operation = (members: object) => readOperation({ name: "operations/7", ...members })?.state;
  assert.equal(operation({ done: false, metadata: { state: "Running" } }), "running");
  assert.equal(operation({ done: true, response: {} }), "completed");
  assert.equal(operation({ done: true, error: { status: "CANCELLED", message: "" } }), "cancelled");
  assert.equal(operation({ done: true, error: { message: "no" } }), "failed");
  assert.equal(operation({ metadata: { state: "Canceled" } }), "cancelled");
  assert.equal(operation({ metadata: { state: "Stale" } }), "unknown");
  assert.equal(readOperation({ name: "fset1" }), undefined);
  assert.equal(
    readJob({ request: { type: "PUT", url: "/scalemgmt/v2/filesystems/fs1" } }).request,
    "PUT /filesystems/fs1",
  );
});

test("a failed job is told by what its message id means, and an unknown one in the cluster's words", () => {
  const failed = (...stderr: string[]) =>
    jobError(readJob({ jobId: 7, status: "FAILED", result: { stderr } }));
  const known = failed("mmcrfileset: oops", "EFSSP1102C File set a already exists in fs1.");
  assert.match(known.message, /already exists.*“EFSSP1102C/);
  assert.match(known.advice ?? "", /another name/);
  assert.match(failed("EFSSX9999C Something else").message, /“EFSSX9999C Something else”/);
  assert.match(failed().message, /Job 7 failed\./);
});
