import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../../kit/durable.ts";
import { hasSystemCode } from "../../kit/system-code.ts";
import { folderName, isFolderName, shardOf } from "./record-id.ts";
import type { Stamp } from "./replace-file.ts";
import { createTurns, type Turns } from "./turns.ts";

export const RECORD = "record.json";

/** Where everything is below the root of a store. */
export type Folders = {
  root: string;
  /** `rec/<two digits>/<name>/`: whole recordings only. */
  recordings: string;
  /** Swept at every start. */
  tmp: string;
  /** What is being deleted. */
  trash: string;
  index: string;
  placeOf: (id: string) => string;
  recordOf: (id: string) => string;
  /** One at a time makes a shard, so that for who finds it there its name is on disk. */
  shards: Turns;
};

/** Makes the folders where they are missing; mode 0700, because recordings are private. */
export async function openFolders(root: string): Promise<Folders> {
  const below = (name: string) => join(root, name);
  const recordings = below("rec");
  const placeOf = (id: string) => join(recordings, shardOf(folderName(id)), folderName(id));
  const folders = {
    root,
    recordings,
    tmp: below("tmp"),
    trash: below("trash"),
    index: below("index"),
    placeOf,
    recordOf: (id: string) => join(placeOf(id), RECORD),
    shards: createTurns(),
  };
  for (const each of [recordings, folders.tmp, folders.trash, folders.index])
    await mkdir(each, { recursive: true, mode: 0o700 });
  await syncFolder(root);
  // A killed run may have made shards that no power loss should take.
  await syncFolder(recordings);
  return folders;
}

/** Removes what an earlier run was at when it ended. What was on its way out is passed to `deleted` first. */
export async function sweep(
  folders: Folders,
  deleted: (id: string) => Promise<void>,
): Promise<void> {
  for (const name of await readdir(folders.trash)) {
    const id = await idOf(join(folders.trash, name));
    if (id !== undefined) await deleted(id);
    await rm(join(folders.trash, name), { recursive: true, force: true });
  }
  for (const name of await readdir(folders.tmp))
    await rm(join(folders.tmp, name), { recursive: true, force: true });
}

async function idOf(place: string): Promise<string | undefined> {
  try {
    const { id } = JSON.parse(await readFile(join(place, RECORD), "utf8")) as { id?: unknown }; // else it throws
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Moves a whole, fsynced folder to its place. False where that id is there already; then nothing is moved. */
export async function moveIn(folders: Folders, staged: string, id: string): Promise<boolean> {
  const place = folders.placeOf(id);
  const shard = dirname(place);
  await folders.shards.take(shard, async () => {
    if ((await mkdir(shard, { recursive: true, mode: 0o700 })) !== undefined)
      await syncFolder(folders.recordings);
  });
  try {
    await rename(staged, place);
  } catch (error) {
    if (hasSystemCode(error, "ENOTEMPTY") || hasSystemCode(error, "EEXIST")) return false;
    throw error;
  }
  await syncFolder(shard);
  return true;
}

/** Moves a recording out, durably. Resolves with the folder that is left to remove, or undefined where there is none. */
export async function moveOut(folders: Folders, id: string): Promise<string | undefined> {
  const place = folders.placeOf(id);
  const going = join(folders.trash, randomUUID());
  try {
    await rename(place, going);
  } catch (error) {
    if (hasSystemCode(error, "ENOENT")) return undefined;
    throw error;
  }
  await syncFolder(dirname(place));
  await syncFolder(folders.trash);
  return going;
}

/** The names of the shards that exist, with when an entry was last added or removed. */
export function shardTimes(folders: Folders): Record<string, number> {
  const times: Record<string, number> = {};
  for (const shard of readdirSync(folders.recordings))
    if (/^[0-9a-f]{2}$/.test(shard))
      times[shard] = statSync(join(folders.recordings, shard)).mtimeMs;
  return times;
}

/** The names of the folders in a shard. */
export function namesIn(folders: Folders, shard: string): string[] {
  try {
    return readdirSync(join(folders.recordings, shard)).filter(
      (name) => isFolderName(name) && shardOf(name) === shard,
    );
  } catch (error) {
    if (hasSystemCode(error, "ENOENT")) return [];
    throw error;
  }
}

/** The record in a folder, with its stamp. Throws where there is none. */
export function readRecord(folders: Folders, name: string): Stamp & { text: string } {
  const path = join(folders.recordings, shardOf(name), name, RECORD);
  const { mtimeMs, size } = statSync(path);
  return { text: readFileSync(path, "utf8"), mtimeMs, size };
}

/** The stamp of the record in a folder; undefined where the folder is gone, `{0, 0}` where it has no record. */
export function stampOf(folders: Folders, name: string): Stamp | undefined {
  const place = join(folders.recordings, shardOf(name), name);
  const found = statSync(join(place, RECORD), { throwIfNoEntry: false });
  if (found) return { mtimeMs: found.mtimeMs, size: found.size };
  return statSync(place, { throwIfNoEntry: false }) && { mtimeMs: 0, size: 0 };
}
