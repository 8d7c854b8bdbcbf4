import type { JobKind } from "../../../tools/recorder/contract.ts";
import type { Recordings } from "../recordings.ts";
import type { Storage } from "../storage/storage.ts";
import type { Summariser } from "../summarise/summariser.ts";
import type { Transcriber } from "../transcribe/transcriber.ts";
import type { Queue } from "./queue.ts";
import { reconcileJobs } from "./reconcile.ts";
import { summaryTask, transcriptionTask } from "./tasks.ts";
import { startWorker, type Worker, type WorkerOptions } from "./worker.ts";

/** The work on all recordings. */
export type Work = {
  /** Begins, and queues what is missing for a recording after a crash. */
  begin(): void;
  wake(kind: JobKind): void;
  /** Stops what runs for a recording. */
  stop(recordingId: string): void;
  /** Cancels a job, running or not. False where it has ended. */
  cancel(jobId: string): Promise<boolean>;
  close(): Promise<void>;
};

type Parts = {
  queue: Queue;
  storage: Storage;
  recordings: Recordings;
  transcriber: Transcriber;
  summariser: Summariser;
  closing: AbortSignal;
};

export function startWork(parts: Parts, options: WorkerOptions): Work {
  const { queue, storage, recordings, closing } = parts;
  const tasks = [
    transcriptionTask(parts.transcriber, storage, recordings),
    summaryTask(parts.summariser, storage, recordings),
  ];
  const workers = new Map<JobKind, Worker>();
  let reconciling: Promise<void> = Promise.resolve();
  return {
    begin() {
      for (const task of tasks) workers.set(task.kind, startWorker(queue, task, options));
      reconciling = reconcileJobs(storage.metadata, queue, closing).then(
        () => undefined,
        options.report,
      );
    },
    wake: (kind) => workers.get(kind)?.wake(),
    stop(recordingId) {
      for (const worker of workers.values()) worker.stop(recordingId);
    },
    async cancel(jobId) {
      const job = queue.get(jobId);
      // First in the queue, so that the worker finds it cancelled when it stops.
      const isCancelled = await queue.cancel(jobId);
      if (isCancelled && job?.state === "running") workers.get(job.kind)?.stop(job.recording_id);
      return isCancelled;
    },
    async close() {
      await Promise.all([...workers.values()].map((worker) => worker.close()));
      await reconciling;
    },
  };
}
