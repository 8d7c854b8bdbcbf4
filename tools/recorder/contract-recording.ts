import { z } from "zod";

/** The contract's own version. */
export const CONTRACT_VERSION = "0.1.0";
/** What both surfaces put before every path of the contract. */
export const API_PREFIX = "/api/v1";

/** In the order in which a recording passes through them. It moves forward only. */
export const SYNC_STATES = ["local", "uploaded", "ingested", "transcribed", "summarised"] as const;
export const syncState = z.enum(SYNC_STATES);
export type SyncState = z.infer<typeof syncState>;

/** Below 0 where `a` comes before `b`, 0 where they are the same, above 0 where it comes later. */
function compareSyncStates(a: SyncState, b: SyncState): number {
  return SYNC_STATES.indexOf(a) - SYNC_STATES.indexOf(b);
}

/** The further one of two states: what a record holds after it was told the second. */
export function laterOf(a: SyncState, b: SyncState): SyncState {
  return compareSyncStates(a, b) >= 0 ? a : b;
}

/**
 * Ids that we make are ULIDs. One that comes from elsewhere may be any name that is safe in a URL; no file is ever named
 * after it as it stands, because two of them may differ in case alone.
 */
export const RECORDING_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
export const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
export const recordingId = z
  .string()
  .regex(
    RECORDING_ID,
    "has 1 to 128 letters, digits, dots, dashes and underscores, a letter or digit first",
  );

const SHA256 = /^[0-9a-f]{64}$/;
export const sha256 = z
  .string()
  .regex(SHA256)
  .describe("Of the audio file, lower-case hexadecimal");

/** RFC 3339 with a zone, such as 2026-11-21T08:15:00.000Z. */
export const time = z.iso.datetime({ offset: true });

/**
 * The record that device and server share. Both of ours fill in every field; what the contract does not require may be
 * missing where another program answers.
 */
export const recording = z.object({
  id: recordingId,
  device_id: z.string().optional(),
  started_at: time,
  duration_s: z.number().min(0).describe("Seconds"),
  sample_rate: z.int().min(1).describe("Hertz"),
  channels: z.int().min(1),
  codec: z.string().describe("Such as wav_pcm_s16le, adpcm or opus"),
  size_bytes: z.int().min(0).optional(),
  sha256: sha256.optional(),
  source: z.enum(["device", "upload"]).default("device"),
  sync_state: syncState.optional(),
  transcript_ref: z.string().nullish(),
  summary_ref: z.string().nullish(),
});
export type Recording = z.infer<typeof recording>;

/** Where the words of a search were said. */
export const searchHit = z.object({
  recording_id: recordingId,
  start: z.number().min(0).nullable().describe("Seconds from the beginning, where it is known"),
  end: z.number().min(0).nullable().describe("Seconds from the beginning, where it is known"),
  text: z.string().describe("The words around it"),
});
export type SearchHit = z.infer<typeof searchHit>;

/** Newest first: by started_at, then by id, both downwards. */
export const recordingPage = z.object({
  items: z.array(recording),
  next_cursor: z.string().nullable().describe("Null on the last page"),
  hits: z.array(searchHit).optional().describe("Where `q` was asked: what was found in the items"),
});
export type RecordingPage = z.infer<typeof recordingPage>;

export const transcriptSegment = z.object({
  start: z.number().min(0).describe("Seconds from the beginning of the recording"),
  end: z.number().min(0).describe("Seconds from the beginning of the recording"),
  text: z.string(),
  speaker: z.string().nullish().describe("Reserved; null today"),
});
export type TranscriptSegment = z.infer<typeof transcriptSegment>;

export const transcript = z.object({
  recording_id: recordingId,
  language: z.string().describe("An ISO 639-1 code, such as en"),
  model: z.string().describe("The speech engine and its model"),
  text: z.string(),
  segments: z.array(transcriptSegment),
});
export type Transcript = z.infer<typeof transcript>;

export const summary = z.object({
  recording_id: recordingId,
  model: z.string().describe("The language model, or the method where none was used"),
  overview: z.string(),
  key_points: z.array(z.string()),
  action_items: z.array(z.string()),
});
export type Summary = z.infer<typeof summary>;

/** What the `json` export holds: all that is known about one recording. */
export const fullRecord = z.object({
  recording,
  transcript: transcript.nullable(),
  summary: summary.nullable(),
});
export type FullRecord = z.infer<typeof fullRecord>;

/** The server's own: for each of equally long stretches its lowest and highest sample, from -1 to 1. */
export const waveform = z.object({
  duration_s: z.number().min(0).describe("Seconds"),
  min: z.array(z.number()),
  max: z.array(z.number()),
});
export type Waveform = z.infer<typeof waveform>;
