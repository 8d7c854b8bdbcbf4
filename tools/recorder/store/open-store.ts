import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../kit/durable.ts";
import { HubError } from "../../kit/errors.ts";
import { holdLock } from "../../kit/lock.ts";
import { openChangedShards } from "./changed-shards.ts";
import {
  type Folders,
  isCode,
  moveIn,
  moveOut,
  openFolders,
  RECORD,
  shardTimes,
  sweep,
} from "./folders.ts";
import { createReader, type RecordKind } from "./index-files.ts";
import { folderName, isRecordId, shardOf } from "./record-id.ts";
import { type ListQuery, openIndex, type Place, type RecordingIndex } from "./recording-index.ts";
import { replaceFile, writeSynced } from "./replace-file.ts";
import { createSaver } from "./saver.ts";
import { readSnapshot, type Snapshot, writeSnapshot } from "./snapshot.ts";
import { openTombstones } from "./tombstones.ts";
import { createTurns } from "./turns.ts";

export type StoreOptions<R> = RecordKind<R> & {
  folder: string;
  /** What people call it, as in “This shelf is in use”. */
  name: string;
  now?: () => Date;
  /** How long after a change the index is written to disk; default 5000. Nothing depends on it but the next start. */
  saveAfterMs?: number;
};

/**
 * A folder for each recording, `record.json` in it beside whatever belongs to it. The folders are the truth; an index
 * in memory, with a snapshot on disk, lists them. What a method has resolved for is on disk (fsync), whole or not at
 * all. One process at a time.
 */
export type Store<R> = {
  root: string;
  /** The record; undefined for an id that is not there. Costs no reading of a file. */
  get: (id: string) => R | undefined;
  /** The folder of a recording, whether or not it exists. Read there; write by `put` and `adopt`. */
  placeOf: (id: string) => string;
  /** A fresh folder on the same disk, swept at the next start. Files put there are fsynced by who writes them. */
  stage: () => Promise<string>;
  /** Makes a staged folder a recording. False where the id exists: then nothing changed, and the folder is still staged. */
  publish: (staged: string, id: string, record: R) => Promise<boolean>;
  /** Rewrites a record; edits of one id run one after the other. Throws `not-found`. */
  change: (id: string, edit: (record: R) => R) => Promise<R>;
  /** Writes a file into a recording's folder, whole. Throws `not-found`. */
  put: (id: string, name: string, content: string | Uint8Array) => Promise<void>;
  /** Moves a staged, fsynced file into a recording's folder under `name`. Throws `not-found`. */
  adopt: (id: string, name: string, staged: string) => Promise<void>;
  /** Deletes a recording with everything in its folder and remembers that. False where there was none. */
  remove: (id: string) => Promise<boolean>;
  /** Whether that id was ever deleted. */
  wasRemoved: (id: string) => boolean;
  list: (query: ListQuery) => { items: R[]; next: Place | undefined };
  count: () => number;
  /** Folders whose record cannot be read; they are kept and not listed. */
  damaged: () => string[];
  /** Compares every record with the index in the background and mends the index; the number of differences. */
  verify: (signal?: AbortSignal) => Promise<number>;
  /** Writes the snapshot if anything changed since the last. */
  save: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a store, creating it where there is none. Throws `unavailable` while another process has it. */
export async function openStore<R>(options: StoreOptions<R>): Promise<Store<R>> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const free = await holdLock(
    join(options.folder, "lock"),
    `This ${options.name} is in use by another process: ${options.folder}.`,
  );
  try {
    return await openLocked(options, free);
  } catch (error) {
    await free();
    throw error;
  }
}

