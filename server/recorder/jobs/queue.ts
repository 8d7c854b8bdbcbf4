import type { Job, JobKind, JobState } from "../../../tools/recorder/contract.ts";

export type JobFilter = {
  limit: number;
  /** The id after which the page starts. */
  after?: string | undefined;
  recordingId?: string | undefined;
  state?: JobState | undefined;
};

/**
 * The work there is to do. What changes is kept before the promise resolves; progress alone is not. A job that was
 * running when the process died is queued again; the third time it has failed, because it may be what kills the process.
 */
export type Queue = {
  /** A job, or the live one of the same kind and recording. With `after`, it waits until that job is done. */
  add(kind: JobKind, recordingId: string, after?: string): Promise<Job>;
  /** The oldest queued job of this kind whose time has come, now running. */
  claim(kind: JobKind): Promise<Job | undefined>;
  progress(id: string, percent: number, etaSeconds: number | null): void;
  done(id: string): Promise<void>;
  /** Queues it again, not before that time. */
  again(id: string, at: Date, reason: string): Promise<void>;
  /** Queues it again as if it had not been begun. */
  giveBack(id: string): Promise<void>;
  /** Lets it wait for something outside; the attempt does not count. */
  wait(id: string, reason: string): Promise<void>;
  fail(id: string, reason: string): Promise<void>;
  /** False where it has ended already, or is not there. */
  cancel(id: string): Promise<boolean>;
  /** A person's wish: attempts start anew. False where it runs, is done, or comes after another. */
  retry(id: string): Promise<boolean>;
  /** Queues those of this kind that wait for something outside. */
  release(kind: JobKind): Promise<void>;
  /** Drops all jobs of a recording. */
  forget(recordingId: string): Promise<void>;
  get(id: string): Job | undefined;
  of(recordingId: string): Job[];
  /** Newest first. `next` is the id to go on after. */
  list(filter: JobFilter): { items: Job[]; next: string | undefined };
  counts(): Record<JobState, number>;
  /** When the next queued job of this kind is due, in milliseconds since 1970. */
  dueAt(kind: JobKind): number | undefined;
  close(): Promise<void>;
};

/**
 * A job as it is kept. `after` is the job that has to be done before this one, `crashes` how often the process ended
 * while it was running.
 */
export type KeptJob = Job & { after: string | null; crashes: number };

/** Where jobs outlive the process. */
export type JobLog = {
  /** What was kept, oldest first. */
  load(): Promise<KeptJob[]>;
  /** Keeps the present form of a job, or that it is gone. Durable when it resolves. */
  keep(id: string, job: KeptJob | undefined): Promise<void>;
  close(): Promise<void>;
};
