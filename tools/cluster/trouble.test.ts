import assert from "node:assert/strict";
import { test } from "node:test";
import { HubError } from "../kit/errors.ts";
import { NO_PATH_RULES } from "../kit/gates.ts";
import { pathRules } from "../kit/path-rules.ts";
import { createClusterClient } from "./client.ts";
import { stage } from "./stage.fixture.ts";

test("a busy cluster is asked again for reads, with growing pauses, and then told as it is", async (t) => {
  const { client, newCall, simulator, pauses } = await stage(t);
  await client.list("/nodes", {}, newCall());
  simulator.trouble.cause({ kind: "busy", times: 2, path: /nodes/ });
  await client.list("/nodes", {}, newCall());
  assert.deepEqual(pauses, [500, 1000]);
  simulator.trouble.cause({ kind: "stack", times: 3, path: /nodes/ });
  await assert.rejects(client.list("/nodes", {}, newCall()), (error: unknown) => {
    assert.ok(error instanceof HubError);
    assert.equal(error.problem, "unavailable");
    assert.match(error.message, /cluster\.test:443 answered 500/);
    assert.doesNotMatch(error.message, /NullPointer|\.java|at com/);
    return true;
  });
});

test("a write is never repeated, whatever came back", async (t) => {
  for (const kind of ["busy", "stack", "html", "drop", "lost", "cut"] as const) {
    const { call, simulator, mutations } = await stage(t);
    simulator.trouble.cause({ kind, method: "POST", times: 1 });
    const outcome = await call("snapshot_create", { filesystem: "fs1", snapshot: "nightly" });
    assert.equal(outcome.ok, false, kind);
    assert.equal(mutations().length, 1, kind);
    assert.doesNotMatch(outcome.text, /NullPointer|\.java|<html/);
  }
});

test("a sign-in page instead of JSON is said to be one", async (t) => {
  const { refused, simulator } = await stage(t);
  simulator.trouble.cause({ kind: "html" });
  const error = await refused("filesystem_list");
  assert.match(error.message, /web page/);
  assert.match(error.advice ?? "", /CLUSTER_URL/);
});

test("a cluster that never answers ends with the request's own time", async (t) => {
  const { client, newCall, simulator } = await stage(t, { requestMs: 30 });
  simulator.trouble.cause({ kind: "slow", milliseconds: 60_000 });
  await assert.rejects(client.list("/nodes", {}, newCall()), { problem: "timed-out" });
});

test("a comment that commands its reader comes out as clean data inside a fence", async (t) => {
  const { done } = await stage(t, { hostileComment: true });
  const { text, data, tag } = await done("fileset_list", {
    filesystem: "fs1",
    name_contains: "inbox",
  });
  const all = text + JSON.stringify(data);
  // Control characters but line feed and tab, and what is invisible or turns the reading direction.
  assert.doesNotMatch(all, /(?![\n\t])[\p{Cc}\p{Cf}]/u);
  assert.ok(tag);
  const fenced = text.slice(text.indexOf(`<${tag}`), text.indexOf(`</${tag}>`));
  const before = text.slice(0, text.indexOf(`<${tag}`));
  assert.match(fenced, /ignore/i);
  assert.doesNotMatch(before, /ignore/i);
});

test("an id beyond 2^53 keeps all its digits", async (t) => {
  const { done, simulator } = await stage(t);
  const { data } = await done("cluster_info");
  assert.equal(data.id, simulator.state.cluster.clusterSummary.clusterId.toString());
  assert.ok(BigInt(String(data.id)) > 2n ** 53n);
});

test("a job that outlasts the call is handed back by its id, and waited for with job_wait", async (t) => {
  const { done, progress } = await stage(t, { jobSeconds: 20, waitSeconds: 3 });
  const first = await done("fileset_create", {
    filesystem: "fs1",
    fileset: "harbour",
    link: false,
  });
  assert.equal(first.data.status, "accepted");
  const job = /"job":"(\d+)"/.exec(JSON.stringify(first.data))?.[1];
  assert.ok(job);
  const waiting = await done("job_wait", { job_id: job, seconds: 0 });
  assert.equal(waiting.data.over, false);
  for (let turn = 0; turn < 10; turn++)
    if ((await done("job_wait", { job_id: job })).data.over) break;
  const { data } = await done("job_wait", { job_id: job, seconds: 0 });
  assert.equal(data.status, "completed");
  assert.ok(progress.length > 0);
});

