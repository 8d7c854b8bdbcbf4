import assert from "node:assert/strict";
import { test } from "node:test";
import { stage } from "./stage.fixture.ts";

type Result = Record<string, unknown>;
const result = (data: Record<string, unknown>) => data.result as Result; // the tool's own output

for (const mode of ["v3", "v2", "mixed"] as const)
  test(`a fileset's life on a ${mode} cluster: create, change, snapshot, limit, unlink, link, delete`, async (t) => {
    const { done, refused, simulator } = await stage(t, { mode });
    const it = { filesystem: "fs1", fileset: "harbour" };
    await done("fileset_create", {
      ...it,
      inode_space: "new",
      max_inodes: 50_000,
      comment: "boats",
    });
    const changed = await done("fileset_update", { ...it, comment: "ships", max_inodes: 60_000 });
    assert.equal(result(changed.data).effective, true);
    await done("snapshot_create", { ...it, snapshot: "before" });
    const early = await refused("fileset_delete", it);
    assert.match(early.advice ?? "", /before/);
    const limited = await done("quota_set", {
      filesystem: "fs1",
      name: "harbour",
      hard: "10G",
      soft: "8G",
    });
    assert.deepEqual(
      [result(limited.data).effective, result(limited.data).hard],
      [true, { bytes: 10 * 2 ** 30, human: "10 GiB" }],
    );
    await done("snapshot_delete", { ...it, snapshots: ["before"] });
    const unlinked = await done("fileset_unlink", it);
    assert.deepEqual(
      [result(unlinked.data).status, result(unlinked.data).effective],
      ["unlinked", true],
    );
    const linked = await done("fileset_link", { ...it, path: "/gpfs/fs1/quay" });
    assert.equal(result(linked.data).path, "/gpfs/fs1/quay");
    await done("fileset_update", { ...it, new_name: "port" });
    const gone = await done("fileset_delete", { filesystem: "fs1", fileset: "port" });
    assert.deepEqual(result(gone.data), { effective: true, gone: ["port"] });
    assert.equal(simulator.state.filesystems.get("fs1")?.filesets.has("port"), false);
  });

test("deleting a linked fileset is one plan: unlink and delete, by its typed name", async (t) => {
  const { question, done, mutations } = await stage(t);
  await done("fileset_create", { filesystem: "fs1", fileset: "harbour" });
  const before = mutations().length;
  const asked = await question("fileset_delete", { filesystem: "fs1", fileset: "harbour" });
  assert.equal(asked.typedName, "harbour");
  assert.equal(asked.requests.length, 2);
  assert.match(asked.requests[1]?.wire ?? "", /^DELETE/);
  const facts = Object.fromEntries(asked.facts.map((f) => [f.label, f.value]));
  assert.match(facts.link ?? "", /linked at/);
  assert.match(facts["fs1 is mounted"] ?? "", /on \d+ nodes/);
  assert.ok("holds" in facts && "snapshots" in facts);
  assert.equal(mutations().length, before);
});

test("a quota below the present use, or of an owner that nobody knows the use of, destroys", async (t) => {
  const { question, simulator } = await stage(t);
  const quotas = [...(simulator.state.filesystems.get("fs1")?.quotas.values() ?? [])];
  const used = quotas.find((q) => q.quotaType === "FILESET" && q.blockUsage > 4096);
  assert.ok(used);
  const ask = (args: object) => question("quota_set", { filesystem: "fs1", ...args });
  const { objectName: name } = used;
  assert.equal((await ask({ name, hard: "1M", soft: "0" })).effect, "destroys");
  assert.equal((await ask({ name, hard: "900T", soft: "0" })).effect, "changes");
  assert.equal((await ask({ name, hard: "0", soft: "0" })).effect, "changes");
  assert.equal((await ask({ name, files_hard: 1, files_soft: 0 })).effect, "destroys");
  assert.equal((await ask({ kind: "user", name: "nobody-yet", hard: "1G" })).effect, "destroys");
  const raw = await question("endpoint_call", {
    method: "PUT",
    path: "/filesystems/fs1/quotas",
    body: JSON.stringify({
      operationType: "setQuota",
      quotaType: "fileset",
      objectName: name,
      blockHardLimit: "900T",
    }),
  });
  assert.equal(raw.effect, "destroys");
});

test("a snapshot that has not expired is not asked to go, and a dependent fileset not to have one", async (t) => {
  const { done, refused, mutations } = await stage(t);
  await done("fileset_create", { filesystem: "fs1", fileset: "harbour", inode_space: "new" });
  const it = { filesystem: "fs1", fileset: "harbour" };
  const kept = await done("snapshot_create", { ...it, snapshot: "kept", expires: "30d" });
  assert.match(String(result(kept.data).expires), /^2026-12-21/);
  const before = mutations().length;
  assert.match(
    (await refused("snapshot_delete", { ...it, snapshots: ["kept"] })).message,
    /Not expired/,
  );
  await done("fileset_create", { filesystem: "fs1", fileset: "pier" });
  const dependent = await refused("snapshot_create", {
    filesystem: "fs1",
    fileset: "pier",
    snapshot: "x",
  });
  assert.match(dependent.message, /dependent/);
  assert.equal(mutations().length, before + 2);
});

