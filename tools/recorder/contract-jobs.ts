import { z } from "zod";
import { recording, recordingId, time, ULID } from "./contract-recording.ts";

// What the server adds where the contract is silent.

const JOB_STATES = ["queued", "waiting", "running", "done", "failed", "cancelled"] as const;
export const jobState = z.enum(JOB_STATES);
export type JobState = z.infer<typeof jobState>;

const jobKind = z.enum(["transcription", "summary"]);
export type JobKind = z.infer<typeof jobKind>;

/** `waiting` is for something outside, such as an engine that is not installed; `reason` says for what. */
export const job = z.object({
  id: z.string().regex(ULID),
  recording_id: recordingId,
  kind: jobKind,
  state: jobState,
  attempts: z.int().min(0),
  progress: z.number().min(0).max(100).describe("Percent"),
  eta_s: z.number().min(0).nullable().describe("Seconds until it is done, where that is known"),
  reason: z.string().nullable().describe("Why it waits or failed, and what to do about it"),
  created_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
  next_attempt_at: time.nullable(),
});
export type Job = z.infer<typeof job>;

export const jobPage = z.object({ items: z.array(job), next_cursor: z.string().nullable() });
export type JobPage = z.infer<typeof jobPage>;

/** What `/events` streams; the `type` is also the name of the event, and the event's id can be resumed from. */
export const serverEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("recording"), recording }),
  z.object({ type: z.literal("deleted"), recording_id: recordingId }),
  z.object({ type: z.literal("job"), job }),
  z.object({ type: z.literal("missed") }).describe("Too far behind: read the list again"),
]);
export type ServerEvent = z.infer<typeof serverEvent>;

/** `write` includes `read`. */
const keyScope = z.enum(["read", "write"]);
export type KeyScope = z.infer<typeof keyScope>;

/** An API key as it is listed; the key itself is shown once, when it is made. */
export const apiKey = z.object({
  id: z.string().regex(ULID),
  name: z.string(),
  scope: keyScope,
  created_at: time,
  last_used_at: time.nullable(),
  revoked_at: time.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** The name of a device in the server's settings, never an address. */
export const deviceName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/i);

export const pullRequest = z.strictObject({ device: deviceName });

/** How far the last pull from a device has come. */
export const pull = z.object({
  device: deviceName,
  state: z.enum(["running", "done", "failed"]),
  seen: z.int().min(0).describe("Recordings that the device lists"),
  fetched: z.int().min(0),
  known: z.int().min(0).describe("Those that were here already"),
  failures: z.array(z.object({ recording_id: z.string(), error: z.string(), code: z.string() })),
  reason: z.string().nullable(),
  started_at: time,
  ended_at: time.nullable(),
});
export type Pull = z.infer<typeof pull>;

export const serverStatus = z.object({
  version: z.string(),
  recordings_count: z.int().min(0),
  storage_free_bytes: z.int().min(0),
  storage_total_bytes: z.int().min(0),
  jobs: z.record(jobState, z.int().min(0)),
  transcriber: z.object({
    model: z.string().nullable().describe("Null where none is ready"),
    reason: z.string().nullable().describe("What is missing, and the command that installs it"),
  }),
  summariser: z.object({
    model: z.string(),
    leaves_the_machine: z.boolean().describe("Whether a transcript is sent to be summarised"),
  }),
  devices: z.array(deviceName).describe("Those that can be pulled from"),
});
export type ServerStatus = z.infer<typeof serverStatus>;
