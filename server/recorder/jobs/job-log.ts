import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import {
  readIfThere,
  sweepUnfinished,
  syncFolder,
  writeWhole,
} from "../../../tools/kit/durable.ts";
import { job } from "../../../tools/recorder/contract.ts";
import type { JobLog, KeptJob } from "./queue.ts";

const line = z.object({
  id: z.string(),
  job: job.extend({ after: z.string().nullable(), crashes: z.int() }).nullable(),
});

/** Jobs that end with the process. */
export function memoryJobLog(): JobLog {
  const kept = new Map<string, KeptJob>();
  return {
    load: async () => [...kept.values()],
    keep: async (id, job) => void (job ? kept.set(id, job) : kept.delete(id)),
    close: async () => undefined,
  };
}

/** Lines that say nothing any more: so many at most, or three for each that does. */
const MOST_STALE = 20_000;

/**
 * Jobs in a file: a line for each change, with a check sum, fsynced; lines that come while one batch is being synced go
 * out together with the next. A line that a crash cut short is left out. Rewritten at every start, and whenever more
 * than `mostStale` of its lines are out of date.
 */
export async function fileJobLog(path: string, mostStale = MOST_STALE): Promise<JobLog> {
  await sweepUnfinished(path);
  const kept = readLines((await readIfThere(path)) ?? "");
  const rewrite = async () => {
    await writeWhole(path, [...kept].map(([id, job]) => writeLine(id, job)).join(""));
    await syncFolder(dirname(path));
    return open(path, "a", 0o600);
  };
  let file = await rewrite();
  let lines = kept.size;
  let isTorn = false;
  let batch: string[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const flush = async () => {
    next = undefined;
    // After a batch that failed, on a full disk, the last line may have no end.
    const text = `${isTorn ? "\n" : ""}${batch.join("")}`;
    lines += batch.length;
    batch = [];
    isTorn = true;
    await file.appendFile(text);
    await file.datasync();
    isTorn = false;
    if (lines - kept.size <= Math.max(mostStale, 3 * kept.size)) return;
    // Where there is no room for a second file, the first goes on; the next batch tries again.
    const fresh = await rewrite().catch(() => undefined);
    if (!fresh) return;
    await file.close();
    file = fresh;
    lines = kept.size;
  };
  return {
    load: async () => [...kept.values()],
    keep(id, job) {
      if (job) kept.set(id, job);
      else kept.delete(id);
      batch.push(writeLine(id, job));
      if (next === undefined) {
        next = last.then(flush, flush);
        last = next;
      }
      return next;
    },
    async close() {
      await last.catch(() => undefined);
      await file.close();
    },
  };
}

function writeLine(id: string, job: KeptJob | undefined): string {
  const text = JSON.stringify({ id, job: job ?? null });
  return `${checkSum(text)} ${text}\n`;
}

function readLines(text: string): Map<string, KeptJob> {
  const jobs = new Map<string, KeptJob>();
  for (const each of text.split("\n")) {
    const json = each.slice(9);
    if (each.slice(0, 8) !== checkSum(json)) continue;
    const { id, job } = line.parse(JSON.parse(json));
    if (job) jobs.set(id, job);
    else jobs.delete(id);
  }
  return jobs;
}

const checkSum = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8);
