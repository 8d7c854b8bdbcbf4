import { z } from "zod";
import {
  type Recording,
  recording,
  sha256,
  syncState,
  time,
} from "../../../tools/recorder/contract.ts";

export const TRANSCRIPT = "transcript.json";
export const SUMMARY = "summary.json";

/** A recording as the server keeps it: the contract's record, and what only the server has to know. */
export const keptRecording = recording.extend({
  size_bytes: z.int().min(1),
  sha256,
  source: z.enum(["device", "upload"]),
  sync_state: syncState,
  transcript_ref: z.string().nullable(),
  summary_ref: z.string().nullable(),
  /** The name of the audio among the recording's files. */
  audio: z.enum(["audio.wav", "audio.ogg"]),
  /** A sentence for each thing that was said of the audio and is not so. */
  corrections: z.array(z.string()),
  ingested_at: time,
});
export type KeptRecording = z.infer<typeof keptRecording>;

/** The record as it crosses the wire. */
export function shownRecording(kept: KeptRecording): Recording {
  const { audio: _, corrections: __, ingested_at: ___, ...shown } = kept;
  return shown;
}
