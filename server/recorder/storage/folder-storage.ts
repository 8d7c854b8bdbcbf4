import { readFileSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { readIfThere } from "../../../tools/kit/durable.ts";
import { transcript } from "../../../tools/recorder/contract.ts";
import { openStore, type Store } from "../../../tools/recorder/store/open-store.ts";
import { fileJobLog } from "../jobs/job-log.ts";
import { type KeptRecording, keptRecording, TRANSCRIPT } from "./kept-recording.ts";
import { type StagedFile, stageFile } from "./staged-file.ts";
import type { Blobs, Staging, Storage } from "./storage.ts";

const STAGED = "audio.part";

/**
 * Everything below one folder: a folder for each recording, which one process at a time may use. `onReading` is told how
 * far it is (0 to 1) where the index has to be made anew from many records.
 */
export async function openFolderStorage(
  folder: string,
  onReading?: (share: number) => void,
): Promise<Storage> {
  const store = await openStore<KeptRecording>({
    folder,
    name: "server's folder",
    parse: (value) => keptRecording.parse(value),
    rowOf: (record) => ({
      id: record.id,
      at: Date.parse(record.started_at),
      state: record.sync_state,
    }),
    textOf,
    ...(onReading ? { onReading } : {}),
  });
  try {
    const jobs = await fileJobLog(join(folder, "jobs.log"));
    return {
      metadata: {
        get: async (id) => store.get(id),
        change: store.change,
        remove: store.remove,
        wasRemoved: store.wasRemoved,
        list: store.list,
        count: store.count,
      },
      blobs: folderBlobs(store),
      jobs,
      async close() {
        await jobs.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What a search goes over; read again whenever the index has to be made anew. */
function textOf(record: KeptRecording, place: string): string {
  if (record.transcript_ref === null) return "";
  try {
    return transcript.parse(JSON.parse(readFileSync(join(place, TRANSCRIPT), "utf8"))).text;
  } catch {
    // A recording without its words is still a recording.
    return "";
  }
}

function folderBlobs(store: Store<KeptRecording>): Blobs {
  const staged = new WeakMap<Staging, string>();
  const pathOf = (id: string, name: string) => join(store.placeOf(id), name);
  const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
    const folder = await store.stage();
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  return {
    async stage() {
      const folder = await store.stage();
      const file = await stageFile(join(folder, STAGED)).catch(async (error: unknown) => {
        await rm(folder, { recursive: true, force: true });
        throw error;
      });
      const staging = stagingOf(folder, file);
      staged.set(staging, folder);
      return staging;
    },
    async publish(staging, record) {
      const folder = staged.get(staging);
      if (folder === undefined)
        throw new Error("this was not staged here, or is published already");
      await rename(join(folder, STAGED), join(folder, record.audio));
      const isNew = await store.publish(folder, record.id, record);
      if (isNew) staged.delete(staging);
      return isNew;
    },
    put: store.put,
    adopt: store.adopt,
    async read(id, name) {
      return readIfThere(pathOf(id, name));
    },
    async fileOf(id, name) {
      const path = pathOf(id, name);
      return (await isThere(path)) ? path : undefined;
    },
    withFolder,
  };
}

function stagingOf(folder: string, file: StagedFile): Staging {
  return {
    write: (chunk) => file.write(chunk),
    end: () => file.end(),
    fileOf: async () => join(folder, STAGED),
    async discard() {
      await file.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
