import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { readIfThere, sweepUnfinished, syncFolder, writeWhole } from "../../tools/kit/durable.ts";
import { jsonOrNothing } from "../../tools/kit/json.ts";
import type { Carrying, Remote, RemoteNote } from "../../tools/recorder/remote/remote.ts";
import type { Shelf } from "../shelf.ts";

const FOLDER = "uploads";

const left = z.object({ upload: z.string(), temporary: z.string() }).partial();
const keys = z.object({ audio: z.string(), record: z.string() });
const note = z.object({
  place: z.string(),
  keys,
  audio: left.optional(),
  record: left.optional(),
});
type Note = z.infer<typeof note>;
type What = keyof z.infer<typeof keys>;

export type UploadNotes = {
  left: (what: What) => RemoteNote;
  of: (what: What) => Carrying["note"];
  /** Nothing is left there that has to be known. */
  forget: () => Promise<void>;
};

/**
 * What an attempt to upload a recording leaves for the next; of no use once the place is another. It stands beside the
 * recordings and not with them, because what had begun has to be taken away also where its recording is deleted.
 */
export async function openNotes(
  { store }: Shelf,
  id: string,
  where: Pick<Note, "place" | "keys">,
): Promise<UploadNotes> {
  const path = join(store.root, FOLDER, `${id}.json`);
  const kept = await readNote(path);
  let now: Note = kept?.place === where.place ? kept : where;
  return {
    left: (what) => leftOf(now, what),
    of: (what) => ({
      kept: now[what] && leftOf(now, what),
      async keep(each) {
        now = { ...now, [what]: each };
        await writeWhole(path, JSON.stringify(now));
        await syncFolder(dirname(path));
        await syncFolder(store.root);
      },
    }),
    forget: () => forget(path),
  };
}

/** The notes of recordings that are not on the shelf any more, or were uploaded by a run that was killed then. */
export async function idleNotes({ store }: Shelf): Promise<string[]> {
  const folder = join(store.root, FOLDER);
  const names = await readdir(folder).catch(() => []);
  const waits = (id: string) => store.get(id) && (store.get(id)?.sync_state ?? "local") === "local";
  return names
    .filter((name) => name.endsWith(".json"))
    .filter((name) => !waits(idOf(name)))
    .map((name) => join(folder, name));
}

const idOf = (path: string) => basename(path, ".json");

/** Takes away what deleted recordings have left at this place. Throws what the remote throws. */
export async function takeBack(shelf: Shelf, remote: Remote, signal: AbortSignal): Promise<void> {
  for (const path of await idleNotes(shelf)) {
    const kept = shelf.store.get(idOf(path)) ? undefined : await readNote(path);
    if (kept && kept.place !== remote.place) continue;
    for (const what of ["audio", "record"] as const)
      if (kept) await remote.withdraw(kept.keys[what], leftOf(kept, what), signal);
    await forget(path);
  }
}

async function forget(path: string): Promise<void> {
  await sweepUnfinished(path);
  await rm(path, { force: true });
}

async function readNote(path: string): Promise<Note | undefined> {
  const text = await readIfThere(path);
  return note.safeParse(text === undefined ? undefined : jsonOrNothing(text)).data;
}

const leftOf = (kept: Note, what: What) => (kept[what] ?? {}) as RemoteNote; // as parsed: absent, never undefined
