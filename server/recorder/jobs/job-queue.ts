import { monotonicFactory } from "ulid";
import type { Job, JobKind, JobState } from "../../../tools/recorder/contract.ts";
import { afterCrash, endedAs, isLive, UNTRIED } from "./after-crash.ts";
import { type JobList, listJobs, shown } from "./list-jobs.ts";
import type { JobFilter, JobLog, KeptJob, Queue } from "./queue.ts";

type QueueWorld = { now: () => number; onChange: (job: Job) => void };

/** How many ended jobs are kept to be looked at. */
const MOST_ENDED = 1_000;
const FIRST = "It comes after the transcription.";

/** Opens what the log holds; jobs that were running are queued again. */
export async function openQueue(log: JobLog, world: Partial<QueueWorld> = {}): Promise<Queue> {
  const kept = await log.load();
  return new JobQueue(log, { now: Date.now, onChange: () => undefined, ...world }, kept);
}

class JobQueue implements Queue {
  readonly #log: JobLog;
  readonly #world: QueueWorld;
  /** In the order in which they were made. */
  readonly #jobs = new Map<string, KeptJob>();
  readonly #byRecording = new Map<string, Set<string>>();
  /** Apart from the rest: a claim must not walk over everything that was ever done. */
  readonly #live = new Set<string>();
  readonly #ended = new Set<string>();
  readonly #nextId = monotonicFactory();

