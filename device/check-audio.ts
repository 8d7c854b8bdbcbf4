import { stat } from "node:fs/promises";
import { join } from "node:path";
import { hashFile } from "../tools/recorder/audio/hash-file.ts";
import type { Recording } from "../tools/recorder/contract.ts";
import { RecorderFailure } from "../tools/recorder/surface/failure.ts";
import type { Audio } from "../tools/recorder/surface/serve-audio.ts";
import { audioName } from "./shelf.ts";

/** How many files are known to be whole; beyond, the oldest are hashed again when they are next asked for. */
const KNOWN_MOST = 10_000;

export type CheckAudio = (recording: Recording, folder: string) => Promise<Audio>;

/**
 * The audio of a recording, checked: its size each time, its SHA-256 when it is first served and whenever the file was
 * written since. Throws `unavailable` for audio that is not what was recorded: it is never served.
 */
export function createAudioCheck(): CheckAudio {
  const known = new Map<string, string>();
  return async (recording, folder) => {
    const path = join(folder, audioName(recording.codec));
    const { size, mtimeMs } = await stat(path).catch((cause: unknown) => {
      throw damaged(cause);
    });
    if (size !== recording.size_bytes) throw damaged();
    const stamp = `${mtimeMs}:${recording.sha256}`;
    if (known.get(recording.id) !== stamp) {
      if ((await hashFile(path)).sha256 !== recording.sha256) throw damaged();
      known.delete(recording.id);
      known.set(recording.id, stamp);
      const [oldest] = known.keys();
      if (known.size > KNOWN_MOST && oldest !== undefined) known.delete(oldest);
    }
    return { path, size, sha256: recording.sha256, type: typeOf(recording.codec) };
  };
}

export function typeOf(codec: string): Audio["type"] {
  return codec === "opus" ? "audio/ogg" : "audio/wav";
}

function damaged(cause?: unknown): RecorderFailure {
  return new RecorderFailure("unavailable", "The audio on disk is not what was recorded.", {
    detail:
      "It was changed or damaged after it was recorded, and is not served. Its record still is.",
    cause,
  });
}
