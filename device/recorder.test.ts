import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { spokenSample } from "../tools/recorder/audio/spoken-sample.ts";
import { createRecorder, type News, type RecorderOptions } from "./recorder.ts";
import { openShelf } from "./shelf.ts";
import { fileSource } from "./source/file.ts";
import { toneSource } from "./source/tone.ts";

const LIMITS = { mostSeconds: 3600, quietSeconds: 0, quietDb: -55 };

async function setUp(t: TestContext, more: Partial<RecorderOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "outpost-recorder-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const shelf = await openShelf(folder);
  t.after(shelf.close);
  const news: News[] = [];
  const waiting: { type: News["type"]; resolve: () => void }[] = [];
  const recorder = createRecorder({
    shelf,
    source: toneSource(1),
    format: () => ({ deviceId: "test", codec: "wav_pcm_s16le", sampleRate: 16_000 }),
    limits: LIMITS,
    leastFreeBytes: 0,
    freeBytes: async () => 1e12,
    tell(each) {
      news.push(each);
      for (const wait of waiting) if (wait.type === each.type) wait.resolve();
    },
    ...more,
  });
  t.after(recorder.close);
  const told = (type: News["type"]) =>
    news.some((each) => each.type === type)
      ? Promise.resolve()
      : new Promise<void>((resolve) => waiting.push({ type, resolve }));
  return { shelf, recorder, news, told, folder };
}

test("what is recorded between start and stop is on the shelf with its true facts", async (t) => {
  const { recorder, shelf, told } = await setUp(t);
  const begun = await recorder.start();
  assert.equal(recorder.state(), "recording");
  assert.equal(begun.sha256, undefined);
  await told("level");
  const kept = await recorder.stop();
  assert.equal(recorder.state(), "idle");
  assert.equal(kept.id, begun.id);
  assert.match(kept.sha256 ?? "", /^[0-9a-f]{64}$/);
  assert.ok(kept.duration_s > 0);
  assert.deepEqual(shelf.store.get(kept.id), kept);
});

test("a take that could not be put on the shelf is there once the next one begins", async (t) => {
  const { shelf } = await setUp(t);
  let failures = 1;
  const publish: typeof shelf.publish = async (take) => {
    if (failures-- > 0) throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    return shelf.publish(take);
  };
  const { recorder, told } = await setUp(t, { shelf: { ...shelf, publish } });
  const lost = await recorder.start();
  await told("level");
  await assert.rejects(recorder.stop(), /too many open files/);
  assert.equal(shelf.store.get(lost.id), undefined);
  await recorder.start();
  assert.ok((shelf.store.get(lost.id)?.duration_s ?? 0) > 0);
  await recorder.stop();
  assert.equal(shelf.store.count(), 2);
});

