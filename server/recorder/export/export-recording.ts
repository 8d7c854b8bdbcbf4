import { join } from "node:path";
import { transcode } from "../../../tools/recorder/audio/transcode.ts";
import {
  type ExportFormat,
  type Summary,
  summary as summarySchema,
  type Transcript,
} from "../../../tools/recorder/contract.ts";
import { RecorderFailure } from "../../../tools/recorder/surface/failure.ts";
import type { Queue } from "../jobs/queue.ts";
import { readTranscript } from "../jobs/tasks.ts";
import { whyNotYet } from "../jobs/why-not-yet.ts";
import { type KeptRecording, SUMMARY, shownRecording } from "../storage/kept-recording.ts";
import type { Storage } from "../storage/storage.ts";
import { toJson, toMd, toTxt } from "./documents.ts";
import { toSrt, toVtt } from "./subtitles.ts";

/** An artefact: a text, or a file of this machine. */
export type Exported = { text: string } | { path: string; sha256: string | undefined };

export type ExportWorld = { storage: Storage; queue: Queue };

/** The recording's transcript. Throws `not_transcribed`, which says what it waits for. */
export async function needTranscript(
  { storage, queue }: ExportWorld,
  id: string,
): Promise<Transcript> {
  const found = await readTranscript(storage, id);
  if (found) return found;
  throw new RecorderFailure("not_transcribed", "This recording is not transcribed yet.", {
    detail: whyNotYet(queue, id, "transcription"),
  });
}

/** The recording's summary; null where there is none yet. */
export async function readSummary({ blobs }: Storage, id: string): Promise<Summary | null> {
  const text = await blobs.read(id, SUMMARY);
  return text === undefined ? null : summarySchema.parse(JSON.parse(text));
}

/** Makes the artefact of this format. Throws `not_transcribed` where it takes a transcript and there is none. */
export async function exportRecording(
  record: KeptRecording,
  format: ExportFormat,
  world: ExportWorld,
): Promise<Exported> {
  const { storage } = world;
  const { id } = record;
  switch (format) {
    case "wav":
    case "ogg":
      return audioAs(record, format, storage);
    case "json": {
      const transcript = (await readTranscript(storage, id)) ?? null;
      const summary = await readSummary(storage, id);
      return { text: toJson({ recording: shownRecording(record), transcript, summary }) };
    }
    case "txt":
      return { text: toTxt(await needTranscript(world, id)) };
    case "srt":
      return { text: toSrt(await needTranscript(world, id)) };
    case "vtt":
      return { text: toVtt(await needTranscript(world, id)) };
    case "md": {
      const transcript = await needTranscript(world, id);
      return { text: toMd(shownRecording(record), transcript, await readSummary(storage, id)) };
    }
  }
}

const underWay = new Map<string, Promise<string>>();

/** The audio in this container: as it was sent, or made anew once and kept beside it. */
async function audioAs(record: KeptRecording, format: "wav" | "ogg", storage: Storage) {
  const { id } = record;
  // A player that takes WAV need not take ADPCM in it.
  const isAsSent =
    format === "ogg" ? record.audio === "audio.ogg" : record.codec === "wav_pcm_s16le";
  const name = isAsSent ? record.audio : `export.${format}`;
  const there = await storage.blobs.fileOf(id, name);
  const sha256 = isAsSent ? record.sha256 : undefined;
  if (there !== undefined) return { path: there, sha256 };
  const key = `${id} ${record.sha256} ${format}`;
  const begun = underWay.get(key) ?? make(record, name, format, storage);
  underWay.set(key, begun);
  try {
    return { path: await begun, sha256 };
  } finally {
    underWay.delete(key);
  }
}

async function make(
  { id, audio }: KeptRecording,
  name: string,
  format: "wav" | "ogg",
  { blobs }: Storage,
): Promise<string> {
  const source = await blobs.fileOf(id, audio);
  if (source === undefined) throw missing();
  await blobs.withFolder(async (folder) => {
    const target = join(folder, name);
    await transcode(source, target, format);
    await blobs.adopt(id, name, target);
  });
  const made = await blobs.fileOf(id, name);
  if (made === undefined) throw missing();
  return made;
}

const missing = () => new RecorderFailure("recording_not_found", "There is no such recording.");
