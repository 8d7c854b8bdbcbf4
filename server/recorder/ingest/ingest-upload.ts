import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { METADATA_BYTES_MOST } from "../../../tools/recorder/contract.ts";
import { readMetadata } from "../../../tools/recorder/surface/read-json.ts";
import type { Storage } from "../storage/storage.ts";
import { type Accepted, acceptRecording } from "./accept-recording.ts";
import { receiveUpload, tooMuchAudio, type UploadLimits } from "./receive-upload.ts";

export type IngestSettings = { maxAudioBytes: number; idleMs: number };

/** Room for the boundaries and headers of the parts. */
const ENVELOPE_BYTES = 64 * 1024;

/**
 * Takes in one upload: its body goes to disk as it comes, and becomes a recording when all of it is there and as it was
 * said to be. Whatever fails leaves nothing behind. Throws RecorderFailure.
 */
export async function ingestUpload(
  body: Readable,
  headers: IncomingHttpHeaders,
  storage: Storage,
  settings: IngestSettings,
  now: () => Date = () => new Date(),
): Promise<Accepted> {
  const limits: UploadLimits = {
    audioBytes: settings.maxAudioBytes,
    metadataBytes: METADATA_BYTES_MOST,
    idleMs: settings.idleMs,
  };
  const announced = Number(headers["content-length"] ?? 0);
  if (announced > limits.audioBytes + limits.metadataBytes + ENVELOPE_BYTES)
    throw tooMuchAudio(limits);
  const staging = await storage.blobs.stage();
  try {
    const told = await receiveUpload(body, headers, staging, limits, readMetadata);
    return await acceptRecording(staging, told, storage, now);
  } finally {
    await staging.discard();
  }
}