test("the progress of a plan with several jobs goes on where the job before it ended", async (t) => {
  const { done, progress } = await stage(t, { jobSeconds: 4 });
  await done("fileset_create", { filesystem: "fs1", fileset: "harbour", quota: "10G" });
  const jobs = new Set(progress.map(({ message }) => /Job (\d+)/.exec(message)?.[1]));
  assert.ok(jobs.size > 1, "one job only");
  const values = progress.map(({ done: value }) => value);
  assert.deepEqual(
    values,
    values.toSorted((a, b) => a - b),
  );
  const last = progress.at(-1);
  assert.equal(Math.round(last?.done ?? 0), last?.total);
});

test("a write whose answer is lost is not to be sent again before somebody has looked", async (t) => {
  const { call, simulator } = await stage(t);
  simulator.trouble.cause({ kind: "lost", path: /filesets$/, method: "POST", times: 1 });
  const outcome = await call("fileset_create", { filesystem: "fs1", fileset: "harbour" });
  assert.ok(!outcome.ok);
  assert.match(outcome.text, /Whether it took effect is unknown: /);
  assert.match(outcome.text, /Look at its present state/);
  assert.doesNotMatch(outcome.text, /Try again/);
});

test("a failed job says what it means and what to do, and what was not done after it", async (t) => {
  const { call, mutations } = await stage(t, { failRate: 1 });
  const outcome = await call("fileset_create", { filesystem: "fs1", fileset: "harbour" });
  assert.ok(!outcome.ok);
  assert.equal(outcome.error.problem, "failed");
  assert.match(outcome.text, /aborted on the cluster/);
  assert.match(outcome.text, /Not done: link harbour/);
  assert.equal(mutations().length, 1);
});

test("a write that was interrupted while its job runs answers with the job's id", async (t) => {
  const { call, simulator, stop } = await stage(t, { jobSeconds: 30 });
  simulator.trouble.cause({ kind: "slow", milliseconds: 60_000, path: /jobs\/\d+/, times: 1 });
  setImmediate(function abortOnceThePollIsOut() {
    if (simulator.log.all.some((r) => /jobs\/\d+/.test(r.path))) stop.abort();
    else setImmediate(abortOnceThePollIsOut);
  });
  const outcome = await call("snapshot_create", { filesystem: "fs1", snapshot: "nightly" });
  assert.ok(outcome.ok, outcome.text);
  assert.equal(outcome.data.status, "accepted");
});

test("a redirect is not followed", async (t) => {
  const { newCall } = await stage(t);
  const asked: string[] = [];
  const client = createClusterClient({
    settings: { url: "https://cluster.test", apiRoot: "/mgmt", username: "a", password: "b" },
    gates: { writes: false, destructive: false, paths: pathRules({ allow: [], deny: [] }) },
    fetch: async (request) => {
      asked.push(request.url);
      return new Response(null, { status: 302, headers: { location: "https://elsewhere.test/" } });
    },
  });
  await assert.rejects(client.list("/nodes", {}, newCall()), { message: /redirect/ });
  assert.deepEqual(asked, ["https://cluster.test/mgmt/v3/info"]);
});

test("an error of the cluster that quotes our own request is told without the account", async (t) => {
  const { newCall } = await stage(t);
  const secret = Buffer.from("admin:open-sesame").toString("base64");
  const message = `Rejected: Authorization: Basic ${secret}, open-sesame, Bearer abcdefghijkl`;
  const client = createClusterClient({
    settings: {
      url: "https://c.test",
      apiRoot: "/mgmt",
      username: "admin",
      password: "open-sesame",
    },
    gates: { writes: false, destructive: false, paths: NO_PATH_RULES },
    fetch: async () => Response.json({ status: { code: 400, message } }, { status: 400 }),
  });
  await assert.rejects(client.read("/nodes", {}, newCall()), (thrown) => {
    assert.ok(thrown instanceof HubError);
    assert.match(thrown.message, /Rejected/);
    assert.doesNotMatch(thrown.message, new RegExp(`${secret}|open-sesame|abcdefghijkl`));
    return true;
  });
});
