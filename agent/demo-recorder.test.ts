import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { createDeviceClient } from "../tools/recorder/client/device-client.ts";
import { createServerClient } from "../tools/recorder/client/server-client.ts";
import { type DemoRecorder, openDemoRecorder } from "./demo-recorder.ts";

const { signal } = new AbortController();

/** A state folder, and demos in it; no engine is found on an empty PATH. */
async function stage(t: TestContext): Promise<() => Promise<DemoRecorder>> {
  const folder = await mkdtemp(join(tmpdir(), "outpost-demo-test-"));
  const demos: DemoRecorder[] = [];
  // One hook, because hooks run in the order in which they were made: the folder goes last.
  t.after(async () => {
    for (const demo of demos) await demo.close();
    await rm(folder, { recursive: true, force: true });
  });
  return async () => {
    const demo = await openDemoRecorder({ folder, mic: false, env: { PATH: "" } });
    demos.push(demo);
    return demo;
  };
}

function clients({ device, values }: DemoRecorder) {
  const server = { url: values.RECORDER_SERVER_URL ?? "", token: values.RECORDER_SERVER_KEY };
  return { device: createDeviceClient(device), server: createServerClient(server) };
}

suite("the recorder of the demo", () => {
  test("a take that ends at once holds all of the spoken file, and stays for the next demo", async (t) => {
    const open = await stage(t);
    const first = await open();
    const { device } = clients(first);
    await device.start(signal);
    const { id, duration_s } = await device.stop(signal);
    assert.ok(duration_s >= 23 && duration_s < 26, `${duration_s} s`);
    await first.close();
    const next = await open();
    assert.deepEqual(
      (await clients(next).device.list({}, signal)).items.map((one) => one.id),
      [id],
    );
    assert.equal(next.values.RECORDER_SERVER_KEY, first.values.RECORDER_SERVER_KEY);
  });

  test("two demos at once do not get in each other's way, and the second leaves nothing", async (t) => {
    const open = await stage(t);
    const [one, other] = [await open(), await open()];
    assert.equal((await clients(one).device.status(signal)).recordings_count, 0);
    await clients(other).device.start(signal);
    await clients(other).device.stop(signal);
    assert.equal((await clients(one).device.status(signal)).recordings_count, 0);
    assert.equal((await clients(other).device.status(signal)).recordings_count, 1);
  });

  test("the server knows the device by its name, and nobody without the key", async (t) => {
    const opened = await (await stage(t))();
    const { server } = clients(opened);
    assert.deepEqual((await server.status(signal)).devices, ["desk"]);
    const url = `${opened.values.RECORDER_SERVER_URL}/api/v1/recordings`;
    assert.equal((await fetch(url)).status, 401);
  });

  test("closes while a connection is open that says nothing", async (t) => {
    const opened = await (await stage(t))();
    const { port } = new URL(opened.values.RECORDER_SERVER_URL ?? "");
    const idle = connect(Number(port), "127.0.0.1");
    await clients(opened).server.status(signal);
    await opened.close();
    await new Promise((resolve) =>
      idle.destroyed ? resolve(undefined) : idle.once("close", resolve),
    );
  });
});