test("of two that start at once one records and one is refused", async (t) => {
  const { recorder } = await setUp(t);
  const both = await Promise.allSettled([recorder.start(), recorder.start()]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  await recorder.stop();
  await assert.rejects(recorder.stop(), { code: "not_recording" });
});

for (const codec of ["wav_pcm_s16le", "adpcm", "opus"] as const)
  test(`a spoken file played as fast as it goes is kept whole as ${codec}`, async (t) => {
    const source = fileSource(spokenSample(), { speed: Number.POSITIVE_INFINITY });
    const { recorder, told } = await setUp(t, {
      source,
      format: () => ({ deviceId: "test", codec, sampleRate: 16_000 }),
      limits: { ...LIMITS, quietSeconds: 1.2 },
    });
    await recorder.start();
    await told("silence");
    const kept = await recorder.stop();
    assert.equal(kept.codec, codec);
    assert.ok(kept.duration_s > 23, `${kept.duration_s} s`);
  });

test("a take ends by itself at its longest and is kept", async (t) => {
  const { recorder, told, news } = await setUp(t, {
    source: toneSource(Number.POSITIVE_INFINITY),
    limits: { ...LIMITS, mostSeconds: 2 },
  });
  await recorder.start();
  await told("ended");
  const ended = news.find((each) => each.type === "ended");
  assert.ok(ended?.type === "ended" && ended.why === "limit");
  assert.ok(ended.recording.duration_s >= 2 && ended.recording.duration_s < 2.2);
  await assert.rejects(recorder.stop(), { code: "not_recording" });
});

test("when the disk runs low the take stops and what there is is kept", async (t) => {
  let free = 1e12;
  const { recorder, told, news } = await setUp(t, {
    source: toneSource(50),
    leastFreeBytes: 1000,
    freeBytes: async () => free,
  });
  await recorder.start();
  free = 10;
  await told("ended");
  const ended = news.find((each) => each.type === "ended");
  assert.ok(ended?.type === "ended" && ended.why === "disk");
  assert.ok(ended.recording.duration_s >= 2);
  await assert.rejects(recorder.start(), { code: "disk_full" });
});

test("a take that there is no room to go on with is not begun", async (t) => {
  let free = 1_000_000 + 9 * 32_000;
  const { recorder, shelf } = await setUp(t, {
    leastFreeBytes: 1_000_000,
    freeBytes: async () => free,
  });
  await assert.rejects(recorder.start(), { code: "disk_full", status: 507 });
  assert.equal(shelf.store.count(), 0);
  free = 1_000_000 + 15 * 32_000;
  await recorder.start();
});

test("a source that breaks ends the take and what it gave is kept", async (t) => {
  async function* pulledOut() {
    yield new Uint8Array(32_000).fill(7);
    yield new Uint8Array(32_000).fill(7);
    throw new Error("unplugged");
  }
  const { recorder, told, news } = await setUp(t, {
    source: {
      name: "a microphone that is pulled out",
      open: async () => ({ pieces: pulledOut(), stop: async () => undefined }),
    },
  });
  await recorder.start();
  await told("ended");
  const ended = news.find((each) => each.type === "ended");
  assert.ok(ended?.type === "ended" && ended.why === "source");
  assert.equal(ended.trouble?.message, "unplugged");
  assert.equal(ended.recording.duration_s, 2);
});

test("a source that gives nothing fails the start, leaves nothing, and can be tried again", async (t) => {
  let stopped = 0;
  const { recorder, shelf } = await setUp(t, {
    patienceMs: 20,
    source: {
      name: "a deaf microphone",
      open: async () => ({
        pieces: { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) },
        stop: async () => void stopped++,
      }),
    },
  });
  await assert.rejects(recorder.start(), { code: "no_microphone" });
  await assert.rejects(recorder.start(), { code: "no_microphone" });
  assert.equal(stopped, 2);
  assert.equal(recorder.state(), "idle");
  assert.equal(shelf.store.count(), 0);
});

test("closing in the middle of a take keeps it and refuses another", async (t) => {
  const { recorder, shelf, told } = await setUp(t);
  await recorder.start();
  await told("level");
  await recorder.close();
  assert.equal(shelf.store.count(), 1);
  await assert.rejects(recorder.start(), { code: "stopping" });
});

test("a start that waits for sound while the device is closed is told that it is being stopped", async (t) => {
  let opened: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const { recorder, shelf } = await setUp(t, {
    source: {
      name: "a deaf microphone",
      async open() {
        opened();
        const next = () => new Promise<never>(() => {});
        return {
          pieces: { [Symbol.asyncIterator]: () => ({ next }) },
          stop: async () => undefined,
        };
      },
    },
  });
  const refused = assert.rejects(recorder.start(), { code: "stopping", status: 503 });
  await isOpen;
  await recorder.close();
  await refused;
  assert.equal(shelf.store.count(), 0);
});

test("a clock that is set back gives no id twice, and the later take the later id", async (t) => {
  let time = Date.UTC(2026, 10, 21, 8);
  const { recorder, shelf, told } = await setUp(t, { now: () => new Date(time) });
  const ids: string[] = [];
  for (const change of [0, -3_600_000, -1]) {
    time += change;
    ids.push((await recorder.start()).id);
    await told("level");
    await recorder.stop();
  }
  assert.deepEqual(ids, [...new Set(ids)].sort());
  assert.equal(shelf.store.count(), 3);
});
