import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { KeptRecording } from "./kept-recording.ts";
import { TRANSCRIPT } from "./kept-recording.ts";
import type { Storage } from "./storage.ts";

export type OpenStorage = (t: TestContext) => Promise<Storage>;

const BYTES = Buffer.from("what was recorded");
const SHA256 = createHash("sha256").update(BYTES).digest("hex");

function record(id: string, minute = 0, more: Partial<KeptRecording> = {}): KeptRecording {
  return {
    id,
    started_at: new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString(),
    duration_s: 1,
    sample_rate: 16_000,
    channels: 1,
    codec: "wav_pcm_s16le",
    size_bytes: BYTES.length,
    sha256: SHA256,
    source: "device",
    sync_state: "ingested",
    transcript_ref: null,
    summary_ref: null,
    audio: "audio.wav",
    corrections: [],
    ingested_at: "2026-11-20T09:00:00.000Z",
    ...more,
  };
}

async function keep({ blobs }: Storage, kept: KeptRecording): Promise<boolean> {
  const staging = await blobs.stage();
  await staging.write(BYTES);
  await staging.end();
  const isNew = await blobs.publish(staging, kept);
  await staging.discard();
  return isNew;
}

async function say(storage: Storage, id: string, text: string): Promise<void> {
  const segments = [{ start: 0, end: 1, text, speaker: null }];
  const said = { recording_id: id, language: "en", model: "told", text, segments };
  await storage.blobs.put(id, TRANSCRIPT, JSON.stringify(said));
  await storage.metadata.change(id, (before) => ({
    ...before,
    transcript_ref: "there",
    sync_state: "transcribed",
  }));
}

/** What every implementation of Metadata does. */
export function metadataConformance(name: string, openStorage: OpenStorage): void {
  test(`${name}: a record is there once its audio is published, and not before`, async (t) => {
    const storage = await openStorage(t);
    const staging = await storage.blobs.stage();
    await staging.write(BYTES);
    await staging.end();
    assert.equal(await storage.metadata.get("a"), undefined);
    assert.equal(await storage.blobs.publish(staging, record("a")), true);
    assert.deepEqual(await storage.metadata.get("a"), record("a"));
    assert.equal(storage.metadata.count(), 1);
  });

  test(`${name}: edits of one record at once all count`, async (t) => {
    const storage = await openStorage(t);
    await keep(storage, record("a"));
    await Promise.all(
      Array.from({ length: 20 }, () =>
        storage.metadata.change("a", (before) => ({
          ...before,
          duration_s: before.duration_s + 1,
        })),
      ),
    );
    assert.equal((await storage.metadata.get("a"))?.duration_s, 21);
    await assert.rejects(
      storage.metadata.change("b", (before) => before),
      { problem: "not-found" },
    );
  });

  test(`${name}: a list goes from the newest on, page by page, past what was deleted meanwhile`, async (t) => {
    const storage = await openStorage(t);
    for (const [id, minute] of [
      ["a", 1],
      ["b", 2],
      ["c", 2],
      ["d", 3],
    ] as const)
      await keep(storage, record(id, minute));
    const first = storage.metadata.list({ limit: 2 });
    assert.deepEqual(
      first.items.map((item) => item.id),
      ["d", "c"],
    );
    await storage.metadata.remove("c");
    await keep(storage, record("e", 9));
    const second = storage.metadata.list({ limit: 2, after: first.next });
    assert.deepEqual(
      second.items.map((item) => item.id),
      ["b", "a"],
    );
    assert.equal(second.next, undefined);
  });

  test(`${name}: a list can be of one state, or of what was said`, async (t) => {
    const storage = await openStorage(t);
    for (const id of ["a", "b", "c"]) await keep(storage, record(id));
    await say(storage, "b", "The meeting was moved to Friday");
    await say(storage, "c", "Nothing was moved");
    const ids = (query: Parameters<Storage["metadata"]["list"]>[0]) =>
      storage.metadata.list(query).items.map((item) => item.id);
    assert.deepEqual(ids({ limit: 9, state: "ingested" }), ["a"]);
    assert.deepEqual(ids({ limit: 9, words: "moved" }), ["c", "b"]);
    assert.deepEqual(ids({ limit: 9, words: "MEET fri" }), ["b"]);
    assert.deepEqual(ids({ limit: 9, words: "moved", state: "ingested" }), []);
    for (const odd of ['"', "*", "a OR b", "-moved", "NEAR/2", "%", "text:moved)"])
      assert.doesNotThrow(() => ids({ limit: 9, words: odd }), odd);
  });

  test(`${name}: what was deleted is gone with its files, once, and remembered`, async (t) => {
    const storage = await openStorage(t);
    await keep(storage, record("a"));
    assert.equal(storage.metadata.wasRemoved("a"), false);
    assert.equal(await storage.metadata.remove("a"), true);
    assert.equal(await storage.metadata.remove("a"), false);
    assert.equal(storage.metadata.wasRemoved("a"), true);
    assert.equal(await storage.metadata.get("a"), undefined);
    assert.equal(await storage.blobs.fileOf("a", "audio.wav"), undefined);
    // As of somebody who began to send it before it was deleted.
    assert.equal(await keep(storage, record("a")), false);
    assert.equal(await storage.metadata.get("a"), undefined);
  });
}

