import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceConfigUpdate } from "../contract.ts";
import { RecorderFailure } from "./failure.ts";
import { readJson, readMetadata } from "./read-json.ts";

const METADATA = {
  id: "a",
  started_at: "2026-11-21T08:15:00Z",
  duration_s: 1,
  sample_rate: 16_000,
  channels: 1,
  codec: "opus",
};

const failing = (code: string, words?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof RecorderFailure);
  assert.equal(error.code, code, error.advice);
  if (words) assert.match(error.advice ?? "", words);
  return true;
};

function update(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const request = new Request("http://recorder.test/", {
    method: "PUT",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  return readJson(deviceConfigUpdate, request);
}

test("a body of JSON is read by its schema", async () => {
  assert.deepEqual(await update('{"codec":"opus"}'), { codec: "opus" });
  assert.deepEqual(await update("{}", { "content-type": "Application/JSON; charset=utf-8" }), {});
});

test("another type, a compressed and a large body are refused before they are read", async () => {
  const types = ["text/plain", "application/jsonx", "multipart/form-data; boundary=x", ""];
  for (const type of types)
    await assert.rejects(update("{}", { "content-type": type }), failing("unsupported_media"));
  await assert.rejects(update("{}", { "content-encoding": "gzip" }), failing("unsupported_media"));
  await assert.rejects(update(" ".repeat(70_000)), failing("too_large"));
});

test("a body that trickles in is not waited for", async () => {
  let trickle: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      trickle = setInterval(() => controller.enqueue(Buffer.from(" ")), 5);
    },
  });
  const headers = { "content-type": "application/json" };
  const request = new Request("http://recorder.test/", {
    method: "PUT",
    headers,
    body,
    duplex: "half",
  });
  await assert.rejects(readJson(deviceConfigUpdate, request, 40), failing("request_timeout"));
  clearInterval(trickle);
});

test("what is no JSON object, or says a thing twice, cannot be read", async () => {
  const twice = '{"codec":"opus","codec":"adpcm"}';
  const deep = `${'{"a":'.repeat(8_000)}1${"}".repeat(8_000)}`;
  for (const body of ["", "{", "null", "[]", '"x"', "1", twice, "{}{}", "\u0000", "['a']"])
    await assert.rejects(update(body), failing("bad_request"), body);
  await assert.rejects(update(new Uint8Array([0x7b, 0xff, 0x7d])), failing("bad_request"));
  await assert.rejects(update(deep), RecorderFailure);
});

test("a value that cannot be taken is named by its field, never repeated", async () => {
  const secret = "short secret";
  await assert.rejects(update(JSON.stringify({ api_token: secret })), (error) => {
    failing("invalid_value", /^api_token: /)(error);
    assert.doesNotMatch(JSON.stringify(error), new RegExp(secret));
    return true;
  });
  await assert.rejects(update('{"nonsense":1}'), failing("invalid_value", /: nonsense$/));
  await assert.rejects(update('{"__proto__":{"codec":"opus"}}'), RecorderFailure);
  assert.equal(({} as { codec?: string }).codec, undefined);
});

test("metadata is read as the contract's recording, at most 64 KiB of it", () => {
  assert.equal(readMetadata(JSON.stringify(METADATA)).id, "a");
  const large = JSON.stringify({ ...METADATA, more: "x".repeat(70_000) });
  assert.throws(() => readMetadata(large), failing("too_large"));
  assert.throws(() => readMetadata("not json"), failing("bad_request"));
  assert.throws(() => readMetadata("[]"), failing("bad_request"));
  const { id: _, ...nameless } = METADATA;
  assert.throws(() => readMetadata(JSON.stringify(nameless)), failing("invalid_value", /^id: /));
  const endless = JSON.stringify(METADATA).replace('"duration_s":1', '"duration_s":1e999');
  assert.throws(() => readMetadata(endless), failing("invalid_value", /^duration_s: /));
  assert.throws(() => readMetadata("[".repeat(60_000)), failing("bad_request"));
});
