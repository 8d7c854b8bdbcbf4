import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { test } from "node:test";
import {
  DEAF,
  leftBehind,
  metadata,
  sendRaw,
  startServer,
  type TestServer,
  wav,
} from "../server.fixture.ts";
import { receiveUpload } from "./receive-upload.ts";

const HEAD = (server: TestServer, more: string, key = server.secret) =>
  `POST /api/v1/ingest HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: multipart/form-data; boundary=x\r\n${more}\r\n`;

const bodyOf = (id: string) =>
  Buffer.concat([
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n${JSON.stringify(metadata(id))}\r\n--x\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n`,
    ),
    wav(),
    Buffer.from("\r\n--x--\r\n"),
  ]);

async function staged(server: TestServer, count: number): Promise<void> {
  for (let tries = 0; tries < 4_000; tries++) {
    if ((await leftBehind(server)).staged.length === count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.fail(`there are not ${count} uploads on their way`);
}

test("a wrong key is answered before the body is sent", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  for (const key of ["", "rec_wrong", "x".repeat(9_000), "käse"]) {
    const answer = await sendRaw(server, HEAD(server, "Content-Length: 1000000000\r\n", key));
    assert.match(answer, /^HTTP\/1\.1 401 /, key.slice(0, 10));
    assert.match(answer, /www-authenticate: Bearer/i);
  }
  assert.deepEqual(await leftBehind(server), { staged: [], recordings: 0 });
});

test("a client that waits to be told gets to go on with a good key, and no with a bad one", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const body = bodyOf("asked");
  const wait = `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n`;
  assert.match(await sendRaw(server, HEAD(server, wait, "rec_wrong")), /^HTTP\/1\.1 401 /);
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.write(HEAD(server, wait));
  const [told] = (await once(socket, "data")) as [Buffer];
  assert.match(told.toString(), /^HTTP\/1\.1 100 Continue/);
  socket.write(body);
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  assert.match(answer.toString(), /^HTTP\/1\.1 202 /);
});

test("what is no HTTP is answered with an error body, and the connection ends", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const large = `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${"x".repeat(70_000)}\r\n\r\n`;
  const chunk = `${HEAD(server, "Transfer-Encoding: chunked\r\n")}zz\r\n`;
  for (const [sent, status, code] of [
    ["\u0000\u0001\r\n\r\n", 400, "bad_request"],
    [large, 431, "too_large"],
    [chunk, 400, "bad_request"],
  ] as const) {
    const answer = await sendRaw(server, sent);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} .*"code":"${code}"`, "s"));
  }
  await staged(server, 0);
});

test("a body without a length, in chunks, is taken", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const body = bodyOf("chunked");
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += 1_000) {
    const piece = body.subarray(at, at + 1_000);
    chunks.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
  }
  const all = Buffer.concat([
    Buffer.from(HEAD(server, "Transfer-Encoding: chunked\r\n")),
    ...chunks,
    Buffer.from("0\r\n\r\n"),
  ]);
  assert.match(await sendRaw(server, all), /^HTTP\/1\.1 202 /);
});

test("a client that goes away in the middle leaves nothing", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const body = bodyOf("cut");
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.write(HEAD(server, `Content-Length: ${body.length}\r\n`));
  socket.write(body.subarray(0, 5_000));
  await staged(server, 1);
  socket.destroy();
  await staged(server, 0);
  assert.equal((await leftBehind(server)).recordings, 0);
});

test("a body that is shorter than announced is given up when the client goes silent", async (t) => {
  const server = await startServer(t, { transcriber: DEAF }, { idleMs: 60 });
  const body = bodyOf("short");
  const answer = await sendRaw(
    server,
    Buffer.concat([
      Buffer.from(HEAD(server, `Content-Length: ${body.length + 50}\r\n`)),
      body.subarray(0, 3_000),
    ]),
  );
  assert.match(answer, /^HTTP\/1\.1 408 /);
  await staged(server, 0);
});

test("a body that trickles, never silent for long, is given up as well", async (t) => {
  const server = await startServer(t, { transcriber: DEAF }, { idleMs: 60 });
  const body = bodyOf("trickle");
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.write(HEAD(server, `Content-Length: ${body.length}\r\n`));
  let at = 0;
  const trickle = setInterval(() => socket.write(body.subarray(at, ++at)), 5);
  const [answer] = (await once(socket, "data")) as [Buffer];
  clearInterval(trickle);
  socket.destroy();
  assert.match(answer.toString(), /^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  await staged(server, 0);
});

test("a slow line that keeps up is waited for", async (t) => {
  const server = await startServer(t, { transcriber: DEAF }, { idleMs: 600 });
  const body = bodyOf("phone");
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.write(HEAD(server, `Content-Length: ${body.length}\r\n`));
  let at = 0;
  // 20 kB/s, for longer than the pace is measured over.
  const line = setInterval(() => {
    socket.write(body.subarray(at, at + 200));
    at += 200;
  }, 10);
  const [answer] = (await once(socket, "data")) as [Buffer];
  clearInterval(line);
  socket.destroy();
  assert.match(answer.toString(), /^HTTP\/1\.1 202 /);
});

test("a body that is cut short by the closing boundary of another is refused", async (t) => {
  const server = await startServer(t, { transcriber: DEAF });
  const body = bodyOf("lost").subarray(0, 4_000);
  const answer = await sendRaw(
    server,
    Buffer.concat([Buffer.from(HEAD(server, `Content-Length: ${body.length}\r\n`)), body]),
  );
  assert.match(answer, /^HTTP\/1\.1 400 /);
  await staged(server, 0);
});

test("a client that has gone before the first look at its body is not waited for", async () => {
  const body = new Readable({ read: () => undefined });
  body.on("error", () => undefined).destroy(new Error("aborted"));
  await new Promise((resolve) => body.once("close", resolve));
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const limits = { audioBytes: 9, metadataBytes: 9, idleMs: 60_000 };
  const sink = { write: async () => undefined };
  await assert.rejects(receiveUpload(body, headers, sink, limits, String), /cut off/);
});
