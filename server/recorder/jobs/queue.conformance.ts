import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Queue } from "./queue.ts";

/** Opens a queue, or, where one was opened with this key before, the same jobs once more. */
export type OpenQueue = (t: TestContext, now: () => number, again?: Queue) => Promise<Queue>;

/** What every implementation of Queue does. */
export function queueConformance(name: string, openQueue: OpenQueue): void {
  const opened = async (t: TestContext, at = { now: 1_000_000 }) => ({
    at,
    queue: await openQueue(t, () => at.now),
  });

  test(`${name}: jobs are done in the order in which they came`, async (t) => {
    const { queue } = await opened(t);
    await queue.add("transcription", "a");
    await queue.add("transcription", "b");
    const first = await queue.claim("transcription");
    assert.equal(first?.recording_id, "a");
    assert.equal(first?.state, "running");
    assert.equal(first?.attempts, 1);
    assert.equal((await queue.claim("transcription"))?.recording_id, "b");
    assert.equal(await queue.claim("transcription"), undefined);
    assert.equal(await queue.claim("summary"), undefined);
  });

  test(`${name}: a job of the same kind and recording is there once while it lives`, async (t) => {
    const { queue } = await opened(t);
    const { id } = await queue.add("transcription", "a");
    assert.equal((await queue.add("transcription", "a")).id, id);
    await queue.claim("transcription");
    await queue.done(id);
    assert.notEqual((await queue.add("transcription", "a")).id, id);
  });

  test(`${name}: what comes after another is queued when that is done`, async (t) => {
    const { queue } = await opened(t);
    const first = await queue.add("transcription", "a");
    const second = await queue.add("summary", "a", first.id);
    assert.equal(second.state, "waiting");
    assert.equal(await queue.claim("summary"), undefined);
    await queue.claim("transcription");
    await queue.done(first.id);
    assert.equal((await queue.claim("summary"))?.id, second.id);
  });

  test(`${name}: a job that is to be tried again is not due before its time, and holds up none`, async (t) => {
    const { queue, at } = await opened(t);
    const { id } = await queue.add("transcription", "a");
    await queue.add("transcription", "b");
    await queue.claim("transcription");
    await queue.again(id, new Date(at.now + 5_000), "it failed");
    assert.equal((await queue.claim("transcription"))?.recording_id, "b");
    assert.equal(await queue.claim("transcription"), undefined);
    assert.equal(queue.dueAt("transcription"), at.now + 5_000);
    at.now += 5_000;
    const again = await queue.claim("transcription");
    assert.deepEqual([again?.recording_id, again?.attempts], ["a", 2]);
  });

  test(`${name}: a failed job stays, with its reason, until a person tries it again`, async (t) => {
    const { queue } = await opened(t);
    const first = await queue.add("transcription", "a");
    const second = await queue.add("summary", "a", first.id);
    await queue.claim("transcription");
    await queue.fail(first.id, "it is noise");
    assert.deepEqual(
      [queue.get(first.id)?.state, queue.get(first.id)?.reason],
      ["failed", "it is noise"],
    );
    assert.match(queue.get(second.id)?.reason ?? "", /failed/);
    assert.equal(await queue.retry(second.id), false);
    assert.equal(await queue.retry(first.id), true);
    assert.equal((await queue.claim("transcription"))?.attempts, 1);
    assert.equal(await queue.retry(first.id), false);
  });

  test(`${name}: a cancelled job ends with what comes after it`, async (t) => {
    const { queue } = await opened(t);
    const first = await queue.add("transcription", "a");
    const second = await queue.add("summary", "a", first.id);
    await queue.claim("transcription");
    assert.equal(await queue.cancel(first.id), true);
    assert.equal(await queue.cancel(first.id), false);
    await queue.done(first.id);
    await queue.fail(first.id, "too late");
    assert.deepEqual(
      [queue.get(first.id)?.state, queue.get(second.id)?.state],
      ["cancelled", "cancelled"],
    );
  });

  test(`${name}: what waits for something outside is queued when that is there, uncounted`, async (t) => {
    const { queue } = await opened(t);
    const { id } = await queue.add("transcription", "a");
    await queue.claim("transcription");
    await queue.wait(id, "install the engine");
    assert.equal(await queue.claim("transcription"), undefined);
    await queue.release("transcription");
    assert.equal((await queue.claim("transcription"))?.attempts, 1);
  });

  test(`${name}: progress goes forward only, and jobs of a deleted recording are dropped`, async (t) => {
    const { queue } = await opened(t);
    const { id } = await queue.add("transcription", "a");
    await queue.claim("transcription");
    queue.progress(id, 40, 6);
    queue.progress(id, 30, 7);
    assert.deepEqual([queue.get(id)?.progress, queue.get(id)?.eta_s], [40, 7]);
    await queue.forget("a");
    assert.equal(queue.get(id), undefined);
    assert.deepEqual(queue.of("a"), []);
  });

  test(`${name}: the list is newest first, in pages, by state and by recording`, async (t) => {
    const { queue } = await opened(t);
    for (const each of ["a", "b", "c"]) await queue.add("transcription", each);
    const first = queue.list({ limit: 2 });
    assert.deepEqual(
      first.items.map((job) => job.recording_id),
      ["c", "b"],
    );
    const second = queue.list({ limit: 2, after: first.next });
    assert.deepEqual(
      second.items.map((job) => job.recording_id),
      ["a"],
    );
    assert.equal(second.next, undefined);
    await queue.claim("transcription");
    assert.deepEqual(
      queue.list({ limit: 9, state: "running" }).items.map((job) => job.recording_id),
      ["a"],
    );
    assert.equal(queue.list({ limit: 9, recordingId: "b" }).items.length, 1);
    assert.equal(queue.counts().queued, 2);
  });

  test(`${name}: after a crash what ran is queued again, and has failed the third time`, async (t) => {
    const at = { now: 1_000_000 };
    let queue = await openQueue(t, () => at.now);
    const { id } = await queue.add("transcription", "a");
    await queue.add("transcription", "b");
    for (let crash = 1; crash <= 2; crash++) {
      assert.equal((await queue.claim("transcription"))?.recording_id, "a");
      queue = await openQueue(t, () => at.now, queue);
      assert.equal(queue.get(id)?.state, "queued");
    }
    await queue.claim("transcription");
    queue = await openQueue(t, () => at.now, queue);
    assert.equal(queue.get(id)?.state, "failed");
    assert.equal((await queue.claim("transcription"))?.recording_id, "b");
  });
}
