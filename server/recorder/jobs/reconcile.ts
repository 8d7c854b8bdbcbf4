import { setImmediate as breathe } from "node:timers/promises";
import { queueWork } from "../recordings.ts";
import type { Metadata, Place } from "../storage/storage.ts";
import type { Queue } from "./queue.ts";

const PAGE = 200;

/** Queues what recordings still lack and no job is there for, such as after a crash between the two. Returns how many. */
export async function reconcileJobs(
  metadata: Metadata,
  queue: Queue,
  signal: AbortSignal,
): Promise<number> {
  let queued = 0;
  for (const state of ["ingested", "transcribed"] as const) {
    let after: Place | undefined;
    do {
      const page = metadata.list({ limit: PAGE, after, state });
      for (const { id } of page.items) {
        if (signal.aborted) return queued;
        // Whatever was tried, and failed or was cancelled, is a person's to try again.
        if (
          queue
            .of(id)
            .some((job) => job.kind === (state === "ingested" ? "transcription" : "summary"))
        )
          continue;
        if (state === "ingested") await queueWork(queue, id);
        else await queue.add("summary", id);
        queued++;
      }
      after = page.next;
      await breathe();
    } while (after);
  }
  return queued;
}
