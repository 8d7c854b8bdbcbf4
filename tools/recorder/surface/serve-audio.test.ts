import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { rm, stat, truncate } from "node:fs/promises";
import { test } from "node:test";
import { setImmediate as breathe } from "node:timers/promises";
import { testSurface } from "./surface.fixture.ts";

const AUDIO = randomBytes(1_000);
const ETAG = `"sha256-${createHash("sha256").update(AUDIO).digest("hex")}"`;

async function served(t: Parameters<typeof testSurface>[0], audio: Uint8Array = AUDIO) {
  const surface = await testSurface(t);
  await surface.shelf.add("a", audio);
  const get = (headers: Record<string, string> = {}, method = "GET") =>
    surface.ask("/recordings/a/audio", { method, headers });
  return { ...surface, get };
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test("the whole audio comes with its type, length and strong entity tag", async (t) => {
  const { get } = await served(t);
  const answer = await get();
  assert.equal(answer.status, 200);
  assert.deepEqual(await bytesOf(answer), AUDIO);
  assert.equal(answer.headers.get("etag"), ETAG);
  assert.equal(answer.headers.get("content-type"), "audio/wav");
  assert.equal(answer.headers.get("content-length"), "1000");
  assert.equal(answer.headers.get("accept-ranges"), "bytes");
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
});

test("one range is answered with that part", async (t) => {
  const { get } = await served(t);
  const parts: [range: string, from: number, end: number][] = [
    ["bytes=0-0", 0, 1],
    ["bytes=10-19", 10, 20],
    ["bytes=990-", 990, 1000],
    ["bytes=-10", 990, 1000],
    ["bytes=-5000", 0, 1000],
    ["bytes=999-99999999999999999999", 999, 1000],
    ["BYTES=0-9", 0, 10],
  ];
  for (const [range, from, end] of parts) {
    const answer = await get({ range });
    assert.equal(answer.status, 206, range);
    assert.equal(answer.headers.get("content-range"), `bytes ${from}-${end - 1}/1000`);
    assert.equal(answer.headers.get("content-length"), String(end - from));
    assert.deepEqual(await bytesOf(answer), AUDIO.subarray(from, end), range);
  }
});

test("a range outside of the audio is told how long the audio is", async (t) => {
  const { get } = await served(t);
  for (const range of [
    "bytes=1000-",
    "bytes=1000-1001",
    "bytes=-0",
    "bytes=99999999999999999999-",
  ]) {
    const answer = await get({ range });
    assert.equal(answer.status, 416, range);
    assert.equal(answer.headers.get("content-range"), "bytes */1000");
    await answer.body?.cancel();
  }
});

test("several ranges, another unit and what is no range are answered with the whole", async (t) => {
  const { get } = await served(t);
  const many = `bytes=${Array.from({ length: 1_000 }, (_, i) => `${i}-${i}`).join(",")}`;
  for (const range of [
    "bytes=0-1,4-5",
    many,
    "items=0-1",
    "bytes=abc",
    "bytes=5-2",
    "bytes=-",
    "x",
  ])
    assert.equal((await get({ range })).headers.get("content-length"), "1000", range);
});

test("a range counts only while the audio is the one that was begun", async (t) => {
  const { get } = await served(t);
  const range = "bytes=0-9";
  assert.equal((await get({ range, "if-range": ETAG })).status, 206);
  for (const other of [`W/${ETAG}`, '"other"', "Sat, 21 Nov 2026 08:15:00 GMT", "*"])
    assert.equal((await get({ range, "if-range": other })).status, 200, other);
});

test("a caller that has the audio is told so, and one that has another as well", async (t) => {
  const { get } = await served(t);
  for (const tags of [ETAG, `W/${ETAG}`, `"other", ${ETAG}`, "*"]) {
    const answer = await get({ "if-none-match": tags, range: "bytes=0-9" });
    assert.equal(answer.status, 304, tags);
    assert.equal(answer.headers.get("etag"), ETAG);
  }
  assert.equal((await get({ "if-none-match": '"other"' })).status, 200);
  assert.equal((await get({ "if-match": ETAG })).status, 200);
  for (const tags of ['"other"', `W/${ETAG}`])
    assert.equal((await get({ "if-match": tags })).status, 412);
});

test("HEAD says what GET would, reads nothing and knows no range", async (t) => {
  const { get } = await served(t);
  for (const headers of [{}, { range: "bytes=0-9" }, { range: "bytes=5000-" }]) {
    const answer = await get(headers, "HEAD");
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-length"), "1000");
    assert.equal(answer.headers.get("etag"), ETAG);
    assert.equal((await bytesOf(answer)).length, 0);
  }
});

test("audio of more than one read is streamed whole", async (t) => {
  const audio = randomBytes(1_000_001);
  const { get } = await served(t, audio);
  assert.deepEqual(await bytesOf(await get()), audio);
  const part = await bytesOf(await get({ range: "bytes=1-700000" }));
  assert.deepEqual(part, audio.subarray(1, 700_001));
});

test("a caller that leaves in the middle leaves nothing open", {
  skip: !existsSync("/proc/self/fd") && "needs /proc",
}, async (t) => {
  const { get, shelf } = await served(t, randomBytes(1_000_000));
  const file = await stat(shelf.pathOf("a"));
  const reader = (await get()).body?.getReader();
  await reader?.read();
  assert.equal(holders(file.ino), 1);
  await reader?.cancel();
  while (holders(file.ino) > 0) await breathe();
});

/** How often this process has the file open. */
function holders(ino: number): number {
  return readdirSync("/proc/self/fd").filter(
    (name) => statSync(`/proc/self/fd/${name}`, { throwIfNoEntry: false })?.ino === ino,
  ).length;
}

test("audio that went away is no recording; audio that shrank is never passed off as whole", async (t) => {
  const { get, shelf } = await served(t, randomBytes(1_000_000));
  await truncate(shelf.pathOf("a"), 600_000);
  await assert.rejects(bytesOf(await get()));
  assert.equal((await get({ range: "bytes=599990-600010" })).status, 500);
  await rm(shelf.pathOf("a"));
  assert.equal((await get()).status, 404);
});

test("audio that is being recorded is served as far as it has come, without a tag", async (t) => {
  const { get, shelf } = await served(t);
  shelf.audio = async () => {
    return { path: shelf.pathOf("a"), size: 500, sha256: undefined, type: "audio/wav" };
  };
  const answer = await get();
  assert.equal((await bytesOf(answer)).length, 500);
  assert.equal(answer.headers.get("etag"), null);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal((await get({ range: "bytes=500-" })).status, 416);
});

test("an empty file has no ranges", async (t) => {
  const { get } = await served(t, new Uint8Array());
  assert.equal((await get()).status, 200);
  for (const range of ["bytes=0-", "bytes=-1"]) assert.equal((await get({ range })).status, 416);
});
