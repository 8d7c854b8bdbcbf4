import assert from "node:assert/strict";
import { test } from "node:test";
import { errorBody } from "../../../tools/recorder/contract.ts";
import {
  DEAF,
  form,
  ingest,
  leftBehind,
  metadata,
  sendRaw,
  startServer,
  type TestServer,
  wav,
} from "../server.fixture.ts";

const codeOf = async (answer: Response) => errorBody.parse(await answer.json()).code;

async function nothingIsLeft(server: TestServer): Promise<void> {
  // An upload that was cut off is cleared away a moment after its connection has gone.
  for (let tries = 0; tries < 100; tries++) {
    if ((await leftBehind(server)).staged.length === 0) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(await leftBehind(server), { staged: [], recordings: 0 });
}

test("metadata that cannot be taken is refused with its status, and nothing is left", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const json = (more: Record<string, unknown>) => JSON.stringify(metadata("bad", more));
  const without = (name: string) => JSON.stringify({ ...metadata("bad"), [name]: undefined });
  const cases: [what: string, text: string, status: number][] = [
    ["no JSON", "{", 400],
    ["an empty text", "", 400],
    ["an array", "[]", 400],
    ["null", "null", 400],
    ["a number", "7", 400],
    ["depth 10000", "[".repeat(10_000), 400],
    ["a deep member", `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, 400],
    ["one key twice", `{"id":"a",${json({}).slice(1)}`, 400],
    ["1 MB", json({ device_id: "x".repeat(1_000_000) }), 413],
    ["no id", without("id"), 422],
    ["an empty id", json({ id: "" }), 422],
    ["an id of 10000 characters", json({ id: "x".repeat(10_000) }), 422],
    ["an id as a number", json({ id: 7 }), 422],
    ...[
      "..",
      "../../etc/passwd",
      "%2e%2e%2f",
      "a/b",
      "a\\b",
      ".",
      ".hidden",
      "a b",
      "ä",
      "a\u0000",
      "a\n",
      "\ud800",
    ].map((id): [string, string, number] => [`the id ${JSON.stringify(id)}`, json({ id }), 422]),
    ["no start", without("started_at"), 422],
    ["a start that is none", json({ started_at: "yesterday" }), 422],
    ["a start in the year 9999", json({ started_at: "9999-01-01T00:00:00Z" }), 422],
    ["a start without a zone", json({ started_at: "2026-11-20T08:15:00" }), 422],
    ["a length below 0", json({ duration_s: -1 }), 422],
    ["a length of 1e308", json({ duration_s: 1e308 }), 422],
    ["a length that is no number", json({}).replace('"duration_s":1', '"duration_s":NaN'), 400],
    ["a rate of 0", json({ sample_rate: 0 }), 422],
    ["a rate as a text", json({ sample_rate: "16000" }), 422],
    ["a rate of half a hertz", json({ sample_rate: 0.5 }), 422],
    ["no channel", json({ channels: 0 }), 422],
    ["another size", json({ size_bytes: 7 }), 422],
    ["another sha256", json({ sha256: "0".repeat(64) }), 422],
    ["a sha256 that is too short", json({ sha256: "abc" }), 422],
    ["a source that is none", json({ source: "dream" }), 422],
    ["another length than the audio's", json({ duration_s: 20 }), 422],
    ["a control character in the device", json({ device_id: "a\u001b[31m" }), 422],
  ];
  for (const [what, text, status] of cases) {
    const answer = await ingest(server, text);
    assert.equal(answer.status, status, what);
    assert.equal(typeof (await codeOf(answer)), "string", what);
  }
  await nothingIsLeft(server);
});

test("__proto__ in the metadata pollutes nothing", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const text = `{"__proto__":{"polluted":true},${JSON.stringify(metadata("proto")).slice(1)}`;
  assert.ok([202, 400, 422].includes((await ingest(server, text)).status));
  assert.equal("polluted" in {}, false);
});

test("a sha256 or size that does not agree is told apart", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const code = async (more: Record<string, unknown>) =>
    codeOf(await ingest(server, metadata("bad", more)));
  assert.equal(await code({ sha256: "0".repeat(64) }), "sha256_mismatch");
  assert.equal(await code({ size_bytes: 1 }), "size_mismatch");
  assert.equal(await code({ duration_s: 20 }), "duration_mismatch");
});

test("what is no audio is refused with its status, and nothing is left", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const headerOnly = wav(1).subarray(0, 44);
  const cases: [what: string, audio: Buffer, status: number[]][] = [
    ["nothing", Buffer.alloc(0), [422]],
    ["43 bytes", wav().subarray(0, 43), [422]],
    ["a header alone", headerOnly, [422]],
    ["zeros", Buffer.alloc(5_000), [415, 422]],
    ["a web page", Buffer.from("<!doctype html><script>alert(1)</script>"), [415]],
    ["an mp3", Buffer.from([0xff, 0xfb, 0x90, 0, ...Array(500).fill(0)]), [415]],
    ["the beginning of an Ogg", Buffer.from("OggS"), [415, 422]],
  ];
  for (const [what, audio, status] of cases) {
    const answer = await ingest(server, metadata("noise"), audio);
    assert.ok(status.includes(answer.status), `${what}: ${answer.status}`);
  }
  await nothingIsLeft(server);
});

test("a body that is no multipart, or lacks a part, is refused", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const post = (
    body: FormData | Uint8Array<ArrayBuffer> | string,
    headers: Record<string, string> = {},
  ) => server.ask("/ingest", { method: "POST", body, headers });
  const two = form(metadata("x"));
  two.append("audio", new Blob([Uint8Array.from(wav())]), "b.wav");
  const many = form(metadata("x"));
  for (let i = 0; i < 1_000; i++) many.append(`part${i}`, "x");
  const onlyAudio = new FormData();
  onlyAudio.append("audio", new Blob([Uint8Array.from(wav())]), "a.wav");
  const onlyMetadata = new FormData();
  onlyMetadata.append("metadata", JSON.stringify(metadata("x")));
  const asText = new FormData();
  asText.append("metadata", JSON.stringify(metadata("x")));
  asText.append("audio", "RIFF");
  const cases: [what: string, answer: Promise<Response>, status: number][] = [
    ["JSON", post("{}", { "content-type": "application/json" }), 415],
    ["no type", post(new Uint8Array(3)), 415],
    ["no boundary", post("x", { "content-type": "multipart/form-data" }), 400],
    ["an empty body", post("", { "content-type": "multipart/form-data; boundary=x" }), 400],
    ["garbage", post("garbage", { "content-type": "multipart/form-data; boundary=x" }), 400],
    [
      "no closing boundary",
      post('--x\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n{}', {
        "content-type": "multipart/form-data; boundary=x",
      }),
      400,
    ],
    [
      "a part header of 100 kB",
      post(
        `--x\r\ncontent-disposition: form-data; name="metadata"\r\nx-a: ${"a".repeat(100_000)}\r\n\r\n{}\r\n--x--`,
        { "content-type": "multipart/form-data; boundary=x" },
      ),
      400,
    ],
    ["gzip", post(form(metadata("x")), { "content-encoding": "gzip" }), 415],
    ["two audio parts", post(two), 400],
    ["a thousand parts", post(many), 400],
    ["no metadata", post(onlyAudio), 400],
    ["no audio", post(onlyMetadata), 400],
    ["audio as text", post(asText), 400],
  ];
  for (const [what, pending, status] of cases) assert.equal((await pending).status, status, what);
  await nothingIsLeft(server);
});

test("audio above the limit is refused with the limit, announced or not", async (t) => {
  const server = await startServer(t, { transcriber: DEAF }, { maxAudioBytes: 20_000 });
  const answer = await ingest(server, metadata("big", { duration_s: 5 }), wav(5));
  assert.equal(answer.status, 413);
  assert.match(errorBody.parse(await answer.json()).detail ?? "", /20000/);
  const announced = await sendRaw(
    server,
    `POST /api/v1/ingest HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${server.secret}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 99999999\r\n\r\n`,
  );
  assert.match(announced, /^HTTP\/1\.1 413 /);
  assert.equal((await ingest(server, metadata("fits"), wav(1))).status, 202);
});
