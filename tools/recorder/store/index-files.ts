import { setImmediate as breathe } from "node:timers/promises";
import { hasSystemCode } from "../../kit/system-code.ts";
import { type Folders, namesIn, readRecord, shardTimes, stampOf } from "./folders.ts";
import { folderName, shardOf } from "./record-id.ts";
import type { RecordingIndex } from "./recording-index.ts";

/** What a store has to know of the records it keeps. */
export type RecordKind<R> = {
  /** Throws on what is no record. */
  parse: (value: unknown) => R;
  /** `at`: what lists are ordered by, milliseconds of the epoch. `state`: what they can be filtered by. */
  rowOf: (record: R) => { id: string; at: number; state: string };
  /** What a search finds a recording by, from its folder; synchronous, because a rebuild reads thousands. */
  textOf?: (record: R, place: string) => string;
};

/** Brings the index to what the files say. */
export type Reader = {
  /** Folders whose record cannot be read. */
  damaged: () => string[];
  readOne: (id: string) => void;
  forget: (id: string) => void;
  /** `onRead` is told the share of them that was read, after each. */
  readShards: (shards: readonly string[], onRead?: (share: number) => void) => void;
  /** The number of differences found and mended. Yields between shards; stops early when aborted. */
  verify: (signal?: AbortSignal) => Promise<number>;
};

export function createReader<R>(
  folders: Folders,
  index: RecordingIndex,
  kind: RecordKind<R>,
): Reader {
  const damaged = new Set<string>();

  /** Reads one folder, by its name; a folder that is gone leaves the index. */
  const readName = (name: string): void => {
    const shard = shardOf(name);
    try {
      const { text: written, ...stamp } = readRecord(folders, name);
      const record = kind.parse(JSON.parse(written));
      const json = JSON.stringify(record);
      const row = kind.rowOf(record);
      if (folderName(row.id) !== name) throw new Error("the record of another recording");
      const text = kind.textOf?.(record, folders.placeOf(row.id)) ?? "";
      index.put({ ...row, ...stamp, name, shard, json, text });
      damaged.delete(name);
    } catch (error) {
      index.drop(name);
      // Never deleted: it may hold audio that a person can still make use of.
      if (hasSystemCode(error, "ENOENT") && stampOf(folders, name) === undefined)
        damaged.delete(name);
      else damaged.add(name);
    }
  };
  const readShard = (shard: string): void => {
    const names = new Set(namesIn(folders, shard));
    for (const name of index.stamps(shard).keys()) if (!names.has(name)) index.drop(name);
    for (const name of names) readName(name);
  };
  return {
    damaged: () => [...damaged].sort(),
    readOne: (id: string) => readName(folderName(id)),
    forget: (id: string) => index.drop(folderName(id)),
    readShards: (shards, onRead) =>
      index.together(() => {
        for (const [at, shard] of shards.entries()) {
          readShard(shard);
          onRead?.((at + 1) / shards.length);
        }
      }),
    async verify(signal) {
      let mended = 0;
      for (const shard of Object.keys(shardTimes(folders))) {
        await breathe();
        if (signal?.aborted) break;
        const known = index.stamps(shard);
        const there = namesIn(folders, shard);
        for (const name of new Set([...known.keys(), ...there])) {
          const now = stampOf(folders, name);
          const then = known.get(name);
          if (now?.mtimeMs === then?.mtimeMs && now?.size === then?.size) continue;
          readName(name);
          // What was unreadable before and still is, was no difference.
          if (then || !damaged.has(name)) mended++;
        }
      }
      return mended;
    },
  };
}
