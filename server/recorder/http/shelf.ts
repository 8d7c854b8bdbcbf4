import type { Audio } from "../../../tools/recorder/surface/serve-audio.ts";
import type { Shelf } from "../../../tools/recorder/surface/shared-routes.ts";
import type { Recordings } from "../recordings.ts";
import { shownRecording } from "../storage/kept-recording.ts";
import type { Storage } from "../storage/storage.ts";
import { searchHits } from "./search-hits.ts";

const MOST_SERVED = 1_000;

/** The recordings as the shared endpoints ask for them. */
export function createShelf({ metadata, blobs }: Storage, recordings: Recordings): Shelf {
  // A player asks for the same audio again and again. It never changes; one that is gone is noticed by who opens it.
  const served = new Map<string, Audio>();
  return {
    async list({ most, after, sync_state, q }) {
      const { items } = metadata.list({
        limit: most,
        after: after && { at: Date.parse(after.started_at), id: after.id },
        state: sync_state,
        words: q,
      });
      const shown = items.map(shownRecording);
      if (q === undefined) return { items: shown };
      return { items: shown, hits: await searchHits(items, q, blobs) };
    },
    async get(id) {
      const record = await metadata.get(id);
      return record && shownRecording(record);
    },
    remove(id) {
      served.delete(id);
      return recordings.remove(id);
    },
    async audio(id) {
      const known = served.get(id);
      if (known) return known;
      const record = await metadata.get(id);
      if (!record) return undefined;
      const path = await blobs.fileOf(id, record.audio);
      if (path === undefined) return undefined;
      const type = record.audio === "audio.wav" ? "audio/wav" : "audio/ogg";
      const audio: Audio = { path, size: record.size_bytes, sha256: record.sha256, type };
      if (served.size === MOST_SERVED) served.clear();
      served.set(id, audio);
      return audio;
    },
  };
}
