import type { Job, JobKind } from "../../../tools/recorder/contract.ts";
import type { Queue } from "./queue.ts";

/** Why a recording has no transcript or no summary yet, with what helps: one sentence or two. */
export function whyNotYet(queue: Queue, recordingId: string, kind: JobKind): string {
  const jobs = queue.of(recordingId);
  const isOpen = (job: Job) => job.state !== "done";
  const first = jobs.find((job) => job.kind === "transcription");
  // A summary waits for the words.
  const job = first && isOpen(first) ? first : jobs.find((each) => each.kind === kind);
  const reason = job?.reason ? ` ${job.reason}` : "";
  const what = `Its ${job?.kind}`;
  switch (job?.state) {
    case "waiting":
      return `${what} waits.${reason}`;
    case "failed":
      return `${what} has failed.${reason} Try again with POST /api/v1/jobs/${job.id}/retry.`;
    case "cancelled":
      return `${what} was cancelled. Begin it anew with POST /api/v1/jobs/${job.id}/retry.`;
    case "running":
      return `${what} is ${Math.floor(job.progress)} % done; see /api/v1/jobs/${job.id}.`;
    case "queued":
      return `${what} is queued.${reason} See /api/v1/jobs/${job.id}.`;
    case "done":
    case undefined:
      return `See /api/v1/jobs?recording_id=${recordingId} for how far it is.`;
  }
}
