import type { Call } from "../kit/define-tool.ts";
import { HubError } from "../kit/errors.ts";
import { codeOfFailure } from "./client/wire-errors.ts";
import type { Job } from "./contract.ts";
import { clock } from "./outputs.ts";
import type { Recorder } from "./recorder.ts";
import { pausing } from "./wait.ts";

/** How often the server is asked how far it is. */
const LOOK_MS = 300;

/**
 * Reads what a job of the server makes of a recording. With `wait`, for as long as a call may last, where the job is
 * queued or under way. Throws as the server does, and says how far the job is or what it waits for.
 */
export async function untilReady<T>(
  recorder: Recorder,
  { id, wait }: { id: string; wait: boolean | undefined },
  read: () => Promise<T>,
  { signal, waitSeconds, progress }: Call,
): Promise<T> {
  const until = Date.now() + (wait === true ? waitSeconds * 1000 : 0);
  let jobs: Job[] | undefined;
  for (;;) {
    try {
      return await read();
    } catch (thrown) {
      if (!isTooEarly(thrown)) throw thrown;
      const job = jobs && liveJob(jobs);
      // Looked at before what was read: a job that ended in between is read once more.
      if (jobs && (!job || job.state === "waiting" || Date.now() >= until))
        throw withState(thrown, job ?? failedJob(jobs));
      if (job) {
        progress({ done: job.progress, total: 100, message: `${job.kind} of ${id}` });
        await pausing(LOOK_MS, signal);
      }
    }
    jobs = (await recorder.server.jobs({ recording_id: id, limit: 10 }, signal)).items;
  }
}

function isTooEarly(thrown: unknown): thrown is HubError {
  const code = codeOfFailure(thrown);
  return code === "not_transcribed" || code === "not_summarised";
}

/** The job that comes first of those that are to come: a summary waits for its transcript. */
function liveJob(jobs: readonly Job[]): Job | undefined {
  const live = jobs.filter(({ state }) => ["queued", "waiting", "running"].includes(state));
  return live.find(({ kind }) => kind === "transcription") ?? live[0];
}

const failedJob = (jobs: readonly Job[]) => jobs.find(({ state }) => state === "failed");

function withState(early: HubError, job: Job | undefined): HubError {
  const { problem, message, cause } = early;
  return new HubError(problem, message, { cause, ...(job ? { advice: stateWords(job) } : {}) });
}

function stateWords({ kind, state, progress, eta_s: left, reason }: Job): string {
  const why = reason === null ? "" : `: ${reason}`;
  if (state !== "running")
    return `The ${kind} ${state === "failed" ? "has failed" : `is ${state}`}${why || "."}`;
  const rest = left === null ? "" : `, ${clock(left)} left`;
  return `The ${kind} is at ${Math.round(progress)} %${rest}.`;
}
