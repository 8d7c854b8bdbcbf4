import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { errorBody } from "../../../tools/recorder/contract.ts";
import {
  DEAF,
  ingest,
  leftBehind,
  metadata,
  sendRaw,
  startServer,
  until,
  wav,
} from "../server.fixture.ts";

const codeOf = async (answer: Response) => errorBody.parse(await answer.json()).code;

test("a header that lies about the rate is seen by the length, and nothing is left", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const audio = wav(8);
  audio.writeUInt32LE(16_000, 24);
  const answer = await ingest(server, metadata("lies", { duration_s: 8 }), audio);
  assert.equal(answer.status, 422);
  assert.equal(await codeOf(answer), "duration_mismatch");
  assert.deepEqual(await leftBehind(server), { staged: [], recordings: 0 });
});

test("what is deleted while it still comes in was not there, and is kept when it is whole", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const head = `--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n${JSON.stringify(metadata("slow"))}\r\n--x\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), wav(), Buffer.from("\r\n--x--\r\n")]);
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.write(
    `POST /api/v1/ingest HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${server.secret}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 5_000));
  while ((await leftBehind(server)).staged.length === 0)
    await new Promise((resolve) => setImmediate(resolve));
  const path = "/recordings/slow";
  assert.equal((await server.ask(path, { method: "DELETE" })).status, 404);
  assert.equal((await server.ask(path)).status, 404);
  assert.equal((await server.ask(`${path}/audio`)).status, 404);
  socket.write(body.subarray(5_000));
  const [answer] = (await once(socket, "data")) as [Buffer]; // as the event has it
  assert.match(answer.toString(), /^HTTP\/1\.1 202 /);
  socket.destroy();
  assert.equal((await server.ask(path)).status, 200);
  assert.equal((await server.ask(path, { method: "DELETE" })).status, 204);
  assert.equal((await server.ask(path, { method: "DELETE" })).status, 404);
});

test("audio that is deleted while it is sent is sent to its end", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const sent = wav(200);
  await ingest(server, metadata("long", { duration_s: 0 }), sent);
  const answer = await server.ask("/recordings/long/audio");
  assert.equal((await server.ask("/recordings/long", { method: "DELETE" })).status, 204);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), sent);
});

test("a transcript that is damaged on disk is no transcript, and is none for the exports", async (t) => {
  const server = await startServer(t);
  await ingest(server, metadata("a"));
  await until(server, () => server.parts.queue.counts().done === 2);
  const path = await server.parts.storage.blobs.fileOf("a", "transcript.json");
  writeFileSync(path ?? "", '{"recording_id":"a","langu');
  for (const what of ["transcript", "export?format=srt"]) {
    const answer = await server.ask(`/recordings/a/${what}`);
    assert.equal(answer.status, 409, what);
    assert.equal(await codeOf(answer), "not_transcribed");
  }
  assert.equal((await server.ask("/recordings/a/audio")).status, 200);
});

/** Makes a folder one that cannot be written to, until what it gives is called. Undefined where this user may not. */
function locked(folder: string): (() => void) | undefined {
  const mount = (...words: string[]) => execFileSync("mount", words, { stdio: "ignore" });
  try {
    mount("--bind", folder, folder);
  } catch {
    return undefined;
  }
  mount("-o", "remount,bind,ro", folder);
  return () => void execFileSync("umount", ["-l", folder]);
}

test("a disk that takes no more writes is told as such, and what is there is still served", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  await ingest(server, metadata("first"));
  const free = locked(join(server.folder, "tmp"));
  if (!free) return t.skip("no folder can be locked here (needs root)");
  try {
    const answer = await ingest(server, metadata("second"));
    assert.equal(answer.status, 503);
    assert.equal(await codeOf(answer), "unavailable");
    assert.equal((await server.ask("/recordings/first/audio")).status, 200);
  } finally {
    free();
  }
  assert.equal((await ingest(server, metadata("second"))).status, 202);
});

test("a key of a megabyte is refused, and the server goes on", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const answer = await sendRaw(
    server,
    `GET /api/v1/recordings HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${"x".repeat(2 ** 20)}\r\n\r\n`,
  ).catch(() => "the connection was cut");
  assert.match(answer, /^HTTP\/1\.1 431 |cut/);
  assert.equal((await server.ask("/recordings")).status, 200);
});
