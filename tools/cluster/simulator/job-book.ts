import type { JsonObject } from "../../kit/json.ts";
import { clusterTime } from "./cluster-time.ts";
import type { Seeded } from "./seeded.ts";

type JobStatus = "RUNNING" | "CANCELLING" | "CANCELLED" | "COMPLETED" | "FAILED";

/** Thrown by the work of a job: it ends FAILED, with these lines as its stderr. */
export class JobFailure extends Error {
  readonly stderr: string[];
  /** What was done before it failed. */
  readonly stdout: string[];

  constructor(stderr: string | string[], stdout: string[] = []) {
    super([stderr].flat().join("\n"));
    this.stderr = [stderr].flat();
    this.stdout = stdout;
  }
}

/** What a job does. `act` runs at the moment the job is over; before that nothing of it is to be seen. */
export type Work = {
  /** The administration commands that a real cluster would run, shown in the result. */
  commands: string[];
  progress?: string[];
  /** Returns the lines of stdout. Throws JobFailure. */
  act: (at: number) => string[];
  /** Instead of the cluster's usual time for a job. */
  seconds?: number;
  /** The fail rate leaves it alone. */
  certain?: boolean;
};

type Result = {
  commands: string[];
  progress: string[];
  exitCode: number;
  stderr: string[];
  stdout: string[];
};

export type Job = {
  jobId: number;
  status: JobStatus;
  submittedAt: number;
  /** When it is over: by itself, or after a cancellation. */
  endsAt: number;
  request: { type: string; url: string; data: JsonObject };
  work: Work;
  result?: Result;
};

/** A job as the API shows it. Times in UTC, `runtime` in milliseconds. */
export type JobView = {
  jobId: number;
  status: JobStatus;
  submitted: string;
  completed: string;
  runtime: number;
  request: Job["request"];
  result: Partial<Result>;
  pids: number[];
};

export type JobBook = {
  submit: (request: Job["request"], work: Work, now: number) => Job;
  /** Ends every job whose time has come, in the order in which they end. */
  settle: (now: number) => void;
  get: (jobId: number) => Job | undefined;
  all: () => Job[];
  /** Whether there was anything to cancel. */
  cancel: (jobId: number, now: number) => boolean;
};

export const SIMULATED_FAILURE =
  "EFSSA0194C Command execution aborted (a failure that the simulator was told to make).";

/** Jobs that take time on a clock that is handed in: nothing runs in the background, a look settles what is due. */
export function createJobBook(options: {
  jobSeconds: number;
  failRate: number;
  random: Seeded;
}): JobBook {
  const jobs = new Map<number, Job>();
  const open = new Set<Job>();
  let nextId = 1_000_000_000_001;

  const settle = (now: number) => {
    const due = [...open].filter((job) => job.endsAt <= now);
    for (const job of due.sort((a, b) => a.endsAt - b.endsAt || a.jobId - b.jobId)) {
      end(job);
      open.delete(job);
    }
  };

  const submit = (request: Job["request"], work: Work, now: number) => {
    const milliseconds = (work.seconds ?? options.jobSeconds) * 1000;
    const fails = !work.certain && options.random.next() < options.failRate;
    const job: Job = {
      jobId: nextId++,
      status: "RUNNING",
      submittedAt: now,
      endsAt: now + milliseconds,
      request,
      work: fails ? { ...work, act: () => fail(SIMULATED_FAILURE) } : work,
    };
    jobs.set(job.jobId, job);
    open.add(job);
    return job;
  };

  const cancel = (jobId: number, now: number) => {
    const job = jobs.get(jobId);
    if (job?.status !== "RUNNING") return false;
    job.status = "CANCELLING";
    job.endsAt = Math.min(job.endsAt, now + Math.min(1000, (job.endsAt - job.submittedAt) / 4));
    return true;
  };

  return { submit, settle, cancel, get: (jobId) => jobs.get(jobId), all: () => [...jobs.values()] };
}

function fail(line: string): never {
  throw new JobFailure(line);
}

function end(job: Job): void {
  const { commands, progress = [] } = job.work;
  const over: Over = (status, exitCode, stderr, stdout) => {
    job.status = status;
    job.result = { commands, progress, exitCode, stderr, stdout };
  };
  if (job.status === "CANCELLING")
    over("CANCELLED", 143, ["EFSSG0096I The job was cancelled."], []);
  else runWork(job, over);
}

type Over = (status: JobStatus, exitCode: number, stderr: string[], stdout: string[]) => void;

function runWork(job: Job, over: Over): void {
  try {
    over("COMPLETED", 0, [], job.work.act(job.endsAt));
  } catch (failure) {
    if (!(failure instanceof JobFailure)) throw failure;
    over("FAILED", 5, failure.stderr, failure.stdout);
  }
}

/** A job as it looks at this moment; while it runs, its progress grows with the time. */
export function viewJob(job: Job, now: number): JobView {
  const share = (now - job.submittedAt) / Math.max(1, job.endsAt - job.submittedAt);
  const { commands, progress = [] } = job.work;
  const running = {
    commands,
    progress: progress.slice(0, Math.ceil(share * progress.length)),
    stderr: [],
    stdout: [],
  };
  return {
    jobId: job.jobId,
    status: job.status,
    submitted: clusterTime(job.submittedAt),
    completed: job.result ? clusterTime(job.endsAt) : "N/A",
    runtime: Math.round((job.result ? job.endsAt : now) - job.submittedAt),
    request: job.request,
    result: job.result ?? (now > job.submittedAt ? running : {}),
    pids: [],
  };
}

/** The same job as a long-running operation of the native v3 API. */
export function viewOperation(job: Job, now: number): object {
  const view = viewJob(job, now);
  const failed = view.status === "FAILED" || view.status === "CANCELLED";
  return {
    name: `operations/${job.jobId}`,
    done: job.result !== undefined,
    metadata: {
      "@type": "type.googleapis.com/scaleadm.OperationMetadata",
      state: OPERATION_STATES[view.status],
      submitted: view.submitted,
      progress: view.result.progress ?? [],
    },
    ...(view.status === "COMPLETED"
      ? { response: { "@type": "type.googleapis.com/scaleadm.OperationResult", ...view.result } }
      : {}),
    ...(failed
      ? {
          error: {
            httpcode: view.status === "CANCELLED" ? 499 : 500,
            status: view.status === "CANCELLED" ? "CANCELLED" : "INTERNAL",
            message: (view.result.stderr ?? []).join("\n"),
            details: [],
          },
        }
      : {}),
  };
}

const OPERATION_STATES: Record<JobStatus, string> = {
  RUNNING: "Running",
  CANCELLING: "Running",
  CANCELLED: "Canceled",
  COMPLETED: "Done",
  FAILED: "Failed",
};
