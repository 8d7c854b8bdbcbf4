import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Seeded } from "../../tools/cluster/simulator/seeded.ts";
import { deviceStatus, type Recording, recording } from "../../tools/recorder/contract.ts";
import { begunUploads } from "../../tools/recorder/remote/ceph-rgw.fixture.ts";
import type { StorageServer } from "../../tools/recorder/remote/webdav-servers.fixture.ts";
import { type Api, apiOf, isWhole } from "./api.ts";
import { folderAgrees } from "./folder.ts";
import { startServer } from "./ingest-kills.ts";
import { type Launched, launch, MAIN } from "./launch.ts";
import { checkStorage } from "./storage-check.ts";
import { temporary } from "./temporary.ts";

/** How long everything may take to settle after a kill, on a busy machine. */
const PATIENCE_MS = 120_000;
const MIB = 2 ** 20;

type Running = { program: Launched; api: Api };
type World = { storage: StorageServer; shelf: string; folder: string; token: string; key: string };
type Kind = "device" | "storage" | "server";

/**
 * A device uploads to a storage server, and a server picks that up, while one of the three is killed, in turn, in the
 * middle of a transfer; what was killed is started again. In the end every recording is there, verified, and picked up
 * exactly once.
 */
export async function killUploads(kills: number, storage: StorageServer, random: Seeded) {
  const shelf = temporary("shelf");
  const folder = temporary("server");
  const world: World = { storage, shelf, folder, token: "", key: "" };
  const counts = {
    kills,
    deviceKills: 0,
    storageKills: 0,
    serverKills: 0,
    inTransfer: 0,
    /** Of those, with an upload in parts begun and not ended. */
    inParts: 0,
    recordings: 0,
    MiB: 0,
  };
  let device = await firstDevice(world);
  let server = await firstServer(world);
  /** How many of them are long enough for an upload in parts, which WebDAV does not know. */
  const inParts = storage.settings.target === "s3" ? 0.5 : 0.1;
  const pickedUp: string[] = [];
  const kept: Recording[] = [];
  try {
    for (let round = 0; round < kills; round++) {
      const victim = (["device", "storage", "server"] as const)[round % 3] ?? "device";
      const made = await record(device.api, random, inParts);
      kept.push(made);
      await settled(device.api, victim);
      const long = storage.settings.target === "s3" && (made.size_bytes ?? 0) > 16 * MIB;
      if (long && victim !== "server") await begunInParts(device.api, storage);
      await pause(random.next() * (victim === "server" ? 1500 : transferMs(made)));
      if (await isUnderWay(device.api, server.api, victim, kept)) counts.inTransfer++;
      counts[`${victim}Kills`]++;
      if (victim === "server") {
        await server.program.kill();
        pickedUp.push(...told(server));
        server = await serverOf(world);
      } else if (victim === "storage") {
        await storage.kill();
        await storage.start();
      }
      // After a failure it waits for minutes; a start looks at once.
      if (victim === "server") continue;
      await device.program.kill();
      if (storage.settings.target === "s3" && (await begunUploads(storage.settings)).length > 0)
        counts.inParts++;
      device = await deviceOf(world);
    }
    await allThere(device.api, server.api, kept);
    const list = await device.api.list();
    assert.deepEqual(list.map(({ id }) => id).sort(), kept.map(({ id }) => id).sort());
    folderAgrees(shelf, list);
    for (const each of list) await isWhole(device.api, each);
    const taken = await server.api.list();
    folderAgrees(folder, taken);
    for (const each of kept) {
      assert.equal(taken.find(({ id }) => id === each.id)?.sha256, each.sha256);
      assert.equal(await server.api.hash(each.id), each.sha256);
    }
    assert.equal(taken.length, kept.length);
    await checkStorage(storage.settings, kept);
    pickedUp.push(...told(server));
    assert.equal(new Set(pickedUp).size, pickedUp.length, "none was picked up twice");
    counts.recordings = kept.length;
    counts.MiB = Math.round(kept.reduce((sum, each) => sum + (each.size_bytes ?? 0), 0) / MIB);
    return counts;
  } finally {
    await device.program.kill();
    await server.program.kill();
    await rm(shelf, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

const told = ({ program }: Running) =>
  [...program.text().matchAll(/^picked up (\S+)/gm)].map(([, id]) => id ?? "");

function startDevice({ shelf }: World): Launched {
  return launch(MAIN, ["device", "--listen", "0", "--shelf", shelf, "--tone", "--speed", "0"], {
    OUTPOST_CONFIG_DIR: shelf,
    DEVICE_LEAST_FREE_MIB: "1",
    DEVICE_POWER: "powered",
  });
}

const urlOf = async (program: Launched) =>
  (await program.printed(/API +(\S+)\/api\/v1\n/))[1] ?? "";

async function deviceOf(world: World): Promise<Running> {
  const program = startDevice(world);
  return { program, api: apiOf(await urlOf(program), world.token) };
}

async function firstDevice(world: World): Promise<Running> {
  const program = startDevice(world);
  world.token = (await program.printed(/token +(\S+) +\(shown/))[1] ?? "";
  const api = apiOf(await urlOf(program), world.token);
  const { target, endpoint, bucketOrPath, accessKey, secretKey } = world.storage.settings;
  const body = JSON.stringify({
    upload_target: target,
    upload_endpoint: endpoint,
    upload_bucket_or_path: bucketOrPath,
    upload_access_key: accessKey,
    upload_secret_key: secretKey,
  });
  const headers = { "content-type": "application/json" };
  const answer = await api.ask("/device/config", { method: "PUT", body, headers });
  assert.equal(answer.status, 200, await answer.text());
  return { program, api };
}

function startPickup({ folder, storage }: World): Launched {
  const { target, endpoint, bucketOrPath, accessKey, secretKey } = storage.settings;
  return startServer(folder, {
    SERVER_PICKUP_TARGET: target,
    SERVER_PICKUP_ENDPOINT: endpoint,
    SERVER_PICKUP_PATH: bucketOrPath,
    SERVER_PICKUP_ACCESS_KEY: accessKey,
    SERVER_PICKUP_SECRET_KEY: secretKey,
    SERVER_PICKUP_SECONDS: "1",
  });
}

async function serverOf(world: World): Promise<Running> {
  const program = startPickup(world);
  return { program, api: apiOf(await urlOf(program), world.key) };
}

async function firstServer(world: World): Promise<Running> {
  const program = startPickup(world);
  world.key = (await program.printed(/API key +(\S+) +\(shown/))[1] ?? "";
  return { program, api: apiOf(await urlOf(program), world.key) };
}

/** About as long as this takes to be uploaded. */
const transferMs = ({ size_bytes = 0 }: Recording) => 50 + (6 * size_bytes) / MIB;

/** Some megabytes of a tone, at whose end the upload begins. */
async function record(api: Api, random: Seeded, inParts: number): Promise<Recording> {
  const start = recording.parse(await post(api, "/record/start"));
  const bytes = MIB * (random.next() < inParts ? 17 + random.next() * 24 : 1 + random.next() * 10);
  for (let made = 0; made < bytes; ) {
    await pause(20);
    const now = (await api.get(start.id)) ?? start;
    made = now.duration_s * now.sample_rate * 2;
  }
  return recording.parse(await post(api, "/record/stop"));
}

async function post(api: Api, path: string): Promise<unknown> {
  const answer = await api.ask(path, { method: "POST" });
  const said: unknown = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(said));
  return said;
}

/** Waits until the device uploads, or for the server until it has nothing left to upload. */
async function settled(device: Api, victim: Kind): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { state } = deviceStatus.parse(await (await device.ask("/device")).json());
    const local = (await device.list()).some((each) => each.sync_state === "local");
    if (!local || (victim !== "server" && state === "uploading")) return;
    assert.ok(Date.now() < until, "the upload begins, and ends");
    await pause(5);
  }
}

/** Waits until the storage knows of an upload in parts, or it is over. */
async function begunInParts(device: Api, storage: StorageServer): Promise<void> {
  while ((await begunUploads(storage.settings)).length === 0) {
    if ((await device.list()).every((each) => each.sync_state === "uploaded")) return;
    await pause(5);
  }
}

async function isUnderWay(
  device: Api,
  server: Api,
  victim: Kind,
  kept: readonly Recording[],
): Promise<boolean> {
  if (victim === "server") return (await server.list()).length < kept.length;
  return deviceStatus.parse(await (await device.ask("/device")).json()).state === "uploading";
}

async function allThere(device: Api, server: Api, kept: readonly Recording[]): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const isUp = (await device.list()).every((each) => each.sync_state === "uploaded");
    if (isUp && (await server.list()).length >= kept.length) return;
    assert.ok(Date.now() < until, "all is uploaded and picked up");
    await pause(100);
  }
}
