import { HubError } from "../../../tools/kit/errors.ts";
import { jsonOrNothing } from "../../../tools/kit/json.ts";
import { type RecordingMetadata, recordingMetadata } from "../../../tools/recorder/contract.ts";
import { RECORD_BYTES } from "../../../tools/recorder/remote/keys.ts";
import type { Remote } from "../../../tools/recorder/remote/remote.ts";
import type { Accepted } from "../ingest/accept-recording.ts";
import type { Recordings } from "../recordings.ts";
import type { Storage } from "../storage/storage.ts";

/** A record with its audio, both whole: the record is put there last. */
export type Pair = { record: string; audio: string; id: string; size_bytes: number };

type World = { recordings: Recordings; storage: Storage; maxAudioBytes: number };

/** How often a broken connection is taken up again where it broke. */
const TRIES = 5;

/**
 * Brings one pair in. What the record says of the audio is checked as for any upload. Throws RecorderFailure for a pair
 * that is not as it should be, and what the remote throws; then nothing is kept.
 */
export async function fetchPair(
  pair: Pair,
  remote: Remote,
  { recordings, storage, maxAudioBytes }: World,
  signal: AbortSignal,
): Promise<Accepted> {
  const told = readRecord(await remote.read(pair.record, RECORD_BYTES, signal), pair);
  if (pair.size_bytes > maxAudioBytes)
    throw new HubError("limit", "The audio is larger than this server takes.", {
      advice: `It has ${pair.size_bytes} bytes; the limit is ${maxAudioBytes} (SERVER_MAX_UPLOAD_MIB).`,
    });
  const staging = await storage.blobs.stage();
  try {
    let bytes = 0;
    for (let tries = 1; bytes < pair.size_bytes; tries++)
      try {
        for await (const piece of await remote.open(pair.audio, bytes, signal)) {
          bytes += piece.length;
          if (bytes > pair.size_bytes) throw new HubError("changed", `${pair.audio} has grown.`);
          await staging.write(piece);
        }
        break;
      } catch (thrown) {
        const mayPass = HubError.from(thrown).problem === "unavailable";
        if (!mayPass || tries === TRIES || signal.aborted) throw thrown;
      }
  } catch (thrown) {
    await staging.discard();
    throw thrown;
  }
  return recordings.accept(staging, told);
}

function readRecord(bytes: Buffer, { id, record }: Pair): RecordingMetadata {
  const read = recordingMetadata.safeParse(jsonOrNothing(bytes.toString("utf8")));
  if (read.success && read.data.id === id) return read.data;
  throw new HubError("bad-input", `${record} is no record of a recording.`, {
    advice: "It has to be the JSON that a device puts beside the audio, under the same id.",
    cause: read.error,
  });
}
