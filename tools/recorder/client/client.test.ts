import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { access, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { generate } from "selfsigned";
import { HubError, type Problem } from "../../kit/errors.ts";
import { serveHere } from "../../kit/serve-here.fixture.ts";
import type { Recording } from "../contract.ts";
import { createDeviceClient } from "./device-client.ts";
import { createServerClient } from "./server-client.ts";

const AUDIO = randomBytes(900_000);
const SHA256 = createHash("sha256").update(AUDIO).digest("hex");
const RECORDING: Recording = {
  id: "a",
  started_at: "2026-11-21T08:15:00.000Z",
  duration_s: 1,
  sample_rate: 16_000,
  channels: 1,
  codec: "wav_pcm_s16le",
  sha256: SHA256,
  source: "device",
};
const signal = new AbortController().signal;

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "outpost-client-"));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

const failing = (problem: Problem, words?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof HubError, String(error));
  assert.equal(error.problem, problem, error.message);
  if (words) assert.match(`${error.message} ${error.advice}`, words);
  return true;
};

test("a download that is cut off is resumed, proved and put in place whole", async (t) => {
  const ranges: (string | undefined)[] = [];
  const url = await serveHere(t, (request, response) => {
    ranges.push(request.headers.range);
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const range = { "content-range": `bytes ${from}-${AUDIO.length - 1}/${AUDIO.length}` };
    const length = { "content-length": AUDIO.length - from };
    response.writeHead(from > 0 ? 206 : 200, from > 0 ? { ...range, ...length } : length);
    if (from >= 600_000) return void response.end(AUDIO.subarray(from));
    response.write(AUDIO.subarray(from, from + 300_000), () => response.destroy());
  });
  const file = join(await folder(t), "a.wav");
  const client = createDeviceClient({ url, token: "secret" });
  const got = await client.downloadAudio(RECORDING, { file, most: 1e6 }, signal);
  assert.deepEqual(got, { bytes: AUDIO.length, sha256: SHA256 });
  assert.deepEqual(await readFile(file), AUDIO);
  assert.ok(ranges.length > 1);
});

test("a download goes on with what an earlier run left, unless the audio is another by now", async (t) => {
  const asked: unknown[] = [];
  const url = await serveHere(t, ({ headers }, response) => {
    asked.push([headers.range, headers["if-range"]]);
    response.end(AUDIO);
  });
  const file = join(await folder(t), "a.wav");
  await writeFile(`${file}.part`, "of another recording");
  const client = createDeviceClient({ url });
  await client.downloadAudio(RECORDING, { file, most: 1e6 }, signal);
  assert.deepEqual(asked, [["bytes=20-", `"sha256-${SHA256}"`]]);
  assert.deepEqual(await readFile(file), AUDIO);
});

test("bytes that are not the promised ones are not kept, nor more than may be", async (t) => {
  const url = await serveHere(t, (_request, response) => response.end("something else"));
  const at = await folder(t);
  const client = createDeviceClient({ url });
  const get = (most: number) =>
    client.downloadAudio(RECORDING, { file: join(at, "a.wav"), most }, signal);
  await assert.rejects(get(1e6), failing("failed", /SHA-256/));
  assert.deepEqual(await readdir(at), []);
  await assert.rejects(get(5), failing("limit"));
  await assert.rejects(access(join(at, "a.wav")));
});

test("the token goes to its origin alone: a redirect is not followed", async (t) => {
  const elsewhere = await serveHere(t, () => assert.fail("the redirect was followed"));
  const url = await serveHere(t, ({ headers }, response) => {
    assert.equal(headers.authorization, "Bearer secret");
    response.writeHead(307, { location: `${elsewhere}/api/v1/recordings` }).end();
  });
  const client = createServerClient({ url, token: "secret" });
  await assert.rejects(client.list({}, signal), failing("failed", /redirect/));
});

test("an address that would carry the token in the clear, or is none, is refused", () => {
  const make = (url: string, insecureLan = false) => createDeviceClient({ url, insecureLan });
  for (const url of ["http://192.168.1.5:8021", "http://recorder.local:8021"]) {
    assert.throws(() => make(url), failing("bad-input", /openly/));
    make(url, true);
  }
  for (const url of ["recorder", "file:///etc", "http://a:b@127.0.0.1/", "https://x/path", ""])
    assert.throws(() => make(url), failing("bad-input"));
});

test("each failure of the other side is told apart, with what to do", async (t) => {
  const answers: [status: number, body: string, problem: Problem, words: RegExp][] = [
    [401, "{}", "sign-in", /does not take this key\. .*RECORDER_SERVER_KEY/],
    [404, '{"error":"None.","detail":null,"code":"recording_not_found"}', "not-found", /None/],
    [409, '{"error":"Later.","detail":"Wait.","code":"not_transcribed"}', "changed", /Wait/],
    [500, '{"error":"Oh.","detail":null,"code":"internal"}', "failed", /Oh/],
    [502, "<html>", "failed", /no recorder/],
    [200, "<html>", "failed", /not what a recorder/],
    [200, "[]", "failed", /not what a recorder/],
  ];
  for (const [status, body, problem, words] of answers) {
    const url = await serveHere(t, (_request, response) => response.writeHead(status).end(body));
    await assert.rejects(createServerClient({ url }).get("a", signal), failing(problem, words));
  }
});

test("where nothing listens the command that starts it is named", async (t) => {
  const url = await serveHere(t, () => undefined);
  const gone = createServer();
  gone.listen(0, "127.0.0.1");
  await once(gone, "listening");
  const { port } = gone.address() as AddressInfo; // it listens on a port
  gone.close();
  const at = `http://127.0.0.1:${port}`;
  const device = createDeviceClient({ url: at });
  await assert.rejects(device.status(signal), failing("unavailable", /`outpost device`/));
  const server = createServerClient({ url: at });
  await assert.rejects(server.status(signal), failing("unavailable", /`outpost server`/));
  const far = createDeviceClient({
    url: "https://192.0.2.7:8021",
    fetch: () => Promise.reject(new TypeError("fetch failed")),
  });
  await assert.rejects(far.status(signal), failing("unavailable", /--listen 0\.0\.0\.0:8021`/));
  const slow = createDeviceClient({ url, waitMs: 30 });
  await assert.rejects(slow.status(signal), failing("timed-out"));
  const stop = new AbortController();
  const waiting = createDeviceClient({ url }).status(stop.signal);
  stop.abort();
  await assert.rejects(waiting, { name: "AbortError" });
});

test("a pinned certificate is spoken with, and no other", async (t) => {
  const one = await generate([{ name: "commonName", value: "recorder" }], { keySize: 2048 });
  let asked = 0;
  const server = createTlsServer({ key: one.private, cert: one.cert }, (_request, response) => {
    asked++;
    response.end('{"status":"ok","version":"1"}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  const other = createDeviceClient({ url, pinSha256: "0".repeat(64) });
  await assert.rejects(other.health(signal), failing("unavailable", /not the pinned one/));
  await assert.rejects(
    createDeviceClient({ url }).health(signal),
    failing("unavailable", /not known here/),
  );
  assert.equal(asked, 0);
  const bytes = createHash("sha256")
    .update(Buffer.from(derOf(one.cert), "base64"))
    .digest("hex");
  const pinned = createDeviceClient({ url, pinSha256: bytes });
  assert.equal((await pinned.health(signal)).status, "ok");
});

const derOf = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, "");
