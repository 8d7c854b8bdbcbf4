import type { Job } from "../../../tools/recorder/contract.ts";
import type { JobFilter, KeptJob } from "./queue.ts";

export type JobList = { items: Job[]; next: string | undefined };

/** A page of jobs, which come newest first. */
export function listJobs(jobs: readonly KeptJob[], filter: JobFilter): JobList {
  const items: Job[] = [];
  for (const job of jobs) {
    if (filter.after !== undefined && job.id >= filter.after) continue;
    if (!fits(job, filter)) continue;
    if (items.length === filter.limit) return { items, next: items.at(-1)?.id };
    items.push(shown(job));
  }
  return { items, next: undefined };
}

/** A job without what only the queue has to know. */
export function shown(kept: KeptJob): Job {
  const { after, crashes, ...job } = kept;
  void [after, crashes];
  return job;
}

function fits(job: Job, { recordingId, state }: JobFilter): boolean {
  if (recordingId !== undefined && job.recording_id !== recordingId) return false;
  return state === undefined || job.state === state;
}
