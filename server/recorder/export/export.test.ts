import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { HubError } from "../../../tools/kit/errors.ts";
import { EXPORT_FORMATS, errorBody, fullRecord } from "../../../tools/recorder/contract.ts";
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
import { attachment } from "./file-name.ts";

const get = (server: TestServer, format: string, id = "a") =>
  server.ask(`/recordings/${id}/export?format=${format}`);

async function summarised(server: TestServer): Promise<void> {
  await until(
    server,
    async () => (await server.parts.storage.metadata.get("a"))?.sync_state === "summarised",
  );
}

test("a summarised recording is exported in all seven formats, each under its name", async (t) => {
  const server = await startServer(t);
  await ingest(server, metadata("a", { device_id: "Küche/oben" }));
  await summarised(server);
  for (const format of EXPORT_FORMATS) {
    const answer = await get(server, format);
    assert.equal(answer.status, 200, format);
    assert.equal(answer.headers.get("content-type"), "application/octet-stream");
    assert.equal(
      answer.headers.get("content-disposition"),
      `attachment; filename="2026-11-20 08.15 Kuche-oben.${format}"; filename*=UTF-8''2026-11-20%2008.15%20K%C3%BCche-oben.${format}`,
    );
    assert.ok((await answer.arrayBuffer()).byteLength > 0, format);
  }
  const record = fullRecord.parse(await (await get(server, "json")).json());
  assert.equal(record.transcript?.segments.length, 2);
  assert.equal(record.summary?.recording_id, "a");
  assert.equal(
    await (await get(server, "txt")).text(),
    `${HEARD.segments.map((each) => each.text).join("\n")}\n`,
  );
});

test("audio is exported as it came, or made anew once and kept", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const audio = wav(2);
  await ingest(server, metadata("a", { duration_s: 2 }), audio);
  assert.deepEqual(Buffer.from(await (await get(server, "wav")).arrayBuffer()), audio);
  const both = await Promise.all([get(server, "ogg"), get(server, "ogg")]);
  const [first, second] = await Promise.all(
    both.map(async (each) => Buffer.from(await each.arrayBuffer())),
  );
  assert.equal(first?.subarray(0, 4).toString(), "OggS");
  assert.deepEqual(first, second);
  const part = await server.ask("/recordings/a/export?format=ogg", {
    headers: { range: "bytes=0-3" },
  });
  assert.deepEqual([part.status, await part.text()], [206, "OggS"]);
  assert.equal(
    (await server.ask("/recordings/a/export?format=ogg", { method: "HEAD" })).status,
    200,
  );
  assert.deepEqual(await readdir(join(server.folder, "tmp")), []);
});

test("what needs a transcript is a 409 until there is one; audio and the record are not", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  await ingest(server, metadata("a"));
  for (const format of ["txt", "srt", "vtt", "md"])
    assert.equal((await get(server, format)).status, 409, format);
  for (const format of ["wav", "ogg", "json"])
    assert.equal((await get(server, format)).status, 200, format);
  assert.equal((await server.ask("/recordings/a/transcript")).status, 409);
  assert.equal((await server.ask("/recordings/a/summary")).status, 409);
});

test("what is not there yet says what it waits for, or why it failed and what helps", async (t) => {
  const paths = ["/export?format=srt", "/transcript", "/summary"];
  const told = async (server: TestServer, path: string) =>
    errorBody.parse(await (await server.ask(`/recordings/a${path}`)).json()).detail ?? "";
  const job = (server: TestServer, state: string) =>
    until(server, () => server.parts.queue.of("a").some((each) => each.state === state));

  const deaf = await startServer(t, { transcriber: DEAF });
  await ingest(deaf, metadata("a"));
  await until(deaf, () => deaf.parts.queue.of("a").some((each) => each.reason !== null));
  for (const path of paths) assert.match(await told(deaf, path), /waits\..*apt-get install ears/);

  const broken = scripted(() => Promise.reject(new HubError("failed", "The engine broke.")));
  const failing = await startServer(t, { transcriber: broken });
  await ingest(failing, metadata("a"));
  await job(failing, "failed");
  for (const path of paths)
    assert.match(await told(failing, path), /has failed\. The engine broke\..*POST .*\/retry/);
});

test("a format that is none, is missing or is given twice is a 400; no recording is a 404", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  await ingest(server, metadata("a"));
  for (const query of ["?format=mp3", "", "?format=", "?format=wav&format=ogg", "?format=WAV"])
    assert.equal((await server.ask(`/recordings/a/export${query}`)).status, 400, query);
  for (const id of ["none", "..%2f..%2fetc%2fpasswd", "%00", "a%2fb"])
    assert.equal((await get(server, "wav", id)).status, 404, id);
});

test("what was said cannot become markup in Markdown", async (t) => {
  const text =
    "<img src=x onerror=alert(1)> [link](javascript:alert(1)) `code` **bold** # no\n\n- [ ] list http://evil.example";
  const transcriber = scripted(async () => ({ ...HEARD, segments: [{ start: 0, end: 1, text }] }));
  const server = await startServer(t, { transcriber });
  await ingest(server, metadata("a"));
  await summarised(server);
  const md = await (await get(server, "md")).text();
  assert.doesNotMatch(md, /<img/);
  assert.doesNotMatch(md, /(?<!\\)\[link(?<!\\)\]/);
  assert.doesNotMatch(md, /http:\/\//);
  assert.match(md, /## Transcript/);
});

test("a file name is safe everywhere, and whole where the client can read it", () => {
  const cases: [name: string, written: string][] = [
    ["plain.txt", 'attachment; filename="plain.txt"'],
    ['say "hi".txt', 'attachment; filename="say -hi-.txt"'],
    ["../../etc/passwd", 'attachment; filename="-..-etc-passwd"'],
    ["a\r\nSet-Cookie: x=1.txt", 'attachment; filename="aSet-Cookie- x=1.txt"'],
    ["CON.txt", 'attachment; filename="_CON.txt"'],
    ["", 'attachment; filename="recording"'],
    ["会議.srt", "attachment; filename=\"__.srt\"; filename*=UTF-8''%E4%BC%9A%E8%AD%B0.srt"],
    [
      "it's (1)*ü.md",
      "attachment; filename=\"it's (1)-u.md\"; filename*=UTF-8''it%27s%20%281%29-%C3%BC.md",
    ],
    ["\u202etxt.exe\ud800", 'attachment; filename="txt.exe"'],
  ];
  for (const [name, written] of cases) assert.equal(attachment(name), written);
  assert.ok(attachment(`${"é".repeat(500)}.txt`).length < 1_500);
});
