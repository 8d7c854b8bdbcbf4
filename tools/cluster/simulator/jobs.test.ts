import assert from "node:assert/strict";
import { test } from "node:test";
import { type JobView, SIMULATED_FAILURE } from "./job-book.ts";
import { list, message, type Session, session } from "./test-session.ts";

const FILESETS = "/mgmt/v3/filesystems/fs1/filesets";
const NEW = { filesetName: "projects", path: "/gpfs/fs1/projects", inodeSpace: "new" };

async function create(at: Session, body: object = NEW): Promise<JobView> {
  const [job] = list<JobView>(await at.ask("POST", FILESETS, body), "jobs");
  assert.ok(job);
  return job;
}

async function look(at: Session, { jobId }: JobView): Promise<JobView> {
  const [job] = list<JobView>(await at.ask("GET", `/mgmt/v3/jobs/${jobId}`), "jobs");
  assert.ok(job);
  return job;
}

test("a mutation is accepted with a job, and its effect is there when the job is over", async () => {
  const at = session({ jobSeconds: 4 });
  const accepted = await create(at);
  assert.equal(accepted.status, "RUNNING");
  assert.equal(accepted.submitted, "2026-11-20 10:00:00,000");
  assert.equal(accepted.completed, "N/A");
  assert.deepEqual(accepted.result, {});
  assert.deepEqual(accepted.request, { type: "POST", url: FILESETS, data: NEW });

  at.pass(1);
  const early = await look(at, accepted);
  assert.equal(early.status, "RUNNING");
  assert.deepEqual(early.result.progress, ["(1/2) Creating fileset"]);
  at.pass(2);
  assert.equal((await look(at, accepted)).result.progress?.length, 2);
  assert.equal((await at.ask("GET", `${FILESETS}/projects`)).status, 400);

  at.pass(1);
  const over = await look(at, accepted);
  assert.equal(over.status, "COMPLETED");
  assert.equal(over.completed, "2026-11-20 10:00:04,000");
  assert.equal(over.result.exitCode, 0);
  assert.deepEqual(over.result.stdout, [
    "EFSSG0070I File set projects created successfully.",
    "EFSSG0078I File set projects successfully linked.",
  ]);
  assert.equal((await at.ask("GET", `${FILESETS}/projects`)).status, 200);
});

test("with no job seconds the effect is there at once, and the answer still says RUNNING", async () => {
  const at = session({ jobSeconds: 0 });
  const job = await create(at);
  assert.equal(job.status, "RUNNING");
  assert.equal((await at.ask("GET", `${FILESETS}/projects`)).status, 200);
  assert.equal((await look(at, job)).status, "COMPLETED");
});

test("a list of jobs shows no requests and results unless all fields are asked for", async () => {
  const { ask } = session();
  const [brief] = list(await ask("GET", "/mgmt/v3/jobs"), "jobs");
  assert.deepEqual(Object.keys(brief ?? {}), [
    "jobId",
    "status",
    "submitted",
    "completed",
    "runtime",
  ]);
  const [full] = list(await ask("GET", "/mgmt/v3/jobs?fields=:all:"), "jobs");
  assert.ok(full?.request && full.result);
});

test("the cluster has finished, failed and running jobs from the start", async () => {
  const { ask } = session();
  const jobs = list<JobView>(await ask("GET", "/mgmt/v3/jobs"), "jobs");
  const states = new Set(jobs.map((job) => job.status));
  assert.deepEqual([...states].sort(), ["COMPLETED", "FAILED", "RUNNING"]);
  assert.ok(jobs.every((job) => String(job.jobId).length === 13));
});

test("a cancelled job goes over CANCELLING to CANCELLED and leaves nothing behind", async () => {
  const at = session({ jobSeconds: 10 });
  const job = await create(at);
  at.pass(2);
  const cancelled = await at.ask("DELETE", `/mgmt/v3/jobs/${job.jobId}`);
  assert.equal(cancelled.status, 202);
  assert.equal((await look(at, job)).status, "CANCELLING");
  at.pass(1);
  const over = await look(at, job);
  assert.equal(over.status, "CANCELLED");
  assert.notEqual(over.result.exitCode, 0);
  at.pass(20);
  assert.equal((await at.ask("GET", `${FILESETS}/projects`)).status, 400);

  const again = await at.ask("DELETE", `/mgmt/v3/jobs/${job.jobId}`);
  assert.equal(again.status, 400);
  assert.match(message(again), /is not running/);
});

test("of two jobs for the same name the first wins and the second fails", async () => {
  const at = session({ jobSeconds: 4 });
  const first = await create(at);
  at.pass(1);
  const second = await create(at);
  at.pass(9);
  assert.equal((await look(at, first)).status, "COMPLETED");
  const failed = await look(at, second);
  assert.equal(failed.status, "FAILED");
  assert.equal(failed.result.exitCode, 5);
  assert.deepEqual(failed.result.stderr, [
    "EFSSP1102C File set projects already exists in file system fs1.",
  ]);
});

test("the fail rate makes jobs fail, the same ones for the same seed, and they do nothing", async () => {
  const run = async (seed: number) => {
    const at = session({ failRate: 0.5, jobSeconds: 0, seed });
    const states: string[] = [];
    for (let index = 0; index < 20; index++) {
      const job = await look(at, await create(at, { filesetName: `f${index}` }));
      states.push(job.status);
      const there = (await at.ask("GET", `${FILESETS}/f${index}`)).status === 200;
      assert.equal(there, job.status === "COMPLETED");
      if (job.status === "FAILED") assert.deepEqual(job.result.stderr, [SIMULATED_FAILURE]);
    }
    return states.join();
  };
  const first = await run(7);
  assert.ok(first.includes("FAILED") && first.includes("COMPLETED"));
  assert.equal(await run(7), first);
  assert.notEqual(await run(8), first);
});

test("asked to, v3 answers operations instead of jobs, and they can be polled and cancelled", async () => {
  const at = session({ operations: true });
  const answer = await at.ask("POST", FILESETS, NEW);
  const { name, done } = answer.json as { name: string; done: boolean };
  assert.equal(done, false);
  assert.match(name, /^operations\/\d+$/);
  at.pass(3);
  const over = await at.ask("GET", `/mgmt/v3/${name}`);
  assert.equal(over.json.done, true);
  assert.ok("response" in over.json);

  const submit = async (body: object) => {
    const { name } = (await at.ask("POST", FILESETS, body)).json as { name: string };
    return `/mgmt/v3/${name}`;
  };
  const again = await submit(NEW);
  at.pass(3);
  const failed = await at.ask("GET", again);
  const { error } = failed.json as { error: { message: string; httpcode: number } };
  assert.match(error.message, /EFSSP1102C/);

  const third = await submit({ filesetName: "x" });
  assert.equal((await at.ask("POST", `${third}:cancel`)).status, 200);
  at.pass(3);
  const cancelled = await at.ask("GET", third);
  assert.equal((cancelled.json.error as { status: string }).status, "CANCELLED");
});
