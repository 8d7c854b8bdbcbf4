import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { holdLock } from "../../kit/lock.ts";
import { type ChangedShards, openChangedShards } from "./changed-shards.ts";
import { type Folders, openFolders, shardTimes, sweep } from "./folders.ts";
import { createReader, type RecordKind } from "./index-files.ts";
import { folderName, isRecordId, shardOf } from "./record-id.ts";
import { type ListQuery, openIndex, type Place, type RecordingIndex } from "./recording-index.ts";
import { createSaver, type Saver } from "./saver.ts";
import { readSnapshot, type Snapshot, writeSnapshot } from "./snapshot.ts";
import { openTombstones } from "./tombstones.ts";
import { createTurns } from "./turns.ts";
import { createWrites, type Writes } from "./writes.ts";

export type StoreOptions<R> = RecordKind<R> & {
  folder: string;
  /** What people call it, as in “This shelf is in use”. */
  name: string;
  now?: () => Date;
  /** How long after a change the index is written to disk; default 5000. Nothing depends on it but the next start. */
  saveAfterMs?: number;
  /** Told now and then, from 0 to 1, how far the opening is where many records have to be read; nothing else runs then. */
  onReading?: (share: number) => void;
  /** How often it is told, and after which time first; default 1000. */
  tellEveryMs?: number;
};

/**
 * A folder for each recording, `record.json` in it beside whatever belongs to it. The folders are the truth; an index
 * in memory, with a snapshot on disk, lists them. What a method has resolved for is on disk (fsync), whole or not at
 * all. One process at a time.
 */
export type Store<R> = Writes<R> & {
  root: string;
  /** The record; undefined for an id that is not there. Costs no reading of a file. */
  get: (id: string) => R | undefined;
  /** The folder of a recording, whether or not it exists. Read there; write by `put` and `adopt`. */
  placeOf: (id: string) => string;
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
  reader.readShards(stale, nowAndThen(options.onReading, options.tellEveryMs));
  const saver = saverOf(folders, index, changed, stale.length > 0, options.saveAfterMs);
  const turns = createTurns();
  /** Runs a change of one recording: alone, and noted. */
  const inTurn = <T>(id: string, work: () => Promise<T>, mustBeNoted: boolean) =>
    turns.take(folderName(id), async () => {
      saver.soon();
      return changed.during(shardOf(folderName(id)), work, mustBeNoted);
    });
  const writes = createWrites({
    folders,
    tombstones,
    reader,
    parse: options.parse,
    changing: (id, work) => inTurn(id, work, true),
    removing: (id, work) => inTurn(id, work, false),
  });
  const known = (json: string) => JSON.parse(json) as R; // the index holds what `parse` gave
  return {
    ...writes,
    root: folders.root,
    get(id) {
      const json = isRecordId(id) ? index.get(folderName(id)) : undefined;
      return json === undefined ? undefined : known(json);
    },
    placeOf: folders.placeOf,
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

function nowAndThen(tell: ((share: number) => void) | undefined, everyMs = 1_000) {
  let toldAt = performance.now();
  return (share: number) => {
    if (!tell || performance.now() - toldAt < everyMs) return;
    toldAt = performance.now();
    tell(share);
  };
}

/** Saves the index now and then; `isAhead` where it holds more than the snapshot that it came from. */
function saverOf(
  folders: Folders,
  index: RecordingIndex,
  changed: ChangedShards,
  isAhead: boolean,
  afterMs = 5_000,
): Saver {
  let ahead = isAhead;
  const look = () => ({ bytes: index.export(), shards: shardTimes(folders) });
  const save = async () => {
    await changed.next(look, (seen, generation) =>
      writeSnapshot(folders.index, folders.tmp, { generation, ...seen }),
    );
    ahead = false;
  };
  const saver = createSaver(save, () => ahead || changed.any(), afterMs);
  if (ahead) saver.soon();
  return saver;
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
