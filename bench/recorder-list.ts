import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderName, shardOf } from "../tools/recorder/store/record-id.ts";
import { figures, show } from "./figures.ts";
import { rangeReads } from "./range-reads.ts";
import { type Running, startRecorderServer } from "./recorder-server.ts";

const PAGES = 300;
const AUDIO_BYTES = 64 << 20;

/** A list page and a start with few and with many recordings, and 64 KiB ranges of one. */
export async function recorderList(program: string[]): Promise<void> {
  const pages = new Map<number, number>();
  for (const [count, mostMs] of [
    [1_000, 400],
    [10_000, 400],
    [100_000, 1_000],
  ] as const) {
    const folder = mkdtempSync(join(tmpdir(), "outpost-bench-list-"));
    try {
      fill(folder, count);
      // The first start makes the index and shows a key; those that are measured find both.
      const first = await startRecorderServer(program, folder);
      const { authorization } = first;
      await first.stop();
      const starts: number[] = [];
      for (let round = 0; round < 5; round++) {
        const server = await startRecorderServer(program, folder);
        starts.push(server.startMs);
        if (round === 4) pages.set(count, await listPages(server, authorization, count));
        if (round === 4 && count === 1_000)
          await rangeReads({
            server,
            id: "bench-7",
            place: placeOf(folder, "bench-7"),
            authorization,
            bytes: AUDIO_BYTES,
          });
        await server.stop();
      }
      console.log(show(`start at ${count} (≤ ${mostMs} ms)`, starts, "ms", 0));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const ratio = (pages.get(100_000) ?? Number.NaN) / (pages.get(1_000) ?? Number.NaN);
  console.log(`p95 of a page at 100000 / at 1000 (≤ 2)  ${ratio.toFixed(2)}`);
}

/** The folders as the server leaves them, without the audio and without waiting for the disk. */
function fill(folder: string, count: number): void {
  for (let at = 0; at < count; at++) {
    const id = `bench-${at}`;
    const place = placeOf(folder, id);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "record.json"), JSON.stringify(record(id, at)));
  }
}

function placeOf(folder: string, id: string): string {
  return join(folder, "rec", shardOf(folderName(id)), folderName(id));
}

function record(id: string, at: number) {
  return {
    id,
    started_at: new Date(Date.UTC(2020, 0, 1) + at * 60_000).toISOString(),
    duration_s: 60,
    sample_rate: 16_000,
    channels: 1,
    codec: "wav_pcm_s16le",
    size_bytes: AUDIO_BYTES,
    sha256: "0".repeat(64),
    source: "device",
    sync_state: "summarised",
    transcript_ref: `/api/v1/recordings/${id}/transcript`,
    summary_ref: `/api/v1/recordings/${id}/summary`,
    audio: "audio.wav",
    corrections: [],
    ingested_at: "2026-11-21T08:00:00.000Z",
  };
}

/** Pages from all over the list, one after the other; resolves with the p95. */
async function listPages(server: Running, authorization: string, count: number): Promise<number> {
  const samples: number[] = [];
  let cursor = "";
  for (let at = 0; at < PAGES; at++) {
    const began = performance.now();
    const answer = await fetch(`${server.url}/api/v1/recordings?limit=50${cursor}`, {
      headers: { authorization },
    });
    const page = (await answer.json()) as { next_cursor: string | null }; // our own server
    if (at > 20) samples.push(performance.now() - began);
    cursor = page.next_cursor === null ? "" : `&cursor=${page.next_cursor}`;
  }
  console.log(show(`list page of 50 at ${count}`, samples, "ms", 2));
  return figures(samples).p95;
}
