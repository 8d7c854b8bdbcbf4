import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../kit/durable.ts";
import { HubError } from "../../kit/errors.ts";
import { hasSystemCode } from "../../kit/system-code.ts";
import { type Folders, moveIn, moveOut, RECORD } from "./folders.ts";
import type { Reader } from "./index-files.ts";
import { isRecordId } from "./record-id.ts";
import { replaceFile, writeSynced } from "./replace-file.ts";
import type { Tombstones } from "./tombstones.ts";

/** The changes of a store. What one has resolved for is on disk, whole; what it throws for has left nothing. */
export type Writes<R> = {
  /** A fresh folder on the same disk, swept at the next start. Files put there are fsynced by who writes them. */
  stage: () => Promise<string>;
  /**
   * Makes a staged folder a recording. False where the id exists or was deleted: then nothing changed, and the folder is
   * still staged.
   */
  publish: (staged: string, id: string, record: R) => Promise<boolean>;
  /** Rewrites a record; edits of one id run one after the other. Throws `not-found`. */
  change: (id: string, edit: (record: R) => R) => Promise<R>;
  /** Writes a file into a recording's folder, whole. Throws `not-found`. */
  put: (id: string, name: string, content: string | Uint8Array) => Promise<void>;
  /** Moves a staged, fsynced file into a recording's folder under `name`. Throws `not-found`. */
  adopt: (id: string, name: string, staged: string) => Promise<void>;
  /** Deletes a recording with everything in its folder and remembers that. False where there was none. */
  remove: (id: string) => Promise<boolean>;
};

type Parts<R> = {
  folders: Folders;
  tombstones: Tombstones;
  reader: Reader;
  parse: (value: unknown) => R;
  /** Runs a change of one recording; no other change of it runs meanwhile. */
  changing: <T>(id: string, work: () => Promise<T>) => Promise<T>;
  /** The same for a removal, which goes on where not a byte can be written. */
  removing: <T>(id: string, work: () => Promise<T>) => Promise<T>;
};

export function createWrites<R>({
  folders,
  tombstones,
  reader,
  parse,
  changing,
  removing,
}: Parts<R>): Writes<R> {
  const read = async (id: string): Promise<R> => {
    try {
      return parse(JSON.parse(await readFile(folders.recordOf(id), "utf8")));
    } catch (error) {
      if (hasSystemCode(error, "ENOENT") || hasSystemCode(error, "ENOTDIR")) throw noRecording();
      throw error;
    }
  };
  /** Changes a recording that is there, and brings the index to it. */
  const existing = async <T>(id: string, work: (place: string, now: R) => Promise<T>): Promise<T> =>
    changing(needId(id), async () => {
      const done = await work(folders.placeOf(id), await read(id));
      reader.readOne(id);
      return done;
    });
  return {
    async stage() {
      const path = join(folders.tmp, randomUUID());
      await mkdir(path, { mode: 0o700 });
      return path;
    },
    publish: async (staged, id, record) =>
      changing(needId(id), async () => {
        if (tombstones.has(id)) return false;
        await rm(join(staged, RECORD), { force: true });
        await writeSynced(join(staged, RECORD), JSON.stringify(record));
        await syncFolder(staged);
        const moved = await moveIn(folders, staged, id);
        if (moved) reader.readOne(id);
        return moved;
      }),
    change: (id, edit) =>
      existing(id, async (_, now) => {
        const after = edit(now);
        await replaceFile(folders.tmp, folders.recordOf(id), JSON.stringify(after));
        return after;
      }),
    put: (id, name, content) =>
      existing(id, async (place) => {
        await replaceFile(folders.tmp, join(place, name), content);
      }),
    adopt: (id, name, staged) =>
      existing(id, async (place) => {
        await rename(staged, join(place, name));
        await syncFolder(place);
      }),
    async remove(id) {
      if (!isRecordId(id)) return false;
      return removing(id, async () => {
        // Nobody may find it while it goes; where it stays after all, it is read again.
        reader.forget(id);
        const going = await moveOut(folders, id).catch((error: unknown) => {
          reader.readOne(id);
          throw error;
        });
        if (going === undefined) return false;
        // Room first: on a full disk there is none for the tombstone. Should this be cut short, the record that is
        // left says to the next start what was deleted.
        await rmAllBut(going, RECORD);
        await tombstones.add(id);
        await rm(going, { recursive: true, force: true });
        return true;
      });
    },
  };
}

async function rmAllBut(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name !== kept) await rm(join(folder, name), { recursive: true, force: true });
}

function needId(id: string): string {
  if (isRecordId(id)) return id;
  throw new HubError("bad-input", "That is no id of a recording.", {
    advice: "An id has up to 128 letters, digits, dots, hyphens and underscores.",
  });
}

const noRecording = () => new HubError("not-found", "There is no such recording.");