  constructor(log: JobLog, world: QueueWorld, kept: readonly KeptJob[]) {
    this.#log = log;
    this.#world = world;
    for (const job of afterCrash(kept, this.#time()).sort((a, b) => (a.id < b.id ? -1 : 1)))
      this.#set(job);
  }

  async add(kind: JobKind, recordingId: string, after?: string): Promise<Job> {
    const live = this.#siblings(recordingId).find((job) => job.kind === kind && isLive(job));
    if (live) return shown(live);
    const job: KeptJob = {
      id: this.#nextId(this.#world.now()),
      recording_id: recordingId,
      kind,
      state: after === undefined ? "queued" : "waiting",
      attempts: 0,
      progress: 0,
      eta_s: null,
      reason: after === undefined ? null : FIRST,
      created_at: this.#time(),
      started_at: null,
      ended_at: null,
      next_attempt_at: null,
      after: after ?? null,
      crashes: 0,
    };
    await this.#keep(job);
    return shown(job);
  }

  async claim(kind: JobKind): Promise<Job | undefined> {
    const now = this.#world.now();
    for (const id of this.#live) {
      const job = this.#jobs.get(id);
      if (job?.kind !== kind || job.state !== "queued" || dueTime(job) > now) continue;
      const running: KeptJob = {
        ...job,
        state: "running",
        attempts: job.attempts + 1,
        progress: 0,
        reason: null,
        started_at: this.#time(),
        next_attempt_at: null,
      };
      this.#set(running);
      await this.#log.keep(id, running).catch((error: unknown) => {
        // Nobody is at it. It can be claimed again, unless it was cancelled or dropped meanwhile.
        if (this.#jobs.get(id) === running) this.#set(job);
        throw error;
      });
      this.#world.onChange(shown(running));
      return shown(running);
    }
    return undefined;
  }

  progress(id: string, percent: number, etaSeconds: number | null): void {
    const job = this.#running(id);
    if (!job) return;
    const progress = Math.min(100, Math.max(job.progress, percent));
    const next = { ...job, progress, eta_s: etaSeconds };
    this.#set(next);
    this.#world.onChange(shown(next));
  }

  async done(id: string): Promise<void> {
    const job = this.#running(id);
    if (!job) return;
    await this.#keep({ ...job, ...endedAs("done", this.#time()), progress: 100 });
    for (const next of this.#dependents(id))
      await this.#keep({ ...next, state: "queued", reason: null, after: null });
  }

  async again(id: string, at: Date, reason: string): Promise<void> {
    const job = this.#running(id);
    const next_attempt_at = at.toISOString();
    if (job) await this.#keep({ ...job, state: "queued", reason, eta_s: null, next_attempt_at });
  }

  async giveBack(id: string): Promise<void> {
    const job = this.#running(id);
    const begun = { progress: 0, eta_s: null, started_at: null };
    if (job) await this.#keep({ ...job, ...begun, state: "queued", attempts: job.attempts - 1 });
  }

  async wait(id: string, reason: string): Promise<void> {
    const job = this.#running(id);
    const waiting = { state: "waiting", reason, eta_s: null } as const;
    if (job) await this.#keep({ ...job, ...waiting, attempts: job.attempts - 1 });
  }

  async fail(id: string, reason: string): Promise<void> {
    const job = this.#running(id);
    if (!job) return;
    await this.#keep({ ...job, ...endedAs("failed", this.#time()), reason });
    for (const next of this.#dependents(id))
      await this.#keep({ ...next, reason: "The transcription that it needs has failed." });
  }

  async cancel(id: string): Promise<boolean> {
    const job = this.#jobs.get(id);
    if (!job || !isLive(job)) return false;
    await this.#keep({ ...job, ...endedAs("cancelled", this.#time()) });
    for (const next of this.#dependents(id))
      await this.#keep({ ...next, ...endedAs("cancelled", this.#time()) });
    return true;
  }

  async retry(id: string): Promise<boolean> {
    const job = this.#jobs.get(id);
    if (!job || job.state === "running" || job.state === "done") return false;
    if (job.after !== null && isLive(job)) return false;
    await this.#keep({ ...job, ...UNTRIED, state: "queued", after: null });
    for (const next of this.#dependents(id)) await this.#keep({ ...next, reason: FIRST });
    return true;
  }

  async release(kind: JobKind): Promise<void> {
    // A copy: what changes goes to the end of the set.
    const live = [...this.#live];
    for (const id of live) {
      const job = this.#jobs.get(id);
      if (job?.kind === kind && job.state === "waiting" && job.after === null)
        await this.#keep({ ...job, state: "queued", reason: null });
    }
  }

  async forget(recordingId: string): Promise<void> {
    for (const job of this.#siblings(recordingId)) await this.#drop(job.id);
  }

  get(id: string): Job | undefined {
    const job = this.#jobs.get(id);
    return job && shown(job);
  }

  of(recordingId: string): Job[] {
    return this.#siblings(recordingId).map(shown);
  }

  list(filter: JobFilter): JobList {
    return listJobs([...this.#jobs.values()].reverse(), filter);
  }

  counts(): Record<JobState, number> {
    const counts = { queued: 0, waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
    for (const job of this.#jobs.values()) counts[job.state]++;
    return counts;
  }

  dueAt(kind: JobKind): number | undefined {
    let first: number | undefined;
    for (const id of this.#live) {
      const job = this.#jobs.get(id);
      if (job?.kind !== kind || job.state !== "queued") continue;
      first = Math.min(first ?? Number.POSITIVE_INFINITY, dueTime(job));
      if (first === 0) break;
    }
    return first;
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  #time(): string {
    return new Date(this.#world.now()).toISOString();
  }

  #running(id: string): KeptJob | undefined {
    const job = this.#jobs.get(id);
    return job?.state === "running" ? job : undefined;
  }

  #siblings(recordingId: string): KeptJob[] {
    const ids = this.#byRecording.get(recordingId) ?? [];
    return [...ids].flatMap((id) => this.#jobs.get(id) ?? []);
  }

  #dependents(id: string): KeptJob[] {
    const job = this.#jobs.get(id);
    return job
      ? this.#siblings(job.recording_id).filter((one) => one.after === id && isLive(one))
      : [];
  }

  #set(job: KeptJob): void {
    const { id } = job;
    this.#jobs.set(id, job);
    const ids = this.#byRecording.get(job.recording_id) ?? new Set();
    this.#byRecording.set(job.recording_id, ids.add(id));
    this.#live.delete(id);
    this.#ended.delete(id);
    (isLive(job) ? this.#live : this.#ended).add(id);
  }

  async #keep(job: KeptJob): Promise<void> {
    this.#set(job);
    this.#world.onChange(shown(job));
    await this.#log.keep(job.id, job);
    for (const id of this.#ended) {
      if (this.#ended.size <= MOST_ENDED) break;
      if (this.#dependents(id).length === 0) await this.#drop(id);
    }
  }

  async #drop(id: string): Promise<void> {
    const job = this.#jobs.get(id);
    if (!job) return;
    this.#jobs.delete(id);
    this.#live.delete(id);
    this.#ended.delete(id);
    const ids = this.#byRecording.get(job.recording_id);
    if (ids?.delete(id) && ids.size === 0) this.#byRecording.delete(job.recording_id);
    await this.#log.keep(id, undefined);
  }
}

const dueTime = (job: Job) => (job.next_attempt_at === null ? 0 : Date.parse(job.next_attempt_at));
