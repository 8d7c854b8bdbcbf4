import assert from "node:assert/strict";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../server.fixture.ts";
import { fileJobLog, memoryJobLog } from "./job-log.ts";
import { openQueue } from "./job-queue.ts";
import { queueConformance } from "./queue.conformance.ts";
import type { JobLog, Queue } from "./queue.ts";

const logs = new WeakMap<Queue, { path: string; log: JobLog }>();

queueConformance("in a file", async (t, now, again) => {
  const before = again && logs.get(again);
  // The old one is left open, as a killed process leaves it.
  const path = before?.path ?? join(await temporaryFolder(t), "jobs.log");
  const log = await fileJobLog(path);
  t.after(() => log.close());
  const queue = await openQueue(log, { now });
  logs.set(queue, { path, log });
  return queue;
});

queueConformance("in memory", async (_t, now, again) => {
  const log = (again && logs.get(again)?.log) ?? memoryJobLog();
  const queue = await openQueue(log, { now });
  logs.set(queue, { path: "", log });
  return queue;
});

test("a line that a crash cut short, or that was changed, is left out", async (t) => {
  const path = join(await temporaryFolder(t), "jobs.log");
  const queue = await openQueue(await fileJobLog(path));
  await queue.add("transcription", "a");
  const { id } = await queue.add("transcription", "b");
  await queue.close();
  const whole = await readFile(path, "utf8");
  const torn = whole.trimEnd().split("\n").at(-1) ?? "";
  await writeFile(path, whole.replace(torn, torn.replace("queued", "failed")));
  await appendFile(path, torn.slice(0, 60));
  const again = await openQueue(await fileJobLog(path));
  t.after(() => again.close());
  assert.equal(again.get(id), undefined);
  assert.equal(again.of("a").length, 1);
  await again.add("transcription", "c");
  assert.equal(again.of("c").length, 1);
});

test("a log in which most is out of date is written anew while it is in use, and loses nothing", async (t) => {
  const path = join(await temporaryFolder(t), "jobs.log");
  const queue = await openQueue(await fileJobLog(path, 50));
  for (let at = 0; at < 100; at++) {
    const { recording_id } = await queue.add("transcription", `r${at}`);
    if (at % 10 > 0) await queue.forget(recording_id);
  }
  assert.ok((await readFile(path, "utf8")).split("\n").length <= 80);
  await queue.close();
  const again = await openQueue(await fileJobLog(path));
  t.after(() => again.close());
  assert.equal(again.counts().queued, 10);
  assert.equal(again.of("r90").length, 1);
});

test("what was to follow a job follows it, wherever between the two the process was killed", async () => {
  for (const end of ["done", "cancelled"] as const)
    for (let kept = 0; kept < 2; kept++) {
      const { log, cutAfter } = breakable();
      const queue = await openQueue(log);
      const first = await queue.add("transcription", "a");
      const second = await queue.add("summary", "a", first.id);
      if (end === "done") await queue.claim("transcription");
      cutAfter(kept);
      await (end === "done" ? queue.done(first.id) : queue.cancel(first.id));
      const again = await openQueue(log);
      const state = again.get(first.id)?.state;
      assert.equal(state, kept === 1 ? end : "queued");
      const following = { done: "queued", cancelled: "cancelled", queued: "waiting" } as const;
      assert.equal(again.get(second.id)?.state, following[state as keyof typeof following]); // as it was found to be
    }
});

test("a job that others wait for is kept for them, however many have ended since", async () => {
  const queue = await openQueue(memoryJobLog());
  const first = await queue.add("transcription", "a");
  const second = await queue.add("summary", "a", first.id);
  await queue.claim("transcription");
  await queue.fail(first.id, "no engine can read it");
  for (let i = 0; i < 1_100; i++) await queue.cancel((await queue.add("summary", `b${i}`)).id);
  assert.equal(queue.counts().cancelled, 999);
  assert.equal(await queue.retry(first.id), true);
  await queue.claim("transcription");
  await queue.done(first.id);
  assert.equal((await queue.claim("summary"))?.id, second.id);
});

/** Keeps what it is told until it is cut off, as a process that is killed. */
function breakable() {
  const log = memoryJobLog();
  const left = { keeps: Number.POSITIVE_INFINITY };
  const keep: JobLog["keep"] = async (id, job) => {
    if (left.keeps-- > 0) await log.keep(id, job);
  };
  const cutAfter = (keeps: number) => void Object.assign(left, { keeps });
  return { log: { ...log, keep }, cutAfter };
}
