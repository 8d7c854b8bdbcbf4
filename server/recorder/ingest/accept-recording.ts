import { readAudioFacts } from "../../../tools/recorder/audio/audio-facts.ts";
import { BadAudio } from "../../../tools/recorder/audio/bad-audio.ts";
import type { AudioFacts } from "../../../tools/recorder/audio/facts.ts";
import type { RecordingMetadata } from "../../../tools/recorder/contract.ts";
import { RecorderFailure } from "../../../tools/recorder/surface/failure.ts";
import type { KeptRecording } from "../storage/kept-recording.ts";
import type { Staging, Storage } from "../storage/storage.ts";

/** A recording that is kept now; `isNew` is false where it was kept before. */
export type Accepted = { record: KeptRecording; isNew: boolean };

/**
 * Makes staged audio a recording: what was said of it is compared with what it is, and it is kept under its id, once.
 * When this resolves the recording is on disk. Throws RecorderFailure 409, 413, 415 or 422; then nothing was kept.
 */
export async function acceptRecording(
  staging: Staging,
  told: RecordingMetadata,
  storage: Storage,
  now: () => Date,
): Promise<Accepted> {
  const { bytes, sha256 } = await staging.end();
  if (told.size_bytes !== undefined && told.size_bytes !== bytes)
    throw new RecorderFailure("size_mismatch", "The audio has another size than was said.", {
      detail: `It has ${bytes} bytes; size_bytes says ${told.size_bytes}.`,
    });
  if (told.sha256 !== undefined && told.sha256 !== sha256)
    throw new RecorderFailure("sha256_mismatch", "The audio is not the one that was meant.", {
      detail: `Its sha256 is ${sha256}. Send it again.`,
    });
  const before = await knownRecording(told.id, sha256, storage);
  if (before) return { record: before, isNew: false };
  const facts = await factsOf(await staging.fileOf());
  const record = recordOf(told, facts, { bytes, sha256, at: now().toISOString() });
  if (await storage.blobs.publish(staging, record)) return { record, isNew: true };
  // Somebody else was faster with the same id.
  const other = await knownRecording(told.id, sha256, storage);
  if (!other) throw new RecorderFailure("conflict", "This recording was deleted meanwhile.");
  return { record: other, isNew: false };
}

/** The recording of this id with these bytes. Throws where the id stands for other bytes, or was deleted here. */
async function knownRecording(id: string, sha256: string, { metadata }: Storage) {
  const before = await metadata.get(id);
  if (before?.sha256 === sha256) return before;
  if (before)
    throw new RecorderFailure("id_taken", "There is a recording with this id and other audio.", {
      detail: "Send it under another id.",
    });
  if (metadata.wasRemoved(id))
    throw new RecorderFailure("id_taken", "A recording with this id was deleted here.", {
      detail: "What its owner has deleted does not come back by itself. Send it under another id.",
    });
  return undefined;
}

async function factsOf(path: string): Promise<AudioFacts> {
  try {
    const facts = await readAudioFacts(path);
    if (facts.duration_s > 0) return facts;
  } catch (thrown) {
    if (!(thrown instanceof BadAudio)) throw thrown;
    throw new RecorderFailure(thrown.code, thrown.message, {
      ...(thrown.advice === undefined ? {} : { detail: thrown.advice }),
      cause: thrown,
    });
  }
  throw new RecorderFailure("invalid_audio", "The file holds no audio.");
}

type Measured = { bytes: number; sha256: string; at: string };

/** The audio has the last word. What was said otherwise is noted. */
function recordOf(told: RecordingMetadata, facts: AudioFacts, measured: Measured): KeptRecording {
  const corrections = [...facts.corrections];
  const { duration_s, sample_rate, channels, codec } = facts;
  const apart = Math.abs(told.duration_s - duration_s);
  // 0 is what a program says that does not know. Beyond this it is another recording, or a header that lies.
  if (told.duration_s > 0 && apart > Math.max(2, 0.1 * duration_s))
    throw new RecorderFailure("duration_mismatch", "The audio is not as long as was said.", {
      detail: `It plays ${shown(duration_s)} s at ${sample_rate} Hz; duration_s says ${shown(told.duration_s)}.`,
    });
  if (apart > 0.05) corrections.push(differs("duration_s", told.duration_s, duration_s));
  for (const [name, said, is] of [
    ["sample_rate", told.sample_rate, sample_rate],
    ["channels", told.channels, channels],
    ["codec", told.codec, codec],
  ] as const)
    if (said !== is) corrections.push(differs(name, said, is));
  return {
    id: told.id,
    ...(told.device_id === undefined ? {} : { device_id: told.device_id }),
    started_at: told.started_at,
    duration_s,
    sample_rate,
    channels,
    codec,
    size_bytes: measured.bytes,
    sha256: measured.sha256,
    source: told.source,
    sync_state: "ingested",
    transcript_ref: null,
    summary_ref: null,
    audio: facts.container === "wav" ? "audio.wav" : "audio.ogg",
    corrections,
    ingested_at: measured.at,
  };
}

const shown = (seconds: number) => String(Math.round(seconds * 1000) / 1000);
const differs = (name: string, said: string | number, is: string | number) =>
  `The metadata says ${name} ${said}; it is ${is}.`;
