import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { createDeviceClient } from "../tools/recorder/client/device-client.ts";
import { createServerClient } from "../tools/recorder/client/server-client.ts";
import { type DemoRecorder, openDemoRecorder } from "./demo-recorder.ts";

const signal = AbortSignal.timeout(30_000);

async function stateFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "outpost-demo-test-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** No engine is found on an empty PATH. */
async function open(t: TestContext, folder: string): Promise<DemoRecorder> {
  const opened = await openDemoRecorder({ folder, mic: false, env: { PATH: "" } });
  t.after(opened.close);
  return opened;
}

function clients({ device, values }: DemoRecorder) {
  const server = { url: values.RECORDER_SERVER_URL ?? "", token: values.RECORDER_SERVER_KEY };
  return { device: createDeviceClient(device), server: createServerClient(server) };
}

suite("the recorder of the demo", () => {
  test("a take that ends at once holds all of the spoken file, and stays for the next demo", async (t) => {
    const folder = await stateFolder(t);
    const first = await open(t, folder);
    const { device } = clients(first);
    await device.start(signal);
    const { id, duration_s } = await device.stop(signal);
    assert.ok(duration_s >= 23 && duration_s < 26, `${duration_s} s`);
    await first.close();
    const next = await open(t, folder);
    assert.deepEqual(
      (await clients(next).device.list({}, signal)).items.map((one) => one.id),
      [id],
    );
    assert.equal(next.values.RECORDER_SERVER_KEY, first.values.RECORDER_SERVER_KEY);
  });

  test("two demos at once do not get in each other's way, and the second leaves nothing", async (t) => {
    const folder = await stateFolder(t);
    const [one, other] = [await open(t, folder), await open(t, folder)];
    assert.equal((await clients(one).device.status(signal)).recordings_count, 0);
    await clients(other).device.start(signal);
    await clients(other).device.stop(signal);
    assert.equal((await clients(one).device.status(signal)).recordings_count, 0);
    assert.equal((await clients(other).device.status(signal)).recordings_count, 1);
  });

  test("the server knows the device by its name, and nobody without the key", async (t) => {
    const opened = await open(t, await stateFolder(t));
    const { server } = clients(opened);
    assert.deepEqual((await server.status(signal)).devices, ["desk"]);
    const url = `${opened.values.RECORDER_SERVER_URL}/api/v1/recordings`;
    assert.equal((await fetch(url)).status, 401);
  });

  test("closes while a connection is open that says nothing", async (t) => {
    const opened = await open(t, await stateFolder(t));
    const { port } = new URL(opened.values.RECORDER_SERVER_URL ?? "");
    const idle = connect(Number(port), "127.0.0.1");
    await clients(opened).server.status(signal);
    await opened.close();
    await new Promise((resolve) =>
      idle.destroyed ? resolve(undefined) : idle.once("close", resolve),
    );
  });
});
