import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { pathRules } from "../kit/path-rules.ts";
import { createClusterClient } from "./client.ts";
import type { ClusterSettings } from "./settings.ts";
import { type ServeSimulatorOptions, serveSimulator } from "./simulator/serve.ts";
import { normalPin, originOf } from "./trust.ts";

const gates = { writes: true, destructive: true, paths: pathRules({ allow: [], deny: [] }) };

async function served(t: TestContext, options: ServeSimulatorOptions = {}) {
  const server = await serveSimulator(options);
  const clients: { close(): Promise<void> }[] = [];
  t.after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await server.close();
  });
  const { username, password } = server.simulator.options;

  function client(trust: Partial<ClusterSettings>) {
    const made = createClusterClient({
      settings: { url: server.url, apiRoot: "/mgmt", username, password, ...trust },
      gates,
    });
    clients.push(made);
    return made;
  }
  return { ...server, client, requests: () => server.simulator.log.count() };
}

const call = () => ({
  signal: AbortSignal.timeout(20_000),
  principal: "local:test",
  client: "test/1",
  progress: () => undefined,
  waitSeconds: 5,
});

test("a private authority, a pin, and both together are each enough to be trusted", async (t) => {
  const { client, caPem, fingerprint } = await served(t);
  const plain = fingerprint.replaceAll(":", "").toLowerCase();
  for (const trust of [{ caPem }, { pinSha256: fingerprint }, { caPem, pinSha256: plain }]) {
    const { items } = await client(trust).list("/filesystems", {}, call());
    assert.equal(items.length, 2);
  }
});

test("a pin holds for every connection, those made later too", async (t) => {
  const { client, fingerprint, simulator } = await served(t);
  const cluster = client({ pinSha256: fingerprint });
  await Promise.all(
    Array.from({ length: 12 }, () => cluster.list("/nodes", { fields: ":all:" }, call())),
  );
  simulator.trouble.cause({ kind: "drop", times: 1 });
  await assert.rejects(cluster.list("/nodes", {}, call()), { problem: "unavailable" });
  assert.ok((await cluster.list("/nodes", {}, call())).items.length > 0);
});

test("an unknown authority, a wrong pin, an expired certificate: nothing at all is sent", async (t) => {
  const good = await served(t);
  const wrong = "ab".repeat(32);
  const cases: [Partial<ClusterSettings>, RegExp][] = [
    [{}, /not signed by anyone trusted/],
    [{ pinSha256: wrong }, /not the pinned one/],
    [{ caPem: good.caPem, pinSha256: wrong }, /not the pinned one/],
  ];
  for (const [trust, message] of cases)
    await assert.rejects(good.client(trust).list("/nodes", {}, call()), {
      problem: "unavailable",
      message,
    });
  assert.equal(good.requests(), 0);

  const expired = await served(t, { expiredCertificate: true });
  for (const trust of [{ caPem: expired.caPem }, { pinSha256: expired.fingerprint }])
    await assert.rejects(expired.client(trust).list("/nodes", {}, call()), {
      problem: "unavailable",
      message: /out of its dates/,
    });
  assert.equal(expired.requests(), 0);
});

test("a wrong password is sent once, whatever comes after it", async (t) => {
  const { client, caPem, requests } = await served(t);
  const cluster = client({ caPem, password: "wrong-password-7" });
  const errors = await Promise.all(
    Array.from({ length: 8 }, () => cluster.list("/nodes", {}, call()).catch((e: unknown) => e)),
  );
  for (const error of errors) {
    assert.match(String(error), /refused the user name or the password/);
    assert.doesNotMatch(JSON.stringify(error) + String(error), /wrong-password-7/);
  }
  await assert.rejects(cluster.job("1", 5, call()), { problem: "sign-in" });
  assert.equal(requests(), 1);
});

test("a cluster that is down is told by host and port, without the account", async (t) => {
  const { client, caPem, url, close } = await served(t);
  await close();
  const port = new URL(url).port;
  const cluster = client({ caPem });
  await assert.rejects(cluster.list("/nodes", {}, call()), (error: Error) => {
    assert.match(error.message, new RegExp(`127\\.0\\.0\\.1:${port}`));
    assert.doesNotMatch(error.message, /admin|outpost-demo/);
    return true;
  });
});

test("the body that breaks off and the body that never ends are each a clear error", async (t) => {
  const { client, caPem, simulator } = await served(t);
  const cluster = client({ caPem });
  await cluster.list("/nodes", {}, call());
  simulator.trouble.cause({ kind: "cut", times: 1 });
  await assert.rejects(cluster.list("/nodes", {}, call()), {
    problem: "unavailable",
    message: /broke off|cut off/,
  });
  simulator.trouble.cause({ kind: "endless", times: 1 });
  await assert.rejects(cluster.list("/nodes", {}, call()), { message: /larger than 48 MiB/ });
  assert.ok((await cluster.list("/nodes", {}, call())).items.length > 0);
});

test("an interrupted call lets go of its request at once", async (t) => {
  const { client, caPem, simulator } = await served(t);
  const cluster = client({ caPem });
  await cluster.list("/nodes", {}, call());
  simulator.trouble.cause({ kind: "slow", milliseconds: 60_000, times: 1 });
  const stop = new AbortController();
  const waiting = cluster.list("/nodes", {}, { ...call(), signal: stop.signal });
  stop.abort();
  await assert.rejects(waiting, { problem: "interrupted" });
});

test("only https addresses without account and path are accepted, and only whole pins", () => {
  for (const url of ["http://c", "https://a:b@c", "ftp://c", "c", "", "https://c/?x=1"])
    assert.throws(() => originOf(url), { problem: "bad-input" }, url);
  assert.equal(originOf("https://c:46443/"), "https://c:46443");
  assert.equal(normalPin(`SHA256:${"AB:".repeat(31)}AB`), "ab".repeat(32));
  assert.throws(() => normalPin("abcd"), { problem: "bad-input" });
});
