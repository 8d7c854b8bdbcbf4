import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { RecordingMetadata } from "../../tools/recorder/contract.ts";
import type { EventFeed } from "./events/event-feed.ts";
import { type Accepted, acceptRecording } from "./ingest/accept-recording.ts";
import { type IngestSettings, ingestUpload } from "./ingest/ingest-upload.ts";
import type { Queue } from "./jobs/queue.ts";
import { type KeptRecording, shownRecording } from "./storage/kept-recording.ts";
import type { Staging, Storage } from "./storage/storage.ts";

/** What changes recordings, wherever the wish comes from: each change is told to the listeners, and has its jobs. */
export type Recordings = {
  /** Takes in a multipart upload. When it resolves the recording is on disk. Throws RecorderFailure. */
  upload(body: Readable, headers: IncomingHttpHeaders): Promise<Accepted>;
  /** Takes in audio that somebody else has staged. The staging is discarded in any case. Throws the same. */
  accept(staging: Staging, told: RecordingMetadata): Promise<Accepted>;
  /** Edits a record. Throws HubError `not-found`. */
  change(id: string, edit: (record: KeptRecording) => KeptRecording): Promise<KeptRecording>;
  /** Deletes a recording with its files and jobs; what runs for it is stopped. False where there is none. */
  remove(id: string): Promise<boolean>;
};

type World = {
  storage: Storage;
  queue: Queue;
  feed: EventFeed;
  ingest: IngestSettings;
  /** Stops what runs for a recording. */
  stopWork: (id: string) => void;
  now: () => Date;
};

export function createRecordings(world: World): Recordings {
  const { storage, queue, feed, now } = world;
  const tell = (record: KeptRecording) =>
    feed.publish({ type: "recording", recording: shownRecording(record) });
  const begin = async (accepted: Accepted) => {
    if (!accepted.isNew) return accepted;
    tell(accepted.record);
    // The recording is safe. Should its jobs not be, the next start finds out and queues them.
    await queueWork(queue, accepted.record.id).catch(() => undefined);
    return accepted;
  };
  return {
    async upload(body, headers) {
      return begin(await ingestUpload(body, headers, storage, world.ingest, now));
    },
    async accept(staging, told) {
      try {
        return await begin(await acceptRecording(staging, told, storage, now));
      } finally {
        await staging.discard();
      }
    },
    async change(id, edit) {
      const record = await storage.metadata.change(id, edit);
      tell(record);
      return record;
    },
    async remove(id) {
      world.stopWork(id);
      const isGone = await storage.metadata.remove(id);
      await queue.forget(id);
      if (isGone) feed.publish({ type: "deleted", recording_id: id });
      return isGone;
    },
  };
}

/** Both jobs of a recording that has just come in. */
export async function queueWork(queue: Queue, id: string): Promise<void> {
  const first = await queue.add("transcription", id);
  await queue.add("summary", id, first.id);
}
