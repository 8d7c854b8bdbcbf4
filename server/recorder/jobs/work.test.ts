import assert from "node:assert/strict";
import { test } from "node:test";
import { HubError } from "../../../tools/kit/errors.ts";
import { type Job, jobPage, serverStatus } from "../../../tools/recorder/contract.ts";
import {
  DEAF,
  HEARD,
  ingest,
  metadata,
  scripted,
  startServer,
  type TestServer,
  temporaryFolder,
  until,
} from "../server.fixture.ts";
import type { Readiness, Transcriber } from "../transcribe/transcriber.ts";
import { memoryJobLog } from "./job-log.ts";
import { openQueue } from "./job-queue.ts";
import { startWorker, type Worker } from "./worker.ts";

const jobOf = (server: TestServer, id: string, kind = "transcription"): Job | undefined =>
  server.parts.queue.of(id).find((job) => job.kind === kind);

/** An engine whose every run is ended by the test. */
function held() {
  const runs: { end: () => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const waiting: (() => void)[] = [];
  const transcriber = scripted(
    (signal) =>
      new Promise((resolve, reject) => {
        runs.push({ end: () => resolve(HEARD), fail: reject, signal });
        signal.addEventListener("abort", () => reject(new HubError("interrupted", "Stopped.")));
        for (const wake of waiting.splice(0)) wake();
      }),
  );
  const begun = async (count: number) => {
    while (runs.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return runs[count - 1];
  };
  return { transcriber, begun };
}

test("what comes in is transcribed, then summarised", async (t) => {
  const server = await startServer(t);
  await ingest(server, metadata("a"));
  await until(
    server,
    async () => (await server.parts.storage.metadata.get("a"))?.sync_state === "summarised",
  );
  assert.equal((await server.ask("/recordings/a/transcript")).status, 200);
  assert.equal((await server.ask("/recordings/a/summary")).status, 200);
  await until(server, () => jobOf(server, "a", "summary")?.state === "done");
  const { items } = jobPage.parse(await (await server.ask("/jobs?recording_id=a")).json());
  assert.deepEqual(
    items.map((job) => [job.kind, job.state, job.progress]),
    [
      ["summary", "done", 100],
      ["transcription", "done", 100],
    ],
  );
});

test("one poisonous recording fails with its reason, and those behind it are done", async (t) => {
  let runs = 0;
  const transcriber = scripted(async () => {
    if (runs++ === 0) throw new HubError("bad-input", "This is noise.");
    return HEARD;
  });
  const server = await startServer(t, { transcriber });
  await ingest(server, metadata("poison"));
  await ingest(server, metadata("good"));
  await until(server, () => jobOf(server, "good", "summary")?.state === "done");
  assert.equal(jobOf(server, "poison")?.state, "failed");
  assert.match(jobOf(server, "poison")?.reason ?? "", /noise/);
  assert.equal((await server.ask("/recordings/poison/transcript")).status, 409);
  assert.equal((await server.ask("/recordings/poison/audio")).status, 200);
});

test("a bug of the engine is tried again later, without its words", async (t) => {
  const transcriber = scripted(() => Promise.reject(new Error("secret path /home/x")));
  const server = await startServer(t, { transcriber });
  await ingest(server, metadata("a"));
  await until(server, () => jobOf(server, "a")?.next_attempt_at !== null);
  const job = jobOf(server, "a");
  assert.deepEqual([job?.state, job?.attempts], ["queued", 1]);
  assert.doesNotMatch(job?.reason ?? "", /secret/);
});

test("without an engine a job waits and names the command; the engine's arrival is noticed", async (t) => {
  let ready: Readiness = {
    state: "missing",
    reason: "No engine.",
    install: "apt-get install ears",
  };
  const transcriber: Transcriber = { ...scripted(), check: async () => ready };
  const folder = await temporaryFolder(t);
  const server = await startServer(t, { transcriber }, { folder });
  await ingest(server, metadata("a"));
  await until(server, () => jobOf(server, "a")?.state === "waiting");
  assert.match(jobOf(server, "a")?.reason ?? "", /apt-get install ears/);
  const status = serverStatus.parse(await (await server.ask("/server")).json());
  assert.equal(status.transcriber.model, null);
  assert.match(status.transcriber.reason ?? "", /apt-get install ears/);
  ready = { state: "ready" };
  // Whatever wakes the worker makes it look again.
  await ingest(server, metadata("b"));
  await until(server, () => jobOf(server, "a", "summary")?.state === "done");
  await server.close();
});

test("an engine that came while the server was down is noticed at the start", async (t) => {
  const folder = await temporaryFolder(t);
  const deaf = await startServer(t, { transcriber: DEAF }, { folder });
  await ingest(deaf, metadata("a"));
  await until(deaf, () => jobOf(deaf, "a")?.state === "waiting");
  await deaf.close();
  const hearing = await startServer(t, { transcriber: scripted() }, { folder });
  await until(hearing, () => jobOf(hearing, "a")?.state === "done");
  await hearing.close();
});

test("deleting a recording stops its transcription, and nothing of it comes back", async (t) => {
  const { transcriber, begun } = held();
  const server = await startServer(t, { transcriber });
  await ingest(server, metadata("a"));
  const run = await begun(1);
  assert.equal((await server.ask("/recordings/a", { method: "DELETE" })).status, 204);
  assert.equal(run?.signal.aborted, true);
  assert.equal((await server.ask("/recordings/a")).status, 404);
  assert.deepEqual(server.parts.queue.of("a"), []);
  await ingest(server, metadata("b"));
  (await begun(2))?.end();
  await until(server, () => jobOf(server, "b", "summary")?.state === "done");
  assert.equal(server.parts.storage.metadata.count(), 1);
});

test("a running job can be cancelled, and tried again", async (t) => {
  const { transcriber, begun } = held();
  const server = await startServer(t, { transcriber });
  await ingest(server, metadata("a"));
  const run = await begun(1);
  const id = jobOf(server, "a")?.id ?? "";
  const post = (action: string) => server.ask(`/jobs/${id}/${action}`, { method: "POST" });
  assert.equal((await post("retry")).status, 409);
  assert.equal((await post("cancel")).status, 200);
  assert.equal(run?.signal.aborted, true);
  assert.equal((await post("cancel")).status, 409);
  assert.equal((await post("retry")).status, 200);
  (await begun(2))?.end();
  await until(server, () => jobOf(server, "a")?.state === "done");
  assert.equal((await server.ask("/jobs/01M7YF97PRAKK55S79TDCPD8EP")).status, 404);
  assert.equal((await server.ask("/jobs?cursor=x")).status, 400);
  assert.equal((await server.ask("/jobs?state=asleep")).status, 400);
});

test("a server that is stopped in the middle goes on at the next start", async (t) => {
  const folder = await temporaryFolder(t);
  const { transcriber, begun } = held();
  const first = await startServer(t, { transcriber }, { folder });
  await ingest(first, metadata("a"));
  await begun(1);
  await first.close();
  const second = await startServer(t, {}, { folder });
  await until(second, () => jobOf(second, "a", "summary")?.state === "done");
  assert.equal(jobOf(second, "a")?.attempts, 1);
  await second.close();
});

test("recordings whose jobs were lost get new ones at the start, and lost jobs are dropped", async (t) => {
  const folder = await temporaryFolder(t);
  const first = await startServer(t, { transcriber: DEAF }, { folder });
  const { storage, queue } = first.parts;
  for (const id of ["a", "b", "gone"]) await ingest(first, metadata(id));
  await queue.forget("a");
  // As after a kill between the one job and the other, and between a recording's end and that of its jobs.
  await queue.forget("b");
  await queue.add("transcription", "b");
  await storage.metadata.remove("gone");
  await first.close();
  const second = await startServer(t, {}, { folder });
  const isDone = (id: string) => jobOf(second, id, "summary")?.state === "done";
  await until(second, () => isDone("a") && isDone("b"));
  await until(second, () => second.parts.queue.of("gone").length === 0);
  assert.equal(second.parts.queue.counts().done, 4);
  await second.close();
});

const noSpace = () => Object.assign(new Error("no space left on device"), { code: "ENOSPC" });

test("a job that could not be begun on a full disk is queued, and begun once there is room", async () => {
  const kept = memoryJobLog();
  let isFull = true;
  const queue = await openQueue({
    ...kept,
    keep: (id, job) =>
      isFull && job?.state === "running" ? Promise.reject(noSpace()) : kept.keep(id, job),
  });
  const { id } = await queue.add("transcription", "a");
  await assert.rejects(queue.claim("transcription"), /no space/);
  assert.equal(queue.get(id)?.state, "queued");
  let troubles = 0;
  const report = () => {
    isFull = ++troubles < 3;
  };
  let worker: Worker | undefined;
  await new Promise<void>((ran) => {
    const task = { missing: async () => undefined, run: async () => ran() };
    const options = { now: Date.now, report, lookAgainMs: 1 };
    worker = startWorker(queue, { ...task, kind: "transcription" }, options);
  });
  await worker?.close();
  assert.deepEqual([queue.get(id)?.state, queue.get(id)?.attempts], ["done", 1]);
});

test("a disk that was full at the end of a job is no bug, and it is tried again for longer", async (t) => {
  const server = await startServer(t, { transcriber: scripted(() => Promise.reject(noSpace())) });
  await ingest(server, metadata("a"));
  await until(server, () => jobOf(server, "a")?.next_attempt_at !== null);
  assert.match(jobOf(server, "a")?.reason ?? "", /disk is full/);
});
