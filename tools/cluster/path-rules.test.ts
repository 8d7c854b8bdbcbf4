import assert from "node:assert/strict";
import { test } from "node:test";
import { pathRules } from "../kit/path-rules.ts";
import { createClusterClient } from "./client.ts";
import { stage } from "./stage.fixture.ts";

const SECRET = { gates: { deny: ["/filesets/home"] } };

test("lists leave out what the rules hide, say how many, and reads of it are refused", async (t) => {
  const { done, refused, mutations } = await stage(t, SECRET);
  const { data, text } = await done("fileset_list", { filesystem: "fs1" });
  assert.equal(data.hidden, 1);
  assert.doesNotMatch(JSON.stringify(data), /"home"/);
  assert.match(text, /^\d+ \w+ of fs\d; 1 hidden by the operator's path rules\.\n/);
  const quotas = await done("quota_list", { filesystem: "fs1", kind: "fileset" });
  assert.doesNotMatch(JSON.stringify(quotas.data), /"name":"home"/);
  for (const [name, args] of [
    ["fileset_get", { filesystem: "fs1", fileset: "home" }],
    ["snapshot_list", { filesystem: "fs1", fileset: "home" }],
    ["fileset_unlink", { filesystem: "fs1", fileset: "home" }],
    ["fileset_delete", { filesystem: "fs1", fileset: "home" }],
    ["fileset_update", { filesystem: "fs1", fileset: "scratch", new_name: "home2" }],
    ["quota_set", { filesystem: "fs1", name: "home", hard: "1G" }],
    ["endpoint_read", { path: "/filesystems/fs1/filesets/home" }],
    ["endpoint_read", { path: "/filesystems/fs1/filesets/%68ome" }],
    ["endpoint_read", { path: "/filesystems/fs1/filesets/home/snapshots/latest" }],
    ["endpoint_call", { method: "DELETE", path: "/filesystems/fs1/filesets/home/link" }],
    [
      "endpoint_call",
      {
        method: "PUT",
        path: "/filesystems/fs1/quotas",
        body: '{"quotaType":"fileset","objectName":"home","blockHardLimit":"1G"}',
      },
    ],
    [
      "endpoint_call",
      {
        method: "POST",
        path: "/filesystems/fs1/filesets/snapshots:batchDelete",
        body: '{"snapshots":[{"filesetName":"home","snapshotName":"s"}]}',
      },
    ],
  ] as const)
    assert.equal(
      (await refused(name, args)).problem,
      "not-allowed",
      `${name} ${JSON.stringify(args)}`,
    );
  assert.deepEqual(mutations(), []);
});

test("with an allow rule for some filesets, they can be worked with and nothing else", async (t) => {
  const { done, refused, mutations } = await stage(t, {
    gates: { allow: ["/filesystems/fs1/filesets/proj[^/]*(/.*)?"] },
  });
  const it = { filesystem: "fs1", fileset: "proj-x", path: "/gpfs/fs1/proj-x" };
  await done("fileset_create", { ...it, quota: "1G" });
  const { data } = await done("fileset_list", { filesystem: "fs1" });
  assert.ok((data.filesets as { name: string }[]).every((f) => f.name.startsWith("proj"))); // its own output
  const count = mutations().length;
  for (const [name, args] of [
    ["fileset_create", { filesystem: "fs1", fileset: "other" }],
    ["fileset_update", { filesystem: "fs1", fileset: "proj-x", new_name: "other" }],
    ["snapshot_create", { filesystem: "fs1", snapshot: "s" }],
    ["filesystem_list", { filesystem: "fs1" }],
    ["policy_set", { filesystem: "fs1", policy: "RULE 'a' SET POOL 'system'" }],
  ] as const)
    assert.equal((await refused(name, args)).problem, "not-allowed", name);
  assert.equal(mutations().length, count);
});

test("a denied collection is denied, for reading and for what is created in it", async (t) => {
  const { refused, mutations } = await stage(t, { gates: { deny: ["/quotas$", "^/jobs"] } });
  assert.equal((await refused("quota_list", { filesystem: "fs1" })).problem, "not-allowed");
  assert.equal((await refused("job_list")).problem, "not-allowed");
  assert.equal((await refused("job_wait", { job_id: "1" })).problem, "not-allowed");
  const quota = { filesystem: "fs1", fileset: "harbour", quota: "1G" };
  assert.equal((await refused("fileset_create", quota)).problem, "not-allowed");
  assert.deepEqual(mutations(), []);
});

test("a job that a call started is followed although jobs are hidden", async (t) => {
  const { done } = await stage(t, { gates: { deny: ["^/jobs"] } });
  const { data } = await done("fileset_create", { filesystem: "fs1", fileset: "harbour" });
  assert.equal(data.status, "done");
});

test("keywords are refused as soon as there is a path rule", async (t) => {
  const { refused, done } = await stage(t, SECRET);
  const path = "/filesystems/:all:/filesets";
  assert.equal((await refused("endpoint_read", { path })).problem, "not-allowed");
  const open = await stage(t);
  await open.done("endpoint_read", { path });
  await done("filesystem_list");
});

test("an item that a cluster answers without its name is hidden, since no rule can judge it", async (t) => {
  const { newCall } = await stage(t);
  const client = createClusterClient({
    settings: { url: "https://cluster.test", apiRoot: "/mgmt", username: "a", password: "b" },
    gates: { writes: false, destructive: false, paths: pathRules({ allow: [], deny: ["/home$"] }) },
    fetch: async () =>
      Response.json({ filesets: [{ config: { comment: "secret" } }, { filesetName: "apps" }] }),
  });
  const { items, hidden } = await client.list("/filesystems/fs1/filesets", {}, newCall());
  assert.deepEqual([items, hidden], [[{ filesetName: "apps" }], 1]);
});

test("what goes with an object, or is reached without being named, is held against the rules", async (t) => {
  const at = "/gpfs/fs1/outer/inner";
  const inner = { filesystem: "fs1", fileset: "inner", path: at };
  const cases = [
    ["policy_set", { filesystem: "fs1", policy: "RULE 'a' SET POOL 'system'" }],
    ["fileset_unlink", { filesystem: "fs1", fileset: "outer" }],
    ["fileset_delete", { filesystem: "fs1", fileset: "outer" }],
    ["endpoint_call", { method: "DELETE", path: "/filesystems/fs1/filesets/outer" }],
    ["endpoint_call", { method: "DELETE", path: "/filesystems/fs1/filesets/outer/link" }],
  ] as const;
  const denied = await stage(t, { gates: { deny: ["/filesets/inner"] } });
  const { simulator } = denied;
  const outer = { filesystem: "fs1", fileset: "outer" };
  await denied.done("fileset_create", outer);
  const open = await stage(t);
  await open.done("fileset_create", outer);
  await open.done("fileset_create", inner);
  await open.done("policy_set", cases[0][1]);

  const send = (path: string, body: object) =>
    simulator.fetch(
      new Request(`https://cluster.test/mgmt/v3${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: {
          authorization: `Basic ${btoa(`${simulator.options.username}:${simulator.options.password}`)}`,
          "content-type": "application/json",
        },
      }),
    );
  assert.equal(
    (await send("/filesystems/fs1/filesets", { filesetName: "inner", path: at })).status,
    202,
  );
  denied.pass(10_000);
  const before = denied.mutations().length;
  for (const [name, args] of cases) {
    const error = await denied.refused(name, args);
    assert.equal(error.problem, "not-allowed", `${name} ${JSON.stringify(args)}`);
    assert.doesNotMatch(error.message, /inner/);
  }
  assert.equal(denied.mutations().length, before);

  const above = await stage(t, { gates: { deny: ["/filesets/home"] } });
  assert.equal(
    (await above.refused("fileset_create", { ...inner, path: "/gpfs/fs1/home/inner" })).problem,
    "not-allowed",
  );
  await above.done("fileset_create", { filesystem: "fs1", fileset: "beside" });
});
