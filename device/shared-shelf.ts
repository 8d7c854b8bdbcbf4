import { stat } from "node:fs/promises";
import { noSuchRecording, RecorderFailure } from "../tools/recorder/surface/failure.ts";
import type { Shelf as SharedShelf } from "../tools/recorder/surface/shared-routes.ts";
import { type CheckAudio, createAudioCheck, typeOf } from "./check-audio.ts";
import type { Recorder } from "./recorder.ts";
import type { Shelf } from "./shelf.ts";

/**
 * The shelf as the endpoints of both surfaces ask it. A recording that is being made can be asked for by its id, as
 * far as it has come; it is in no list, because nobody can take a whole copy of it yet.
 */
export function sharedShelf(
  { store }: Shelf,
  recorder: Recorder,
  check: CheckAudio = createAudioCheck(),
): SharedShelf {
  const running = (id: string) => {
    const take = recorder.running();
    return take?.recording.id === id ? take : undefined;
  };
  return {
    async list({ most, after, sync_state }) {
      const place = after && { at: Date.parse(after.started_at), id: after.id };
      return { items: store.list({ limit: most, after: place, state: sync_state }).items };
    },
    get: async (id) => running(id)?.recording ?? store.get(id),
    async remove(id) {
      if (running(id))
        throw new RecorderFailure("in_progress", "This recording is still being made.", {
          detail: "Stop it first.",
        });
      return store.remove(id);
    },
    async audio(id) {
      const take = running(id);
      if (take) {
        const { size } = await stat(take.path);
        return { path: take.path, size, sha256: undefined, type: typeOf(take.recording.codec) };
      }
      const recording = store.get(id);
      if (!recording) return undefined;
      return check(recording, store.placeOf(id)).catch((error: unknown) => {
        // Deleted while it was looked at.
        throw store.get(id) ? error : noSuchRecording();
      });
    },
  };
}
