import { join } from "node:path";
import { z } from "zod";
import { readIfThere } from "../../tools/kit/durable.ts";
import { jsonOrNothing } from "../../tools/kit/json.ts";
import { hashFile } from "../../tools/recorder/audio/hash-file.ts";
import { laterOf, type Recording } from "../../tools/recorder/contract.ts";
import { keysOf } from "../../tools/recorder/remote/keys.ts";
import type { Remote, RemoteFile, RemoteNote } from "../../tools/recorder/remote/remote.ts";
import { audioName, type Shelf } from "../shelf.ts";

const NOTE = "upload.json";
/** The record as it goes up; it must be the same in every attempt. */
const COMMIT = "uploaded.json";

const left = z.object({ upload: z.string(), temporary: z.string() }).partial();
const note = z.object({ place: z.string(), audio: left.optional(), record: left.optional() });
type Note = z.infer<typeof note>;

type Carrying = { signal: AbortSignal; onProgress?: (bytes: number) => void };

/**
 * Carries one recording to the remote: its audio first, then its record as the sign that the pair is whole. Marks it
 * `uploaded` on the shelf once both are proved to be there, and only then. Safe to call again after any interruption.
 * Throws what the remote throws. False where the recording was deleted meanwhile: then what had begun is taken back.
 */
export async function uploadRecording(
  shelf: Shelf,
  remote: Remote,
  recording: Recording,
  { signal, onProgress }: Carrying,
): Promise<boolean> {
  const { id } = recording;
  const folder = shelf.store.placeOf(id);
  const keys = keysOf(recording);
  const path = join(folder, audioName(recording.codec));
  const notes = await openNotes(shelf, id, remote.place);
  const audio: RemoteFile = {
    path,
    size_bytes: recording.size_bytes ?? 0,
    sha256: recording.sha256 ?? "",
  };
  const isDeleted = () => shelf.store.get(id) === undefined;
  const deleted = new AbortController();
  const carrying = {
    signal: AbortSignal.any([signal, deleted.signal]),
    note: notes.of("audio"),
    onProgress(sent: number) {
      if (isDeleted()) deleted.abort();
      else onProgress?.(sent);
    },
  };
  await remote.put(keys.audio, audio, carrying).catch((thrown: unknown) => {
    if (!isDeleted()) throw thrown;
  });
  if (isDeleted()) {
    await remote.withdraw(keys.audio, notes.left("audio"), signal);
    return false;
  }
  await shelf.store.put(id, COMMIT, JSON.stringify({ ...recording, sync_state: "uploaded" }));
  const commit = join(folder, COMMIT);
  const { bytes, sha256 } = await hashFile(commit);
  const record = { path: commit, size_bytes: bytes, sha256 };
  await remote.put(keys.record, record, { signal, note: notes.of("record") });
  await shelf.store.change(id, (kept) => ({
    ...kept,
    sync_state: laterOf(kept.sync_state ?? "local", "uploaded"),
  }));
  return true;
}

/** What an attempt leaves for the next, beside the recording; of no use once the place is another. */
async function openNotes(shelf: Shelf, id: string, place: string) {
  const text = await readIfThere(join(shelf.store.placeOf(id), NOTE));
  const kept = note.safeParse(text === undefined ? undefined : jsonOrNothing(text)).data;
  let now: Note = kept?.place === place ? kept : { place };
  return {
    left: (what: "audio" | "record") => (now[what] ?? {}) as RemoteNote, // as parsed: absent, never undefined
    of: (what: "audio" | "record") => ({
      kept: now[what] as RemoteNote | undefined, // as parsed: absent, never undefined
      async keep(left: RemoteNote) {
        now = { ...now, [what]: left };
        await shelf.store.put(id, NOTE, JSON.stringify(now));
      },
    }),
  };
}
