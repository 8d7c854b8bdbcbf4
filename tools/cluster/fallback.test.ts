import assert from "node:assert/strict";
import { test } from "node:test";
import { stage } from "./stage.fixture.ts";

const UNLINK = { filesystem: "fs1", fileset: "home" };

/** A cluster whose own tables and specification say nothing: only asking shows what it has. */
async function taciturn(t: Parameters<typeof stage>[0], options: Parameters<typeof stage>[1]) {
  const on = await stage(t, options);
  on.simulator.trouble.cause({ kind: "html", status: 404, path: /\/info$|openapi/ });
  return on;
}

test("a read that v3 does not have is answered by v2, and v2 is remembered from then on", async (t) => {
  const { client, newCall, simulator } = await taciturn(t, { mode: "v2" });
  const first = await client.list("/filesystems/fs1/storagepools", {}, newCall());
  assert.equal(first.version, "v2");
  simulator.log.clear();
  await client.list("/filesystems/fs1/storagepools", {}, newCall());
  assert.deepEqual(
    simulator.log.all.map((r) => r.path),
    ["/mgmt/v2/filesystems/fs1/pools"],
  );
});

test("where nobody can tell which version will answer, the plan shows both and counts the worse", async (t) => {
  const { question, done, mutations } = await taciturn(t, { mode: "v2" });
  const asked = await question("fileset_unlink", UNLINK);
  assert.equal(asked.effect, "destroys");
  assert.deepEqual(
    asked.requests.map((r) => [r.wire, r.otherwise]),
    [
      [
        "POST /mgmt/v3/filesystems/fs1/filesets/home:unlink",
        "DELETE /mgmt/v2/filesystems/fs1/filesets/home/link",
      ],
    ],
  );
  const { data } = await done("fileset_unlink", UNLINK);
  assert.deepEqual(mutations(), [
    "POST /mgmt/v3/filesystems/fs1/filesets/home:unlink",
    "DELETE /mgmt/v2/filesystems/fs1/filesets/home/link",
  ]);
  assert.match(JSON.stringify(data.requests), /"version":"v2"/);
});

test("an unlink by v2 is a DELETE and stays shut without the destructive gate", async (t) => {
  const gates = { destructive: false };
  const onV2 = await stage(t, { mode: "v2", gates });
  assert.equal((await onV2.refused("fileset_unlink", UNLINK)).problem, "not-allowed");
  assert.deepEqual(onV2.mutations(), []);
  const onV3 = await stage(t, { mode: "v3", gates });
  await onV3.done("fileset_unlink", UNLINK);
  assert.equal(onV3.mutations().length, 1);
});

test("a proxy's page in place of v3 never turns a write into a v2 write", async (t) => {
  const { refused, mutations, simulator } = await taciturn(t, { mode: "v2" });
  simulator.trouble.cause({ kind: "html", status: 404, method: "POST" });
  const error = await refused("fileset_unlink", UNLINK);
  assert.equal(error.problem, "not-found");
  assert.deepEqual(mutations(), ["POST /mgmt/v3/filesystems/fs1/filesets/home:unlink"]);
});

test("a busy v3 is no reason to remember v2", async (t) => {
  const { client, newCall, simulator } = await taciturn(t, { mode: "v3" });
  simulator.trouble.cause({ kind: "busy", times: 3, path: /\/nodes$/ });
  await assert.rejects(client.list("/nodes", {}, newCall()), { problem: "unavailable" });
  const { version } = await client.list("/nodes", {}, newCall());
  assert.equal(version, "v3");
});

test("a missing object of v3 is not looked for in v2 where the cluster lists the endpoint", async (t) => {
  const { client, newCall, simulator } = await stage(t);
  await assert.rejects(client.object("/filesystems/fs1/filesets/nope", {}, newCall()), {
    problem: "not-found",
  });
  assert.ok(simulator.log.all.every((r) => !r.path.startsWith("/mgmt/v2")));
});

test("on a mixed cluster each endpoint is planned as what it will be", async (t) => {
  const { question } = await stage(t, { mode: "mixed" });
  const unlink = await question("fileset_unlink", UNLINK);
  assert.equal(unlink.effect, "changes");
  assert.equal(unlink.requests[0]?.otherwise, undefined);
  const policy = await question("policy_set", {
    filesystem: "fs1",
    policy: "RULE 'a' SET POOL 'system'",
  });
  assert.equal(policy.requests[0]?.wire, "PUT /mgmt/v2/filesystems/fs1/policies");
});

test("snapshots of a fileset go as a batch by v3, and one by one where there is no batch", async (t) => {
  const snapshots = ["one", "two", "three"];
  for (const mode of ["v3", "v2"] as const) {
    const { done, mutations, simulator } = await stage(t, { mode });
    const fileset = [...(simulator.state.filesystems.get("fs1")?.filesets.values() ?? [])].find(
      (f) => f.config.isInodeSpaceOwner && f.filesetName !== "root",
    )?.filesetName;
    for (const snapshot of snapshots)
      await done("snapshot_create", { filesystem: "fs1", fileset, snapshot });
    const before = mutations().length;
    const { data } = await done("snapshot_delete", { filesystem: "fs1", fileset, snapshots });
    assert.deepEqual(data.result, { effective: true, gone: snapshots });
    assert.equal(mutations().length - before, mode === "v3" ? 1 : 3);
  }
});

test("native operations of v3 are followed like jobs", async (t) => {
  const { done } = await stage(t, { operations: true });
  const { data } = await done("fileset_create", { filesystem: "fs1", fileset: "harbour" });
  assert.match(JSON.stringify(data.requests), /"job":"operations\/\d+"/);
});
