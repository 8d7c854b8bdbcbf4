import { join } from "node:path";
import { hashFile } from "../../tools/recorder/audio/hash-file.ts";
import { laterOf, type Recording } from "../../tools/recorder/contract.ts";
import { keysOf } from "../../tools/recorder/remote/keys.ts";
import type { Remote, RemoteFile } from "../../tools/recorder/remote/remote.ts";
import { audioName, type Shelf } from "../shelf.ts";
import { openNotes } from "./upload-notes.ts";

/** The record as it goes up; it must be the same in every attempt. */
const COMMIT = "uploaded.json";

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
  const notes = await openNotes(shelf, id, { place: remote.place, keys });
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
    await notes.forget();
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
  await notes.forget();
  return true;
}
