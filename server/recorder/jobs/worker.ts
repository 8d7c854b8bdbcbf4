import { type Problem, sentence } from "../../../tools/kit/errors.ts";
import type { Job, JobKind } from "../../../tools/recorder/contract.ts";
import { troubleOf } from "../../../tools/recorder/surface/failure.ts";
import type { Queue } from "./queue.ts";

/** How one kind of job is done. */
export type Task = {
  kind: JobKind;
  /** Undefined where it can be done now; else what is missing, with the command that installs it. */
  missing(): Promise<string | undefined>;
  /** Does it. Throws where it did not work; what the error's problem says decides whether it is tried again. */
  run(job: Job, tell: (share: number) => void, signal: AbortSignal): Promise<void>;
};

export type Worker = {
  /** There may be something to do. */
  wake(): void;
  /** Stops what runs for a recording. */
  stop(recordingId: string): void;
  /** Stops what runs and resolves when it has stopped; it stays queued. */
  close(): Promise<void>;
};

export type WorkerOptions = {
  now: () => number;
  /** Told of each failure, with its cause. */
  report: (thrown: unknown) => void;
  /** Milliseconds before the second attempt; each further one waits four times as long. */
  backOffMs?: number;
  /** How often what was missing is looked for again. */
  lookAgainMs?: number;
};

const MOST_ATTEMPTS = 3;
/** What is asked for help may be down for a while, which is no fault of the recording. */
const MOST_ATTEMPTS_OUTSIDE = 8;
const BACK_OFF_MS = 10_000;
const MOST_BACK_OFF_MS = 900_000;
const LOOK_AGAIN_MS = 30_000;
/** Progress is told at most this often. */
const TELL_EVERY_MS = 500;
const HOPELESS = new Set<Problem>(["bad-input", "not-allowed", "not-found", "failed", "limit"]);
const OUTSIDE = new Set<Problem>(["unavailable", "timed-out"]);

/** Does the jobs of one kind, one after the other. One that fails is tried again later, and holds up none behind it. */
export function startWorker(queue: Queue, task: Task, options: WorkerOptions): Worker {
  const { now, report, lookAgainMs = LOOK_AGAIN_MS } = options;
  let running: { job: Job; stop: AbortController } | undefined;
  let closed = false;
  let wake = () => {};
  let isAwake = false;

  const attempt = async (job: Job) => {
    const stop = new AbortController();
    running = { job, stop };
    try {
      const missing = await task.missing();
      if (missing !== undefined) return await queue.wait(job.id, missing);
      await task.run(job, progressOf(queue, job, now), stop.signal);
      await queue.done(job.id);
    } catch (thrown) {
      if (stop.signal.aborted) {
        // Where it was cancelled or deleted, the queue knows already.
        if (closed) await queue.giveBack(job.id);
        return;
      }
      report(thrown);
      await afterFailure(queue, job, thrown, options);
    } finally {
      running = undefined;
    }
  };
  const pause = async (leastMs = 0) => {
    const waits = queue.list({ limit: 1, state: "waiting" }).items.length > 0;
    const due = queue.dueAt(task.kind) ?? Number.POSITIVE_INFINITY;
    const again = waits ? lookAgainMs : Number.POSITIVE_INFINITY;
    const ms = Math.max(leastMs, Math.min(due - now(), again, 2 ** 30));
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isAwake) wake();
    });
    isAwake = false;
    if (waits) await releaseFound().catch(report);
  };
  const releaseFound = async () => {
    if ((await task.missing()) === undefined) await queue.release(task.kind);
  };
  const loop = async () => {
    // What was missing may have come while the server was down.
    await releaseFound().catch(report);
    while (!closed) {
      try {
        const job = await queue.claim(task.kind);
        if (job) await attempt(job);
        else await pause();
      } catch (thrown) {
        // The queue could not be kept, as on a full disk. The jobs are still there.
        report(thrown);
        await pause(lookAgainMs);
      }
    }
  };
  const ended = loop();
  return {
    wake() {
      isAwake = true;
      wake();
    },
    stop(recordingId) {
      if (running?.job.recording_id === recordingId) running.stop.abort();
    },
    async close() {
      closed = true;
      running?.stop.abort();
      isAwake = true;
      wake();
      await ended;
    },
  };
}

async function afterFailure(queue: Queue, job: Job, thrown: unknown, options: WorkerOptions) {
  const error = troubleOf(thrown);
  const reason = sentence(error);
  // A key that is refused is refused for all: they wait until somebody has mended it.
  if (error.problem === "sign-in") return queue.wait(job.id, reason);
  const most = OUTSIDE.has(error.problem) ? MOST_ATTEMPTS_OUTSIDE : MOST_ATTEMPTS;
  if (job.attempts >= most || HOPELESS.has(error.problem)) return queue.fail(job.id, reason);
  const first = options.backOffMs ?? BACK_OFF_MS;
  const ms = Math.min(MOST_BACK_OFF_MS, first * 4 ** (job.attempts - 1));
  await queue.again(job.id, new Date(options.now() + ms), reason);
}

function progressOf(queue: Queue, { id }: Job, now: () => number): (share: number) => void {
  const began = now();
  let toldAt = Number.NEGATIVE_INFINITY;
  return (share) => {
    const at = now();
    if (at - toldAt < TELL_EVERY_MS) return;
    toldAt = at;
    const eta = share > 0.01 ? ((at - began) / 1000) * (1 / share - 1) : null;
    queue.progress(id, Math.round(share * 1000) / 10, eta === null ? null : Math.round(eta));
  };
}
