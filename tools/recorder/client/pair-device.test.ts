import assert from "node:assert/strict";
import { test } from "node:test";
import { startDevice } from "../../../device/device.fixture.ts";
import { HubError } from "../../kit/errors.ts";
import { createDeviceClient } from "./device-client.ts";
import { pairDevice } from "./pair-device.ts";

const signal = new AbortController().signal;

const failing = (problem: string) => (error: unknown) =>
  error instanceof HubError && error.problem === problem;

test("a device is paired by the code on its console, and its token then opens it", async (t) => {
  const { device } = await startDevice(t);
  const { url } = device;
  const code = device.newPairingCode();
  await assert.rejects(pairDevice({ url }, "0000-0000", signal), failing("sign-in"));
  await assert.rejects(pairDevice({ url }, "short", signal), failing("bad-input"));
  const { token, deviceId } = await pairDevice({ url }, code.toLowerCase(), signal);
  const status = await createDeviceClient({ url, token }).status(signal);
  assert.equal(status.device_id, deviceId);
  await assert.rejects(pairDevice({ url }, code, signal), {
    problem: "sign-in",
    advice: /for one pairing\. Started again, the device shows a new one/,
  });
});

test("a code that was read beside another certificate does not pair: nobody can stand in between", async (t) => {
  const { device } = await startDevice(t);
  const between = { url: device.url, pinSha256: "AB".repeat(32), fetch: globalThis.fetch };
  await assert.rejects(pairDevice(between, device.newPairingCode(), signal), failing("sign-in"));
});