test("a policy is replaced as a whole, and a job is cancelled while it runs", async (t) => {
  const { done, question } = await stage(t);
  const policy = "RULE 'all' SET POOL 'system'";
  assert.equal((await question("policy_set", { filesystem: "fs1", policy })).typedName, "fs1");
  assert.equal(
    result((await done("policy_set", { filesystem: "fs1", policy })).data).effective,
    true,
  );
  const slow = await stage(t, { jobSeconds: 600, waitSeconds: 1 });
  const started = await slow.done("snapshot_create", { filesystem: "fs1", snapshot: "slow" });
  const job = /"job":"(\d+)"/.exec(JSON.stringify(started.data))?.[1];
  const { data } = await slow.done("job_cancel", { job_id: job });
  assert.ok(data.status === "done" || data.status === "accepted");
  await slow.done("job_wait", { job_id: job });
  const seen = await slow.done("job_wait", { job_id: job, seconds: 0 });
  assert.equal(seen.data.status, "cancelled");
});

test("deleting a filesystem touches every fileset in it, hidden ones too", async (t) => {
  const wish = { method: "DELETE", path: "/filesystems/fs2" };
  const open = await stage(t);
  const asked = await open.question("endpoint_call", wish);
  assert.equal(asked.typedName, "fs2");
  assert.ok(asked.facts.some((f) => f.label === "filesets"));
  const [hidden] = [...(open.simulator.state.filesystems.get("fs2")?.filesets.keys() ?? [])].slice(
    -1,
  );
  const ruled = await stage(t, { gates: { deny: [`^/filesystems/fs2/filesets/${hidden}$`] } });
  assert.equal((await ruled.refused("endpoint_call", wish)).problem, "not-allowed");
  assert.deepEqual(ruled.mutations(), []);
});

test("an endpoint that is not known is called as destructive, and shown as what it is", async (t) => {
  const { question } = await stage(t);
  const asked = await question("endpoint_call", {
    method: "POST",
    path: "/filesystems/fs1:unmount",
    body: '{"nodes": ["n1"]}',
  });
  assert.equal(asked.effect, "destroys");
  assert.ok(asked.facts.length > 0);
});

test("names are never guessed: what is not there is told with what is there", async (t) => {
  const { refused } = await stage(t);
  for (const [name, args, nearest] of [
    ["fileset_get", { filesystem: "fs1", fileset: "Home" }, "home"],
    ["fileset_delete", { filesystem: "fs1", fileset: "hom" }, "home"],
    ["snapshot_list", { filesystem: "fs11" }, "fs1"],
    ["storage_list", { filesystem: "fs9" }, "fs1"],
    ["quota_set", { filesystem: "fs1", name: "homes", hard: "1G" }, "home"],
  ] as const) {
    const error = await refused(name, args);
    assert.equal(error.problem, "not-found", name);
    assert.equal(error.alternatives[0], nearest, name);
  }
  for (const fileset of ["a/b", "..", "-rf", "a b", "ü", "", "x".repeat(256)])
    assert.equal(
      (await refused("fileset_get", { filesystem: "fs1", fileset })).problem,
      "bad-input",
    );
});

test("a target that changed between question and answer is not touched", async (t) => {
  const on = await stage(t);
  const args = { filesystem: "fs1", fileset: "harbour" };
  await on.done("fileset_create", args);
  const before = on.mutations().length;
  const outcome = await on.callAfter("fileset_delete", args, () => {
    const fileset = on.simulator.state.filesystems.get("fs1")?.filesets.get("harbour");
    if (fileset) fileset.config.id += 1000;
  });
  assert.ok(!outcome.ok);
  assert.equal(outcome.error.problem, "changed");
  assert.equal(on.mutations().length, before);
});

test("a policy, a snapshot and a quota show and bind what they are through endpoint_call too", async (t) => {
  const { question, callAfter, simulator, mutations } = await stage(t);
  const put = (path: string, body: object) => ({ method: "PUT", path, body: JSON.stringify(body) });
  const quota = { quotaType: "fileset", objectName: "home", blockHardLimit: "1M" };
  const limit = await question("endpoint_call", put("/filesystems/fs1/quotas", quota));
  assert.equal(limit.typedName, "home");
  assert.ok(limit.facts.some(({ label }) => label === "holds"));
  const policy = put("/filesystems/fs1/policies", { policy: "RULE 'a' SET POOL 'system'" });
  assert.match((await question("endpoint_call", policy)).facts[0]?.label ?? "", /active policy/);
  const before = mutations().length;
  const moved = await callAfter("endpoint_call", policy, () => {
    const fs1 = simulator.state.filesystems.get("fs1");
    if (fs1) fs1.policy = "RULE 'z' SET POOL 'data'";
  });
  assert.ok(!moved.ok);
  assert.equal(moved.error.problem, "changed");
  assert.equal(mutations().length, before);
});
