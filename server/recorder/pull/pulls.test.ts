import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Device, openDevice } from "../../../device/open-device.ts";
import { toneSource } from "../../../device/source/tone.ts";
import { createDeviceClient } from "../../../tools/recorder/client/device-client.ts";
import type { LineWorld } from "../../../tools/recorder/client/line.ts";
import { pull as pullShape } from "../../../tools/recorder/contract.ts";
import { startServer, type TestServer, temporaryFolder } from "../server.fixture.ts";

const never = new AbortController().signal;

async function aDevice(
  t: TestContext,
  mostSeconds = 3,
): Promise<{ device: Device; where: LineWorld }> {
  const shelf = await mkdtemp(join(tmpdir(), "outpost-pulled-"));
  t.after(() => rm(shelf, { recursive: true, force: true }));
  const device = await openDevice({
    shelf,
    source: toneSource(Number.POSITIVE_INFINITY),
    version: "1",
    port: 0,
    limits: { mostSeconds },
  });
  t.after(device.close);
  return { device, where: { url: device.url, token: device.newToken } };
}

async function record(where: LineWorld): Promise<void> {
  const client = createDeviceClient(where);
  await client.start(never);
  // The longest take has a few seconds, and a tone is as fast as the disk.
  while ((await client.status(never)).state !== "idle");
}

async function aServer(t: TestContext, devices: ReadonlyMap<string, LineWorld>) {
  return startServer(t, { devices });
}

async function pulled(server: TestServer, device = "kitchen") {
  const begun = await server.ask("/pull", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ device }),
  });
  assert.equal(begun.status, 202);
  for (;;) {
    const pull = pullShape.parse(await (await server.ask(`/pull/${device}`)).json());
    if (pull.state !== "running") return pull;
  }
}

test("what a device holds is fetched once, whole, and known the next time", async (t) => {
  const { where } = await aDevice(t);
  await record(where);
  await record(where);
  const server = await aServer(t, new Map([["kitchen", where]]));
  const first = await pulled(server);
  assert.deepEqual(
    [first.state, first.seen, first.fetched, first.known, first.failures],
    ["done", 2, 2, 0, []],
  );
  const again = await pulled(server);
  assert.deepEqual([again.fetched, again.known], [0, 2]);
  const there = await createDeviceClient(where).list({}, never);
  for (const { id, sha256 } of there.items)
    assert.equal((await server.parts.storage.metadata.get(id))?.sha256, sha256);
  assert.deepEqual(await readdir(join(server.folder, "pulls")), []);
});

test("what was deleted on the server is not fetched again", async (t) => {
  const { where } = await aDevice(t);
  await record(where);
  const server = await aServer(t, new Map([["kitchen", where]]));
  await pulled(server);
  const [kept] = server.parts.storage.metadata.list({ limit: 1 }).items;
  await server.parts.recordings.remove(kept?.id ?? "");
  const again = await pulled(server);
  assert.deepEqual([again.fetched, again.known], [0, 1]);
});

test("a fetch that was broken off a week ago is not kept", async (t) => {
  const { where } = await aDevice(t);
  const server = await aServer(t, new Map([["kitchen", where]]));
  const folder = join(server.folder, "pulls");
  await mkdir(folder, { recursive: true });
  const left = { old: `${"a".repeat(64)}.part`, new: `${"b".repeat(64)}.part`, other: "notes.txt" };
  for (const name of Object.values(left)) await writeFile(join(folder, name), "RIFF");
  const eightDaysAgo = Date.now() / 1000 - 8 * 24 * 3600;
  for (const name of [left.old, left.other])
    await utimes(join(folder, name), eightDaysAgo, eightDaysAgo);
  assert.equal((await pulled(server)).state, "done");
  assert.deepEqual((await readdir(folder)).sort(), [left.new, left.other].sort());
});

test("a fetch that the disk has no room for leaves nothing, and is done once there is some", async (t) => {
  const folder = await temporaryFolder(t);
  const resize = (how: string) => spawnSync("mount", ["-t", "tmpfs", "-o", how, "tmpfs", folder]);
  // Room for the recording on its way, and not for a copy.
  if (resize("size=6m").status !== 0) return t.skip("this system lets nobody mount a small disk");
  try {
    const { where } = await aDevice(t, 120);
    await record(where);
    const server = await startServer(t, { devices: new Map([["kitchen", where]]) }, { folder });
    const failed = await pulled(server);
    assert.equal(failed.state, "failed");
    assert.match(failed.reason ?? "", /disk is full/);
    assert.deepEqual(await readdir(join(folder, "tmp")), []);
    assert.equal(resize("remount,size=12m").status, 0);
    assert.equal((await pulled(server)).fetched, 1);
    await server.close();
  } finally {
    spawnSync("umount", ["-l", folder]);
  }
});

test("a device that is away, or does not know the token, is said in the pull", async (t) => {
  const { where } = await aDevice(t);
  const devices = new Map([
    ["gone", { url: "http://127.0.0.1:9", token: "x" }],
    ["stranger", { ...where, token: "not-the-token-of-this-device" }],
  ]);
  const server = await aServer(t, devices);
  assert.match((await pulled(server, "gone")).reason ?? "", /127\.0\.0\.1:9/);
  const stranger = await pulled(server, "stranger");
  assert.equal(stranger.state, "failed");
  assert.match(stranger.reason ?? "", /token/i);
});

test("only names of the settings can be pulled from, never an address", async (t) => {
  const server = await aServer(t, new Map());
  const ask = (body: object) =>
    server.ask("/pull", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  assert.equal((await ask({ device: "kitchen" })).status, 404);
  assert.equal((await ask({ device: "http://10.0.0.1/" })).status, 422);
  assert.equal((await ask({ device: "kitchen", url: "http://10.0.0.1/" })).status, 422);
  assert.equal((await server.ask("/pull/kitchen")).status, 404);
});