/** What every implementation of Blobs does. */
export function blobsConformance(name: string, openStorage: OpenStorage): void {
  test(`${name}: staged bytes are hashed and can be read before they are published`, async (t) => {
    const { blobs } = await openStorage(t);
    const staging = await blobs.stage();
    for (const byte of BYTES) await staging.write(Buffer.from([byte]));
    assert.deepEqual(await staging.end(), { bytes: BYTES.length, sha256: SHA256 });
    assert.deepEqual(await readFile(await staging.fileOf()), BYTES);
    await staging.discard();
    await staging.discard();
  });

  test(`${name}: megabytes keep their order`, async (t) => {
    const { blobs } = await openStorage(t);
    const staging = await blobs.stage();
    const hash = createHash("sha256");
    for (let at = 0; at < 300; at++) {
      const chunk = Buffer.alloc(20_000 + at, at);
      hash.update(chunk);
      await staging.write(chunk);
    }
    assert.equal((await staging.end()).sha256, hash.digest("hex"));
    await staging.discard();
  });

  test(`${name}: of two with one id, the second changes nothing and can be discarded`, async (t) => {
    const storage = await openStorage(t);
    assert.equal(await keep(storage, record("a")), true);
    assert.equal(await keep(storage, record("a", 5)), false);
    assert.deepEqual(await storage.metadata.get("a"), record("a"));
  });

  test(`${name}: discarding after publishing leaves the recording`, async (t) => {
    const storage = await openStorage(t);
    await keep(storage, record("a"));
    const path = await storage.blobs.fileOf("a", "audio.wav");
    assert.deepEqual(await readFile(path ?? ""), BYTES);
  });

  test(`${name}: a file is put whole, replaced, read and adopted; none without its recording`, async (t) => {
    const storage = await openStorage(t);
    const { blobs } = storage;
    await keep(storage, record("a"));
    assert.equal(await blobs.read("a", "x.json"), undefined);
    await blobs.put("a", "x.json", "1");
    await blobs.put("a", "x.json", "ä2");
    assert.equal(await blobs.read("a", "x.json"), "ä2");
    let left = "";
    await blobs.withFolder(async (folder) => {
      left = folder;
      await writeFile(join(folder, "made"), "made");
      await blobs.adopt("a", "made.bin", join(folder, "made"));
    });
    assert.equal(await readFile((await blobs.fileOf("a", "made.bin")) ?? "", "utf8"), "made");
    await assert.rejects(readFile(left));
    await assert.rejects(blobs.put("b", "x.json", "1"), { problem: "not-found" });
  });
}
