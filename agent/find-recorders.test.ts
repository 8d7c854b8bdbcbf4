import assert from "node:assert/strict";
import { test } from "node:test";
import { startDevice } from "../device/device.fixture.ts";
import { startServer } from "../server/recorder/server.fixture.ts";
import { findNearbyRecorders } from "./find-recorders.ts";

const addressOf = (url: string) => ({
  host: new URL(url).hostname,
  port: Number(new URL(url).port),
});

test("a device and a server of this machine are found where the settings let them listen", async (t) => {
  const { device } = await startDevice(t);
  const server = await startServer(t);
  const found = await findNearbyRecorders({
    DEVICE_LISTEN: addressOf(device.url),
    SERVER_LISTEN: addressOf(server.url),
  });
  const of = (url: string) => ({ id: "this machine", url, fingerprint: undefined });
  assert.deepEqual(found.devices[0], of(device.url));
  assert.deepEqual(found.servers[0], of(server.url));
});
