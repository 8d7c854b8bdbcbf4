import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { openStore, type Store } from "./open-store.ts";

const note = z.object({ id: z.string(), at: z.number(), state: z.string(), text: z.string() });
type Note = z.infer<typeof note>;

const open = (folder: string): Promise<Store<Note>> =>
  openStore({
    folder,
    name: "shelf",
    parse: (value) => note.parse(value),
    rowOf: ({ id, at, state }) => ({ id, at, state }),
    textOf: ({ text }) => text,
  });

async function place(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "outpost-store-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const idOf = (number: number) => `0${String(number).padStart(25, "0")}`;

async function add(store: Store<Note>, number: number, more: Partial<Note> = {}): Promise<string> {
  const id = more.id ?? idOf(number);
  const staged = await store.stage();
  await writeFile(join(staged, "audio.wav"), `sound ${number}`);
  const record = { id, at: number, state: "local", text: "", ...more };
  assert.equal(await store.publish(staged, id, record), true);
  return id;
}

const ids = (store: Store<Note>, query: { limit: number; state?: string; words?: string }) =>
  store.list(query).items.map(({ id }) => id);

/** Ends a store as a kill does: nothing is saved. */
async function kill(folder: string): Promise<void> {
  await rm(join(folder, "lock"), { force: true });
}

test("recordings are listed newest first, page by page, whatever comes and goes between pages", async (t) => {
  const store = await open(await place(t));
  t.after(store.close);
  for (let number = 1; number <= 7; number++)
    await add(store, number, { at: Math.floor(number / 2) });
  const first = store.list({ limit: 3 });
  assert.deepEqual(
    first.items.map(({ id }) => id),
    [7, 6, 5].map(idOf),
  );
  await add(store, 9, { at: 9 });
  await store.remove(idOf(5));
  await store.remove(idOf(3));
  const second = store.list({ limit: 3, after: first.next });
  assert.deepEqual(
    second.items.map(({ id }) => id),
    [4, 2, 1].map(idOf),
  );
  assert.equal(second.next, undefined);
});

test("a list is filtered by state and by the beginnings of words", async (t) => {
  const store = await open(await place(t));
  t.after(store.close);
  await add(store, 1, { text: "Buy milk, bread" });
  await add(store, 2, { text: "The release moves to Friday", state: "transcribed" });
  await add(store, 3, { text: "Grüße aus Köln" });
  assert.deepEqual(ids(store, { limit: 9, state: "transcribed" }), [idOf(2)]);
  assert.deepEqual(ids(store, { limit: 9, words: "mil bread" }), [idOf(1)]);
  assert.deepEqual(ids(store, { limit: 9, words: "grüss OR köln" }), []);
  assert.deepEqual(ids(store, { limit: 9, words: "köln" }), [idOf(3)]);
  assert.deepEqual(ids(store, { limit: 9, words: '"*) OR' }), []);
  await store.change(idOf(1), (record) => ({ ...record, state: "uploaded", text: "tea" }));
  assert.deepEqual(ids(store, { limit: 9, words: "milk" }), []);
  assert.deepEqual(ids(store, { limit: 9, state: "uploaded" }), [idOf(1)]);
});

test("publishing an id twice changes nothing the second time", async (t) => {
  const store = await open(await place(t));
  t.after(store.close);
  const id = await add(store, 1, { text: "first" });
  const staged = await store.stage();
  assert.equal(await store.publish(staged, id, { id, at: 5, state: "x", text: "no" }), false);
  assert.equal(store.get(id)?.text, "first");
  assert.equal(await readFile(join(store.placeOf(id), "audio.wav"), "utf8"), "sound 1");
  assert.equal(store.count(), 1);
});

test("ids that differ in case alone are two recordings, and no id leaves the folder", async (t) => {
  const store = await open(await place(t));
  t.after(store.close);
  await add(store, 1, { id: "Meeting.1", text: "a" });
  await add(store, 2, { id: "meeting.1", text: "b" });
  assert.equal(store.get("Meeting.1")?.text, "a");
  assert.equal(store.count(), 2);
  for (const id of ["..", ".", "", "a/b", "../../etc/passwd", "a\\b", "x".repeat(129), "é"]) {
    assert.equal(store.get(id), undefined);
    assert.equal(await store.remove(id), false);
    await assert.rejects(store.put(id, "x", "y"), /no id/);
  }
});

test("a store that was killed comes back with every change it had made", async (t) => {
  const folder = await place(t);
  const store = await open(folder);
  for (let number = 1; number <= 20; number++) await add(store, number, { text: `word${number}` });
  await store.save();
  await add(store, 21, { text: "late" });
  await store.change(idOf(3), (record) => ({ ...record, state: "uploaded" }));
  await store.remove(idOf(4));
  await store.stage();
  await kill(folder);
  const again = await open(folder);
  t.after(again.close);
  assert.equal(again.count(), 20);
  assert.deepEqual(ids(again, { limit: 9, state: "uploaded" }), [idOf(3)]);
  assert.deepEqual(ids(again, { limit: 9, words: "late" }), [idOf(21)]);
  assert.equal(again.get(idOf(4)), undefined);
  assert.equal(again.wasRemoved(idOf(4)), true);
  assert.deepEqual(await readdir(join(folder, "tmp")), []);
  assert.equal(await again.verify(), 0);
});

test("a snapshot that is missing, torn, foreign or behind the files is no obstacle", async (t) => {
  const folder = await place(t);
  const first = await open(folder);
  for (let number = 1; number <= 5; number++) await add(first, number);
  await first.close();
  const snapshot = join(folder, "index", "snapshot");
  const whole = await readFile(snapshot);
  for (const broken of [
    whole.subarray(0, -1),
    whole.subarray(0, 9),
    Buffer.from("{}\n"),
    Buffer.alloc(0),
  ]) {
    await writeFile(snapshot, broken);
    const store = await open(folder);
    assert.equal(store.list({ limit: 9 }).items.length, 5);
    await store.close();
  }
  const store = await open(folder);
  const gone = store.placeOf(idOf(2));
  await store.close();
  await rm(gone, { recursive: true });
  const last = await open(folder);
  t.after(last.close);
  assert.deepEqual(ids(last, { limit: 9 }), [5, 4, 3, 1].map(idOf));
});

test("a record edited by hand is noticed in the background", async (t) => {
  const folder = await place(t);
  const store = await open(folder);
  t.after(store.close);
  await add(store, 1);
  const file = join(store.placeOf(idOf(1)), "record.json");
  await writeFile(file, JSON.stringify({ id: idOf(1), at: 1, state: "transcribed", text: "" }));
  assert.equal(await store.verify(), 1);
  assert.deepEqual(ids(store, { limit: 9, state: "transcribed" }), [idOf(1)]);
});

test("a folder without a readable record is kept, named, and not listed", async (t) => {
  const folder = await place(t);
  const store = await open(folder);
  await add(store, 1);
  await add(store, 2);
  const place2 = store.placeOf(idOf(2));
  await store.close();
  await writeFile(join(place2, "record.json"), "{");
  await rm(join(folder, "index"), { recursive: true });
  const again = await open(folder);
  t.after(again.close);
  assert.deepEqual(ids(again, { limit: 9 }), [idOf(1)]);
  assert.deepEqual(again.damaged(), [idOf(2)]);
  assert.equal(await readFile(join(place2, "audio.wav"), "utf8"), "sound 2");
});

test("what was half deleted when the power went is gone and stays gone", async (t) => {
  const folder = await place(t);
  const store = await open(folder);
  await store.close();
  const half = join(folder, "trash", "half");
  await mkdir(half);
  await writeFile(join(half, "record.json"), JSON.stringify({ id: idOf(1) }));
  const again = await open(folder);
  t.after(again.close);
  assert.equal(again.wasRemoved(idOf(1)), true);
  assert.deepEqual(await readdir(join(folder, "trash")), []);
});

test("a second process is refused while the first has the store", async (t) => {
  const folder = await place(t);
  const store = await open(folder);
  await assert.rejects(open(folder), /This shelf is in use by another process/);
  await store.close();
  await (await open(folder)).close();
});

test("a hundred changes at once of one recording all count", async (t) => {
  const store = await open(await place(t));
  t.after(store.close);
  const id = await add(store, 1);
  const more = (record: Note) => ({ ...record, text: `${record.text}x` });
  await Promise.all(Array.from({ length: 100 }, () => store.change(id, more)));
  assert.equal(store.get(id)?.text.length, 100);
  await assert.rejects(store.change(idOf(9), more), /no such recording/);
});