async function openLocked<R>(
  options: StoreOptions<R>,
  free: () => Promise<void>,
): Promise<Store<R>> {
  const folders = await openFolders(options.folder);
  const [tombstones, kept] = await Promise.all([
    openTombstones(folders.root, options.now ?? (() => new Date())),
    readSnapshot(folders.index),
  ]);
  await sweep(folders, tombstones.add);
  const changed = await openChangedShards(folders.index, kept?.generation ?? 0);
  const { index, stale } = await indexFrom(kept, folders, changed.left);
  const reader = createReader(folders, index, options);
  reader.readShards(stale);

  let isAhead = stale.length > 0;
  const save = async () => {
    const look = () => ({ bytes: index.export(), shards: shardTimes(folders) });
    await changed.next(look, (seen, generation) =>
      writeSnapshot(folders.index, folders.tmp, { generation, ...seen }),
    );
    isAhead = false;
  };
  const saver = createSaver(save, () => isAhead || changed.any(), options.saveAfterMs ?? 5_000);
  if (stale.length > 0) saver.soon();
  const turns = createTurns();
  /** Runs a change of one recording: alone, and noted. */
  const changing = <T>(id: string, work: () => Promise<T>): Promise<T> =>
    turns.take(folderName(id), () =>
      changed.during(shardOf(folderName(id)), async () => {
        try {
          return await work();
        } finally {
          saver.soon();
        }
      }),
    );
  const existing = async <T>(id: string, work: (place: string) => Promise<T>) =>
    changing(needId(id), async () => {
      if ((await read(id)) === undefined) throw noRecording();
      return work(folders.placeOf(id));
    });
  const known = (json: string) => JSON.parse(json) as R; // the index holds what `parse` gave
  const read = async (id: string): Promise<R | undefined> => {
    if (!isRecordId(id)) return undefined;
    try {
      return options.parse(JSON.parse(await readFile(folders.recordOf(id), "utf8")));
    } catch (error) {
      if (isCode(error, "ENOENT") || isCode(error, "ENOTDIR")) return undefined;
      throw error;
    }
  };
  return {
    root: folders.root,
    get(id) {
      const json = isRecordId(id) ? index.get(folderName(id)) : undefined;
      return json === undefined ? undefined : known(json);
    },
    placeOf: folders.placeOf,
    async stage() {
      const path = join(folders.tmp, randomUUID());
      await mkdir(path, { mode: 0o700 });
      return path;
    },
    publish: async (staged, id, record) =>
      changing(needId(id), async () => {
        await rm(join(staged, RECORD), { force: true });
        await writeSynced(join(staged, RECORD), JSON.stringify(record));
        await syncFolder(staged);
        const moved = await moveIn(folders, staged, id);
        if (moved) reader.readOne(id);
        return moved;
      }),
    change: (id, edit) =>
      existing(id, async () => {
        const before = await read(id);
        if (before === undefined) throw noRecording();
        const after = edit(before);
        await replaceFile(folders.tmp, folders.recordOf(id), JSON.stringify(after));
        reader.readOne(id);
        return after;
      }),
    put: (id, name, content) =>
      existing(id, async (place) => {
        await replaceFile(folders.tmp, join(place, name), content);
        reader.readOne(id);
      }),
    adopt: (id, name, staged) =>
      existing(id, async (place) => {
        await rename(staged, join(place, name));
        await syncFolder(place);
        reader.readOne(id);
      }),
    async remove(id) {
      if (!isRecordId(id)) return false;
      return changing(id, async () => {
        const going = await moveOut(folders, id);
        if (going === undefined) return false;
        index.drop(folderName(id));
        await tombstones.add(id);
        await rm(going, { recursive: true, force: true });
        return true;
      });
    },
    wasRemoved: tombstones.has,
    list(query) {
      const { jsons, next } = index.list(query);
      return { items: jsons.map(known), next };
    },
    count: index.count,
    damaged: reader.damaged,
    verify: (signal) => reader.verify(signal),
    save: saver.now,
    async close() {
      await turns.idle();
      await saver.now().catch(() => undefined); // the next start reads the files instead
      saver.stop();
      index.close();
      await free();
    },
  };
}

/** The index of the snapshot, or an empty one, with the shards that must be read because it may be wrong on them. */
async function indexFrom(
  kept: Snapshot | undefined,
  folders: Folders,
  noted: ReadonlySet<string>,
): Promise<{ index: RecordingIndex; stale: string[] }> {
  const there = shardTimes(folders);
  if (kept) {
    const index = await openIndex(kept.bytes).catch(() => undefined);
    const all = new Set([...Object.keys(there), ...Object.keys(kept.shards)]);
    if (index)
      return {
        index,
        stale: [...all].filter((shard) => noted.has(shard) || there[shard] !== kept.shards[shard]),
      };
  }
  return { index: await openIndex(), stale: Object.keys(there) };
}

function needId(id: string): string {
  if (isRecordId(id)) return id;
  throw new HubError("bad-input", "That is no id of a recording.", {
    advice: "An id has up to 128 letters, digits, dots, hyphens and underscores.",
  });
}

const noRecording = () => new HubError("not-found", "There is no such recording.");
