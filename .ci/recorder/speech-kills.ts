import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { form, metadata } from "../../server/recorder/server.fixture.ts";
import type { Seeded } from "../../tools/cluster/simulator/seeded.ts";
import { spokenSample } from "../../tools/recorder/audio/spoken-sample.ts";
import { jobPage, summary, transcript } from "../../tools/recorder/contract.ts";
import { type Api, apiOf, isWhole } from "./api.ts";
import { folderAgrees } from "./folder.ts";
import { startServer } from "./ingest-kills.ts";
import { killAt, momentOf } from "./launch.ts";
import { temporary } from "./temporary.ts";

/** How long the engine may take for what is left after the last kill, for each recording. */
const PATIENCE_MS = 60_000;

/**
 * Kills a server that transcribes and summarises by its own engine, a recording more in every other round; in the end
 * each recording has its transcript and its summary.
 */
export async function killTranscriptions(kills: number, random: Seeded) {
  const folder = temporary("speech");
  const counts = { kills, recordings: 0, failedByKills: 0, startMs: 0 };
  const audio = readFileSync(spokenSample());
  const first = startServer(folder);
  const key = (await first.printed(/API key +(\S+) +\(shown/))[1] ?? "";
  await first.kill();
  try {
    for (let round = 0; round <= kills; round++) {
      const began = performance.now();
      const server = startServer(folder, { SERVER_SPEECH: "pocketsphinx" });
      const moment = momentOf(random, counts.startMs, 3_500);
      const work = async () => {
        const api = apiOf((await server.printed(/API +(\S+)\/api\/v1\n/))[1] ?? "", key);
        counts.startMs = Math.round(performance.now() - began);
        if (round === kills) return finish(api, folder, counts);
        if (round % 2 === 0) {
          const body = form(metadata(`talk-${counts.recordings++}`, { duration_s: 0 }), audio);
          assert.equal((await api.ask("/ingest", { method: "POST", body })).status, 202);
        }
        moment.ready();
      };
      if (round < kills) await killAt(moment.come, server, work);
      else await work().finally(server.end);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return counts;
}

type Counts = { recordings: number; failedByKills: number };

async function finish(api: Api, folder: string, counts: Counts): Promise<void> {
  const until = Date.now() + PATIENCE_MS * (counts.recordings + 1);
  for (;;) {
    assert.ok(Date.now() < until, "the jobs go on");
    const { items } = jobPage.parse(await (await api.ask("/jobs?limit=200")).json());
    // What a server died of three times is not tried a fourth time by itself; here it was not at fault.
    const failed = items.filter(({ state }) => state === "failed");
    for (const { id, reason } of failed) {
      assert.match(reason ?? "", /ended \d times|The transcription that it needs/);
      counts.failedByKills++;
      await api.ask(`/jobs/${id}/retry`, { method: "POST" });
    }
    const list = await api.list();
    const isDone = items.every(({ state }) => state === "done");
    if (isDone && list.every((each) => each.sync_state === "summarised")) break;
    await pause(100);
  }
  const list = await api.list();
  // The recording whose upload was cut off by a kill is there or not.
  counts.recordings = list.length;
  folderAgrees(folder, list);
  for (const each of list) {
    await isWhole(api, each);
    const said = transcript.parse(
      await (await api.ask(`/recordings/${each.id}/transcript`)).json(),
    );
    assert.match(said.text, /\w+ \w+ \w+/);
    summary.parse(await (await api.ask(`/recordings/${each.id}/summary`)).json());
  }
}
