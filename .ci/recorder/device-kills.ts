import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Seeded } from "../../tools/cluster/simulator/seeded.ts";
import { type Recording, recording } from "../../tools/recorder/contract.ts";
import { type Api, apiOf, isWhole } from "./api.ts";
import { folderAgrees } from "./folder.ts";
import { killAt, type Launched, launch, MAIN, momentOf } from "./launch.ts";
import { temporary } from "./temporary.ts";

/** Of a running recording no more may be gone after a kill. */
const MOST_LOST_S = 1.5;

/** What the client of a device has been told, and what it must find again. */
type Told = {
  /** Answers to stop: whole, as they were told. */
  kept: Map<string, Recording>;
  /** Answers to start without one to stop: when it began, and when the device was killed. */
  running: Map<string, { from: number; until: number }>;
  removed: Set<string>;
};

/** Kills a device that records, over and over on one shelf, and checks at each start what is there. */
export async function killDevices(kills: number, random: Seeded) {
  const shelf = temporary("shelf");
  const told: Told = { kept: new Map(), running: new Map(), removed: new Set() };
  const counts = { kills, recordings: 0, cutShort: 0, mostLost_s: 0, removed: 0, startMs: 0 };
  const first = start(shelf);
  const token = (await first.printed(/token +(\S+) +\(shown/))[1] ?? "";
  await first.kill();
  try {
    for (let round = 0; round <= kills; round++) {
      const began = performance.now();
      const device = start(shelf);
      const moment = momentOf(random, counts.startMs, 2500);
      const work = async () => {
        const api = apiOf((await device.printed(/API +(\S+)\/api\/v1\n/))[1] ?? "", token);
        counts.startMs = Math.round(performance.now() - began);
        await checked(api, shelf, told, counts);
        moment.ready();
        if (round < kills) await record(api, told, random);
      };
      if (round === kills) {
        await work().finally(device.end);
        break;
      }
      const killed = await killAt(moment.come, device, work);
      for (const take of told.running.values()) take.until = Math.min(take.until, killed);
    }
  } finally {
    await rm(shelf, { recursive: true, force: true });
  }
  return counts;
}

function start(shelf: string): Launched {
  return launch(MAIN, ["device", "--listen", "0", "--shelf", shelf, "--tone"], {
    OUTPOST_CONFIG_DIR: shelf,
    DEVICE_LEAST_FREE_MIB: "1",
  });
}

/** Starts, stops and deletes at any moment, in any codec, until the device is gone. */
async function record(api: Api, told: Told, random: Seeded): Promise<void> {
  for (;;) {
    const codec = random.pick(["wav_pcm_s16le", "wav_pcm_s16le", "adpcm", "opus"]);
    const body = JSON.stringify({ codec });
    const headers = { "content-type": "application/json" };
    await api.ask("/device/config", { method: "PUT", body, headers });
    const begun = recording.parse(
      await (await api.ask("/record/start", { method: "POST" })).json(),
    );
    const take = { from: Date.parse(begun.started_at), until: Number.POSITIVE_INFINITY };
    told.running.set(begun.id, take);
    await pause(random.next() * 1500);
    // From here on it may be closed at any moment: what is heard after this is no loss.
    take.until = Date.now();
    const ended = recording.parse(await (await api.ask("/record/stop", { method: "POST" })).json());
    told.running.delete(begun.id);
    told.kept.set(ended.id, ended);
    const ids = [...told.kept.keys()];
    if (random.next() > 0.3) continue;
    const id = random.pick(ids as [string, ...string[]]); // one was kept just now
    // Until it is answered it may be there or not.
    told.kept.delete(id);
    assert.equal((await api.ask(`/recordings/${id}`, { method: "DELETE" })).status, 204);
    told.removed.add(id);
  }
}

type Counts = { recordings: number; cutShort: number; mostLost_s: number; removed: number };

async function checked(api: Api, shelf: string, told: Told, counts: Counts): Promise<void> {
  const list = await api.list();
  folderAgrees(shelf, list);
  for (const each of list) await isWhole(api, each);
  for (const [id, record] of told.kept) {
    const found = list.find((each) => each.id === id);
    assert.deepEqual(found, record, `${id} was told to be kept`);
  }
  for (const [id, { from, until }] of told.running) {
    const found = list.find((each) => each.id === id);
    const lost = (until - from) / 1000 - (found?.duration_s ?? 0);
    assert.ok(
      lost <= MOST_LOST_S,
      `${id}: ${lost} s are gone of a running recording in ${found?.codec}`,
    );
    counts.mostLost_s = Math.max(counts.mostLost_s, Math.round(lost * 100) / 100);
    told.running.delete(id);
    if (!found) continue;
    counts.cutShort++;
    told.kept.set(id, found);
  }
  for (const id of told.removed) assert.ok(!list.some((each) => each.id === id), `${id} is back`);
  counts.recordings = list.length;
  counts.removed = told.removed.size;
}
