import type { Call } from "../kit/define-tool.ts";
import { HubError } from "../kit/errors.ts";
import type { JsonObject } from "../kit/json.ts";
import { isOver, type Job, readJob, readOperation } from "./contract.ts";
import type { Waiting } from "./http.ts";
import { listIn } from "./object-paths.ts";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** The job or operation that an answer carries; undefined where the work was done at once. */
export function jobIn(json: JsonObject | undefined): Job | undefined {
  const first = listIn(json?.jobs)[0];
  if (first !== undefined) return readJob(first);
  return json === undefined ? undefined : readOperation(json);
}

/** The path that a job is polled and cancelled at. Throws HubError `bad-input` for what is no job id. */
export function jobPath(id: string): string {
  const operation = /^operations\/([\w.-]{1,100})$/.exec(id);
  if (operation) return `/operations/${operation[1]}`;
  if (/^[\w.-]{1,100}$/.test(id)) return `/jobs/${id}`;
  throw new HubError("bad-input", "That is not a job id.", {
    advice: "A job id is a number such as 1000000000003, as job_list shows it.",
  });
}

/**
 * Looks again and again, with growing pauses, until the job is over, `seconds` have passed or the call is
 * interrupted, and answers its last known state: a job that cannot be looked at now is no failed job. Progress goes
 * to the call as "(2/3) Linking fileset".
 */
export async function waitForJob(what: {
  job: Job;
  look: (signal: AbortSignal) => Promise<Job>;
  seconds: number;
  now: () => number;
  waiting: Waiting;
  call: Call;
}): Promise<Job> {
  const { look, waiting, call } = what;
  const until = what.now() + what.seconds * 1000;
  const tell = progressTeller(call);
  let job = what.job;
  let failures = 0;
  for (
    let pause = FIRST_PAUSE_MS;
    !isOver(job.state);
    pause = Math.min(pause * 1.6, LONGEST_PAUSE_MS)
  ) {
    tell(job);
    const left = until - what.now();
    if (left <= 0 || call.signal.aborted) break;
    try {
      await waiting.pause(Math.min(pause, left), call.signal);
      job = await look(call.signal);
      failures = 0;
    } catch (thrown) {
      failures++;
      // Five looks in a row that fail, or one that can never succeed: the job id is worth more than the error.
      if (call.signal.aborted || failures >= 5 || !mayPass(thrown)) break;
    }
  }
  tell(job);
  return job;
}

function mayPass(thrown: unknown): boolean {
  return thrown instanceof HubError && ["unavailable", "timed-out"].includes(thrown.problem);
}

/** How far the jobs before this one have brought a call: a plan of several requests has a job for each. */
const before = new WeakMap<Call, number>();

function progressTeller(call: Call): (job: Job) => void {
  let said = "";
  const base = before.get(call) ?? 0;
  let done = base;
  return (job) => {
    const line = job.progress.at(-1) ?? "";
    const step = /\((\d+)\/(\d+)\)/.exec(line);
    const message = `Job ${job.id} ${job.state}${line ? `: ${line}` : ""}`;
    if (message === said) return;
    said = message;
    // "(2/3)" names the step that runs, so one is done. MCP wants progress that grows with each message.
    const finished = step ? Number(step[1]) - (isOver(job.state) ? 0 : 1) : 0;
    done = Math.max(done + 0.01, base + finished);
    before.set(call, isOver(job.state) ? Math.ceil(done) : done);
    call.progress({ done, ...(step ? { total: base + Number(step[2]) } : {}), message });
  };
}
