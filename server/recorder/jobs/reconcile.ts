import { setImmediate as breathe } from "node:timers/promises";
import { queueWork } from "../recordings.ts";
import type { Metadata, Place } from "../storage/storage.ts";
import type { Queue } from "./queue.ts";

const PAGE = 200;

/**
 * Brings jobs and recordings together after a crash between the two: queues what a recording lacks and no job is there
 * for, and drops the jobs of recordings that are gone. Returns how many it queued.
 */
export async function reconcileJobs(
  metadata: Metadata,
  queue: Queue,
  signal: AbortSignal,
): Promise<number> {
  await forgetGone(metadata, queue, signal);
  let queued = 0;
  for (const state of ["ingested", "transcribed"] as const) {
    let after: Place | undefined;
    do {
      const page = metadata.list({ limit: PAGE, after, state });
      for (const { id } of page.items) {
        if (signal.aborted) return queued;
        if (await queueMissing(queue, id, state)) queued++;
      }
      after = page.next;
      await breathe();
    } while (after);
  }
  return queued;
}

/** Whatever was tried, and failed or was cancelled, is a person's to try again. */
async function queueMissing(
  queue: Queue,
  id: string,
  state: "ingested" | "transcribed",
): Promise<boolean> {
  const jobs = queue.of(id);
  if (jobs.some(({ kind }) => kind === "summary")) return false;
  const first = jobs.find(({ kind }) => kind === "transcription");
  if (state === "transcribed") await queue.add("summary", id);
  else if (!first) await queueWork(queue, id);
  else if (first.state === "cancelled") return false;
  else await queue.add("summary", id, first.id);
  return true;
}

async function forgetGone(metadata: Metadata, queue: Queue, signal: AbortSignal): Promise<void> {
  let after: string | undefined;
  do {
    const page = queue.list({ limit: PAGE, after });
    for (const { recording_id: id } of page.items) {
      if (signal.aborted) return;
      if ((await metadata.get(id)) === undefined) await queue.forget(id);
    }
    after = page.next;
    await breathe();
  } while (after !== undefined);
}
