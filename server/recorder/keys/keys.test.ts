import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";
import { errorBody } from "../../../tools/recorder/contract.ts";
import { SYNCS_SHOW, watchSyncs } from "../../../tools/recorder/store/watch-syncs.fixture.ts";
import { DEAF, ingest, metadata, startServer, temporaryFolder } from "../server.fixture.ts";
import { openKeyRing } from "./key-ring.ts";

test("a key is shown once and kept as a hash that nobody else may read", async (t) => {
  const folder = await temporaryFolder(t);
  const keys = await openKeyRing(folder);
  const { key, secret } = await keys.create("phone", "read");
  assert.match(secret, /^rec_[\w-]{43}$/);
  const kept = await readFile(join(folder, "keys.json"), "utf8");
  assert.equal(kept.includes(secret), false);
  assert.deepEqual(keys.list(), [key]);
  assert.deepEqual(keys.find(secret), key);
  assert.equal(keys.find(`${secret}x`), undefined);
});

test("a key that another process made or revoked counts at once", async (t) => {
  const folder = await temporaryFolder(t);
  let now = 0;
  const server = await openKeyRing(folder, () => now);
  const console = await openKeyRing(folder);
  const { secret } = await console.create("phone", "write");
  assert.equal(server.find(secret)?.name, "phone");
  await console.revoke("phone");
  now += 300;
  assert.equal(server.find(secret), undefined);
  await assert.rejects(console.revoke("phone"), { problem: "not-found" });
});

test("a key that was revoked is so also after a power loss", SYNCS_SHOW, async (t) => {
  const folder = await temporaryFolder(t);
  const keys = await openKeyRing(folder);
  await keys.create("phone", "write");
  const synced = await watchSyncs(t);
  await keys.revoke("phone");
  assert.equal(synced.at(-1), basename(folder));
});

test("a clock that is set back keeps no revoked key alive", async (t) => {
  const folder = await temporaryFolder(t);
  let now = 3_600_000;
  const server = await openKeyRing(folder, () => now);
  const console = await openKeyRing(folder);
  const { secret } = await console.create("phone", "write");
  now += 300;
  assert.equal(server.find(secret)?.name, "phone");
  await console.revoke("phone");
  now = 0;
  assert.equal(server.find(secret), undefined);
});

test("two keys made at once are both kept; of two with one name the id decides", async (t) => {
  const folder = await temporaryFolder(t);
  const rings = await Promise.all([openKeyRing(folder), openKeyRing(folder)]);
  const made = await Promise.all(rings.map((ring) => ring.create("twin", "read")));
  const [ring] = rings;
  assert.equal(ring.list().length, 2);
  await assert.rejects(ring.revoke("twin"), { problem: "bad-input" });
  assert.equal((await ring.revoke(made[0]?.key.id ?? "")).name, "twin");
});

test("without a key nothing is read or written, and no key means no", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  await ingest(server, metadata("a"));
  const status = async (path: string, headers: Record<string, string> = {}, method = "GET") =>
    (await fetch(`${server.url}/api/v1${path}`, { headers, method })).status;
  for (const path of [
    "/recordings",
    "/recordings/a",
    "/recordings/a/audio",
    "/recordings/a/transcript",
    "/recordings/a/summary",
    "/recordings/a/export?format=txt",
    "/jobs",
    "/events",
    "/server",
  ])
    assert.equal(await status(path), 401, path);
  assert.equal(await status("/recordings/a", {}, "DELETE"), 401);
  assert.equal(await status("/ingest", {}, "POST"), 401);
  for (const authorization of [
    "Basic eDp5",
    "Bearer",
    "Bearer ",
    `Bearer ${server.secret}x`,
    "Bearer ä".normalize("NFD").replace(/[^ -~]/g, "?"),
  ])
    assert.equal(await status("/recordings", { authorization }), 401, authorization);
  assert.equal(await status("/recordings", { authorization: `bearer ${server.secret}` }), 200);
});

test("a key that may read may not write", async (t) => {
  const server = await startServer(t, { transcriber: DEAF }, {}, "read");
  assert.equal((await server.ask("/recordings")).status, 200);
  const answer = await ingest(server, metadata("a"));
  assert.equal(answer.status, 403);
  assert.equal(errorBody.parse(await answer.json()).code, "insufficient_scope");
  assert.equal((await server.ask("/recordings/a", { method: "DELETE" })).status, 403);
});

test("a key that asks too often is told how long to wait, and others are not", async (t) => {
  let now = Date.now();
  const server = await startServer(t, { now: () => now }, { requestsPerMinute: 60 });
  const statuses: number[] = [];
  for (let at = 0; at < 7; at++) statuses.push((await server.ask("/recordings")).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429]);
  const refused = await server.ask("/recordings");
  assert.equal(refused.headers.get("retry-after"), "1");
  const { secret } = await server.parts.keys.create("other", "read");
  const other = await server.ask("/recordings", { headers: { authorization: `Bearer ${secret}` } });
  assert.equal(other.status, 200);
  now += 1_000;
  assert.equal((await server.ask("/recordings")).status, 200);
});

test("an owner may let the network list, and only that", async (t) => {
  const server = await startServer(t, { transcriber: DEAF }, { openListing: true });
  await ingest(server, metadata("a"));
  assert.equal((await fetch(`${server.url}/api/v1/recordings`)).status, 200);
  assert.equal((await fetch(`${server.url}/api/v1/recordings/a/audio`)).status, 401);
  for (const search of ["?q=hello", "?q=", "?limit=1&%71=hello", "?q=a&q=b"])
    assert.equal((await fetch(`${server.url}/api/v1/recordings${search}`)).status, 401, search);
  assert.equal((await server.ask("/recordings?q=hello")).status, 200);
});
