import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { setImmediate as breathe } from "node:timers/promises";
import { z } from "zod";
import { openStore, type Store } from "./open-store.ts";
import { folderName, shardOf } from "./record-id.ts";
import { SYNCS_SHOW, watchSyncs } from "./watch-syncs.fixture.ts";

const note = z.object({ id: z.string(), at: z.number(), state: z.string() });
type Note = z.infer<typeof note>;

async function openOne(t: TestContext): Promise<Store<Note>> {
  const folder = await mkdtemp(join(tmpdir(), "outpost-store-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const store = await openStore<Note>({
    folder,
    name: "shelf",
    parse: (value) => note.parse(value),
    rowOf: (record) => record,
  });
  t.after(store.close);
  return store;
}

async function add(store: Store<Note>, id: string): Promise<void> {
  const staged = await store.stage();
  await writeFile(join(staged, "audio.wav"), "sound");
  await store.publish(staged, id, { id, at: 1, state: "local" });
}

test(
  "of two recordings that are the first of a shard, neither is there before the shard is",
  SYNCS_SHOW,
  async (t) => {
    const store = await openOne(t);
    const shard = shardOf(folderName("r0"));
    const other = Array.from({ length: 5_000 }, (_, at) => `r${at + 1}`).find(
      (id) => shardOf(folderName(id)) === shard,
    );
    assert.ok(other);
    const synced = await watchSyncs(t, async (name) => {
      // A slow disk.
      for (let turn = 0; name === "rec" && turn < 2_000; turn++) await breathe();
    });
    await Promise.all([add(store, "r0"), add(store, other)]);
    const order = synced.filter((name) => name === "rec" || name === shard);
    assert.deepEqual(order, ["rec", shard, shard]);
  },
);

test(
  "the first deletion of a store is remembered also after a power loss",
  SYNCS_SHOW,
  async (t) => {
    const store = await openOne(t);
    await add(store, "a");
    const synced = await watchSyncs(t);
    await store.remove("a");
    const order = synced.filter((name) => [basename(store.root), "deleted.jsonl"].includes(name));
    assert.deepEqual(order, ["deleted.jsonl", basename(store.root)]);
  },
);
