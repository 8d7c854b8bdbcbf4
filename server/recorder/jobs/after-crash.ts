import type { Job } from "../../../tools/recorder/contract.ts";
import type { KeptJob } from "./queue.ts";

const MOST_CRASHES = 3;

/**
 * The jobs of an earlier run as they go on: what was running is queued again, and has failed the third time, because
 * it may be what kills the process. What was to follow a job that has ended follows it now.
 */
export function afterCrash(kept: readonly KeptJob[], time: string): KeptJob[] {
  const jobs = kept.map((job) => (job.state === "running" ? begunAnew(job, time) : job));
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return jobs.map((job) => {
    if (job.after === null || !isLive(job)) return job;
    const first = byId.get(job.after)?.state;
    if (first === "cancelled") return { ...job, ...endedAs("cancelled", time) };
    if (first === "done" || first === undefined)
      return { ...job, state: "queued", reason: null, after: null };
    return job;
  });
}

function begunAnew(job: KeptJob, time: string): KeptJob {
  const crashes = job.crashes + 1;
  if (crashes < MOST_CRASHES) return { ...job, state: "queued", progress: 0, eta_s: null, crashes };
  const reason = `The server ended ${crashes} times while it was at this.`;
  return { ...job, ...endedAs("failed", time), reason, crashes };
}

export const isLive = (job: Job) => !["done", "failed", "cancelled"].includes(job.state);

/** What an ended job says of itself. */
export function endedAs(state: "done" | "failed" | "cancelled", time: string) {
  return { state, reason: null, eta_s: null, next_attempt_at: null, ended_at: time };
}

/** What a job says of itself that a person wants to be tried again. */
export const UNTRIED = {
  attempts: 0,
  crashes: 0,
  progress: 0,
  reason: null,
  ended_at: null,
  next_attempt_at: null,
};
