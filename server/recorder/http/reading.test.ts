import assert from "node:assert/strict";
import { test } from "node:test";
import { recordingPage } from "../../../tools/recorder/contract.ts";
import {
  DEAF,
  HEARD,
  ingest,
  metadata,
  scripted,
  startServer,
  type TestServer,
  until,
  wav,
} from "../server.fixture.ts";

const page = async (server: TestServer, query = "") =>
  recordingPage.parse(await (await server.ask(`/recordings${query}`)).json());

async function filled(server: TestServer, count: number): Promise<void> {
  for (let at = 0; at < count; at++)
    await ingest(
      server,
      metadata(`r${at}`, { started_at: `2026-11-20T08:${String(at).padStart(2, "0")}:00Z` }),
    );
}

test("the list goes through all recordings, newest first, while others come and go", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  await filled(server, 5);
  const first = await page(server, "?limit=2");
  assert.deepEqual(
    first.items.map((item) => item.id),
    ["r4", "r3"],
  );
  await server.ask("/recordings/r3", { method: "DELETE" });
  await ingest(server, metadata("new", { started_at: "2026-11-21T00:00:00Z" }));
  const second = await page(server, `?limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual(
    second.items.map((item) => item.id),
    ["r2", "r1"],
  );
  const last = await page(server, `?limit=2&cursor=${second.next_cursor}`);
  assert.deepEqual([last.items.map((item) => item.id), last.next_cursor], [["r0"], null]);
});

test("a query that cannot be is a 400", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  await filled(server, 2);
  const { next_cursor } = await page(server, "?limit=1");
  for (const query of [
    "limit=0",
    "limit=-1",
    "limit=abc",
    "limit=1.5",
    "limit=1&limit=2",
    "sync_state=asleep",
    "cursor=x",
    `cursor=${next_cursor}x`,
    `cursor=${next_cursor}&sync_state=ingested`,
    "q=",
  ])
    assert.equal((await server.ask(`/recordings?${query}`)).status, 400, query);
  assert.equal((await server.ask("/recordings?limit=1000000000")).status, 200);
});

test("a search finds what was said, says where, and keeps its pages apart from others", async (t) => {
  let said = 0;
  const transcriber = scripted(async () => {
    said++;
    const text = said === 2 ? "Das Geräusch war über der Brücke" : "the meeting is on friday";
    return {
      ...HEARD,
      segments: [
        { start: 1, end: 2, text: "before" },
        { start: 3, end: 4, text },
      ],
    };
  });
  const server = await startServer(t, { transcriber });
  await filled(server, 3);
  await until(server, () => server.parts.queue.counts().done === 6);
  const found = await page(server, "?q=meeting+FRI&limit=1");
  assert.equal(found.items.length, 1);
  assert.deepEqual(found.hits, [
    { recording_id: found.items[0]?.id, start: 3, end: 4, text: "the meeting is on friday" },
  ]);
  const next = await page(server, `?q=meeting+FRI&limit=1&cursor=${found.next_cursor}`);
  assert.equal(next.items.length, 1);
  assert.equal((await server.ask(`/recordings?cursor=${found.next_cursor}`)).status, 400);
  assert.equal((await page(server, "?q=geräusch")).hits?.length, 1);
  assert.deepEqual((await page(server, "?q=nobody")).items, []);
  for (const odd of ["%22", "*", "%27%3B--", "NEAR/2", "a%00b"])
    assert.equal((await server.ask(`/recordings?q=${odd}`)).status, 200, odd);
});

test("audio is served whole, in ranges and by head, and is another after none of these", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const audio = wav(1);
  await ingest(server, metadata("a"), audio);
  const ask = (headers: Record<string, string>, method = "GET") =>
    server.ask("/recordings/a/audio", { headers, method });
  const whole = await ask({});
  assert.deepEqual([whole.status, whole.headers.get("content-type")], [200, "audio/wav"]);
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), audio);
  const etag = whole.headers.get("etag") ?? "";
  const part = await ask({ range: "bytes=4-7", "if-range": etag });
  assert.deepEqual(
    [part.status, part.headers.get("content-range")],
    [206, `bytes 4-7/${audio.length}`],
  );
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), audio.subarray(4, 8));
  assert.equal((await ask({ range: "bytes=4-7", "if-range": `W/${etag}` })).status, 200);
  assert.equal((await ask({ range: `bytes=${audio.length}-` })).status, 416);
  assert.equal((await ask({ "if-none-match": etag })).status, 304);
  const head = await ask({}, "HEAD");
  assert.deepEqual([head.status, head.headers.get("content-length")], [200, String(audio.length)]);
  assert.equal(whole.headers.get("x-content-type-options"), "nosniff");
});

test("an id that cannot be one is no recording, and leads to no file", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  for (const id of ["..%2f..%2fkeys.json", "%2e%2e", "a%00", "x".repeat(200), "%c3%28"])
    for (const rest of ["", "/audio", "/transcript", "/summary"])
      assert.ok(
        [400, 404].includes((await server.ask(`/recordings/${id}${rest}`)).status),
        `${id}${rest}`,
      );
});

test("a wrong method is a 405, a wrong address a 404, a wrong name a 403", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const put = await server.ask("/recordings", { method: "PUT" });
  assert.deepEqual([put.status, put.headers.get("allow")], [405, "HEAD, GET"]);
  assert.equal((await server.ask("/nothing")).status, 404);
  const request = new Request("http://evil.example/api/v1/recordings", {
    headers: { authorization: `Bearer ${server.secret}` },
  });
  assert.equal((await server.fetch(request)).status, 403);
  assert.equal(
    (await server.ask("/recordings", { headers: { origin: "https://evil.example" } })).status,
    403,
  );
});

test("health, the description and its docs need no key", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  for (const path of ["/api/v1/health", "/openapi.json", "/docs"])
    assert.equal((await fetch(`${server.url}${path}`)).status, 200, path);
});
