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
  t.after(log.close);
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
