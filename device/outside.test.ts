import assert from "node:assert/strict";
import { once } from "node:events";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { connect as connectTls } from "node:tls";
import { z } from "zod";
import { openAudioWriter } from "../tools/recorder/audio/audio-writer.ts";
import { errorBody, recording, recordingPage } from "../tools/recorder/contract.ts";
import { startDevice, temporary } from "./device.fixture.ts";
import { PUBLIC_KEY } from "./ota/firmware.fixture.ts";
import { openSlots } from "./ota/slots.ts";

/** A shelf on which a killed device left a take of some seconds, in a codec. */
async function withLeftTake(t: TestContext, codec: "wav_pcm_s16le" | "adpcm" | "opus", id: string) {
  const shelf = await temporary(t);
  const folder = join(shelf, "takes", id);
  await mkdir(folder, { recursive: true });
  const started_at = "2026-11-21T08:00:00.000Z";
  await writeFile(join(folder, "take.json"), JSON.stringify({ id, device_id: "left", started_at }));
  const path = join(folder, codec === "opus" ? "audio.ogg" : "audio.wav");
  const whole = join(shelf, "whole");
  const writer = await openAudioWriter(whole, { sampleRate: 16_000, channels: 1, codec });
  await writer.append(new Uint8Array(3 * 32_000).fill(3));
  // As it is on disk at the moment of the kill.
  await copyFile(whole, path);
  await writer.close();
  return shelf;
}

const ID = "01M7YFSRV2HSCDVAKRJ1MTMNWG";

for (const codec of ["wav_pcm_s16le", "adpcm", "opus"] as const)
  test(`an unfinished take in ${codec} is on the shelf after the next start`, async (t) => {
    const shelf = await withLeftTake(t, codec, ID);
    const { get, device } = await startDevice(t, { shelf });
    assert.equal(device.recovered.recordings.length, 1);
    const kept = recording.parse(await (await get(`/recordings/${ID}`)).json());
    assert.equal(kept.started_at, "2026-11-21T08:00:00.000Z");
    assert.equal(kept.device_id, "left");
    assert.ok(kept.duration_s >= 2, `${kept.duration_s} s`);
    assert.equal((await get(`/recordings/${ID}/audio`)).status, 200);
  });

test("a take of which nothing can be heard is set aside, and one that is empty goes", async (t) => {
  const shelf = await temporary(t);
  for (const [id, bytes] of [
    ["A", 5000],
    ["B", 44],
  ] as const) {
    await mkdir(join(shelf, "takes", id), { recursive: true });
    await writeFile(join(shelf, "takes", id, "audio.wav"), new Uint8Array(bytes));
  }
  const { device, get } = await startDevice(t, { shelf });
  assert.deepEqual(device.recovered.unreadable, [join(shelf, "unreadable", "A")]);
  assert.deepEqual(await readdir(join(shelf, "takes")), []);
  assert.deepEqual(recordingPage.parse(await (await get("/recordings")).json()).items, []);
});

test("off loopback it serves HTTPS with a certificate that it keeps", async (t) => {
  const { device, shelf, token } = await startDevice(t, { host: "0.0.0.0" });
  const { port, protocol } = new URL(device.url);
  assert.equal(protocol, "https:");
  const seen = connectTls({ host: "127.0.0.1", port: Number(port), rejectUnauthorized: false });
  await once(seen, "secureConnect");
  assert.equal(seen.getPeerX509Certificate()?.fingerprint256, device.fingerprint);
  seen.destroy();
  const asked = request(`https://127.0.0.1:${port}/api/v1/device`, {
    rejectUnauthorized: false,
    headers: { authorization: `Bearer ${token}` },
  }).end();
  const [answer] = await once(asked, "response");
  assert.equal(answer.statusCode, 200);
  answer.resume();
  await device.close();
  const again = await startDevice(t, { shelf, host: "0.0.0.0" });
  assert.equal(again.device.fingerprint, device.fingerprint);
});

test("in the clear off loopback only when that is said aloud", async (t) => {
  const { device } = await startDevice(t, { host: "0.0.0.0", insecureLan: true });
  assert.equal(new URL(device.url).protocol, "http:");
  await assert.rejects(startDevice(t, { host: "recorder.example" }), /no address to listen on/);
});

test("wrong addresses, methods, ids, queries and hosts each have their status", async (t) => {
  const { api, ask, device } = await startDevice(t);
  const long = "x".repeat(10_000);
  const cases: [method: string, path: string, status: number][] = [
    ["GET", "/recordings/nothing", 404],
    ["GET", "/recordings/..%2f..%2fetc%2fpasswd", 404],
    ["GET", "/recordings/%00", 404],
    ["GET", `/recordings/${long}`, 404],
    ["DELETE", "/recordings/nothing", 404],
    ["GET", "/recordings/nothing/audio", 404],
    ["GET", "/recordings?limit=0", 400],
    ["GET", "/recordings?limit=-1", 400],
    ["GET", "/recordings?limit=abc", 400],
    ["GET", "/recordings?limit=1&limit=2", 400],
    ["GET", "/recordings?limit=1000000000", 200],
    ["GET", "/recordings?cursor=garbage", 400],
    ["GET", "/recordings?cursor=eyJhIjoxfQ", 400],
    ["GET", "/recordings?sync_state=lost", 400],
    ["GET", "/recordings?sync_state=local", 200],
    ["PUT", "/recordings", 405],
    ["GET", "/record/start", 405],
    ["DELETE", "/device", 405],
    ["GET", "/nothing", 404],
  ];
  for (const [method, path, status] of cases) {
    const answer = await api(path, { method });
    assert.equal(answer.status, status, `${method} ${path.slice(0, 60)}`);
    if (status !== 200) errorBody.parse(await answer.json());
  }
  const elsewhere = await ask("/api/v1/device", { headers: { origin: "https://evil.example" } });
  assert.equal(elsewhere.status, 403);
  const socket = connect(Number(new URL(device.url).port), "127.0.0.1");
  socket.end("GET /api/v1/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
  const [first] = await once(socket, "data");
  assert.match(String(first), /^HTTP\/1.1 403/);
});

test("what its description promises is there, and its docs open without a token", async (t) => {
  const ota = {
    key: PUBLIC_KEY,
    slots: await openSlots(await temporary(t)),
    restart: () => undefined,
  };
  const { ask, api } = await startDevice(t, { ota });
  const answer = await ask("/openapi.json", { token: null });
  const { paths } = z
    .object({ paths: z.record(z.string(), z.looseObject({})) })
    .parse(await answer.json());
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) {
      const answer = await api(path.replace("{id}", ID), {
        method: method.toUpperCase(),
        body: null,
      });
      assert.ok(
        answer.status !== 405 && answer.status < 500,
        `${method} ${path}: ${answer.status}`,
      );
      if (answer.status === 404) assert.ok(path.includes("{id}"), path);
      await answer.text();
    }
  assert.equal((await ask("/docs", { token: null })).status, 200);
});
