import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startDevice } from "../../device/device.fixture.ts";
import { openSlots } from "../../device/ota/slots.ts";
import { serveHere } from "../kit/serve-here.fixture.ts";
import { createDeviceClient } from "./client/device-client.ts";
import { stage } from "./stage.fixture.ts";
import { RecorderFailure } from "./surface/failure.ts";

async function folder(t: TestContext): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "outpost-refused-")));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A device that is idle, and that answers the start of a recording with this failure; without one, not at all. */
async function deviceThatFails(t: TestContext, failure?: RecorderFailure) {
  const real = await startDevice(t);
  const url = await serveHere(t, (request, response) => {
    if (request.method === "POST") {
      if (!failure) return void request.socket.destroy();
      return void response.writeHead(failure.status).end(JSON.stringify(failure.body()));
    }
    void real
      .ask(String(request.url))
      .then((answer) => answer.text())
      .then((text) => response.end(text));
  });
  return stage(t, { devices: { desk: { url } } });
}

test("firmware that a device refuses for want of a key is told as not done", async (t) => {
  const at = await folder(t);
  // Larger than what is under way between two programs: the answer comes before all of it is sent.
  await writeFile(join(at, "image.bin"), randomBytes(4_000_000));
  const slots = await openSlots(at);
  const ota = { key: undefined, slots, restart: () => assert.fail("it restarts") };
  const { device, token } = await startDevice(t, { ota });
  const desk = { url: device.url, token };
  const { run } = await stage(t, { devices: { desk }, folders: [at] });
  const outcome = await run("firmware_update", { file: "image.bin" });
  assert.ok(!outcome.ok);
  assert.match(outcome.text, /trusts no key for its firmware\. Not done: update the firmware/);
  assert.match(outcome.text, /DEVICE_FIRMWARE_KEY_FILE/);
  assert.doesNotMatch(outcome.text, /unknown|present state/);
  assert.match(JSON.stringify(outcome.data), /"state":"failed"/);
});

test("a recording that no microphone hears is told as not done", async (t) => {
  const none = new RecorderFailure("no_microphone", "There is none.", { detail: "Install sox." });
  const { run } = await deviceThatFails(t, none);
  const { text } = await run("recording_start");
  assert.match(text, /There is none\. Not done: start[^.]*\. Install sox\./);
});

test("a recording that a device refuses because it is being stopped is told as not done", async (t) => {
  const real = await startDevice(t);
  await real.device.recorder.close();
  const { run } = await stage(t, {
    devices: { desk: { url: real.device.url, token: real.token } },
  });
  const { text } = await run("recording_start");
  assert.match(text, /The recorder is being stopped\. Not done: start/);
  assert.doesNotMatch(text, /unknown|present state/);
});

test("a request that reached no device has done nothing", async (t) => {
  const { device } = await startDevice(t);
  await device.close();
  const start = createDeviceClient({ url: device.url }).start(new AbortController().signal);
  await assert.rejects(start, { problem: "unavailable", nothingDone: true });
});

test("whether a start took effect is unknown where its answer is lost, or the device does not know", async (t) => {
  const troubled = new RecorderFailure("unavailable", "The storage does not answer.");
  for (const failure of [undefined, troubled]) {
    const { run } = await deviceThatFails(t, failure);
    const { text } = await run("recording_start");
    assert.match(text, /Whether it took effect is unknown: start/);
    assert.match(text, /Look at its present state/);
  }
});
