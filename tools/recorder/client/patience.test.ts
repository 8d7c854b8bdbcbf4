import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { collectGarbage } from "../../kit/collect-garbage.fixture.ts";
import { serveHere } from "../../kit/serve-here.fixture.ts";
import type { Recording } from "../contract.ts";
import { createDeviceClient } from "./device-client.ts";

const WAIT_MS = 100;
const RECORDING: Recording = {
  id: "a",
  started_at: "2026-11-21T08:15:00.000Z",
  duration_s: 1,
  sample_rate: 16_000,
  channels: 1,
  codec: "wav_pcm_s16le",
  source: "device",
};
const never = new AbortController().signal;

/** A client of something that answers like that, while garbage is collected all the time, or left to Node. */
async function clientOf(
  t: TestContext,
  listener: RequestListener,
  waitMs = WAIT_MS,
  isCollected = true,
) {
  const url = await serveHere(t, listener);
  const collecting = isCollected ? setInterval(collectGarbage, 20) : undefined;
  t.after(() => clearInterval(collecting));
  return createDeviceClient({ url, waitMs });
}

const late = { problem: "timed-out" };

test("an answer that never begins is waited for no longer than was said", async (t) => {
  const client = await clientOf(t, () => undefined);
  await Promise.all(Array.from({ length: 10 }, () => assert.rejects(client.health(never), late)));
});

test("an answer that stops in the middle is waited for no longer, and its connection is given up", async (t) => {
  const closed: Promise<unknown>[] = [];
  const client = await clientOf(t, (request, response) => {
    // However it ends: a client that gives up may well reset the connection.
    closed.push(new Promise((resolve) => request.socket.once("close", resolve)));
    response.write('{"status":');
  });
  await Promise.all(Array.from({ length: 10 }, () => assert.rejects(client.health(never), late)));
  await Promise.all(closed);
});

test("a download that stops in the middle is waited for no longer, though each piece has its own time", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "outpost-patience-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const client = await clientOf(t, (_request, response) => void response.write("some of it"));
  const to = { file: join(folder, "a.wav"), most: 1e6 };
  // Without a hash nothing is taken up again.
  await assert.rejects(client.downloadAudio(RECORDING, to, never), late);
});

test("a download that goes on may take longer than each of its pieces", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "outpost-patience-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const pieces = 40;
  const listener: RequestListener = (_request, response) => {
    let sent = 0;
    const sending = setInterval(() => {
      response.write("piece");
      if (++sent < pieces) return;
      clearInterval(sending);
      response.end();
    }, 20);
  };
  const client = await clientOf(t, listener, 500, false);
  const to = { file: join(folder, "a.wav"), most: 1e6 };
  const { bytes } = await client.downloadAudio(RECORDING, to, never);
  assert.equal(bytes, pieces * "piece".length);
});

test("whoever gives up waiting is told so, not that it was late", async (t) => {
  const stop = new AbortController();
  const answer: RequestListener = (_request, response) => {
    response.write("{");
    stop.abort();
  };
  const client = await clientOf(t, answer, 60_000);
  await assert.rejects(client.health(stop.signal), { name: "AbortError" });
});
