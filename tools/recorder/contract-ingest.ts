import { z } from "zod";
import { deviceId } from "./contract-device.ts";
import { recordingId } from "./contract-recording.ts";

export const METADATA_BYTES_MOST = 64 * 1024;
const MONTH_S = 31 * 86_400;

/** A start as it is kept: in UTC, in milliseconds, so that texts sort as times do. */
const startedAt = z.iso
  .datetime({ offset: true })
  .refine((written) => /^(19[789]\d|20\d\d|2100)-/.test(written), "is not of this age")
  .transform((written) => new Date(written).toISOString());

/**
 * The `metadata` part of an ingest: the contract's Recording, as another program wrote it. States and references are the
 * server's own to say, so those that come along are dropped, as is what is not known. The audio has the last word on
 * duration, rate, channels and codec.
 */
export const recordingMetadata = z.object({
  id: recordingId,
  device_id: deviceId.optional(),
  started_at: startedAt,
  duration_s: z.number().min(0).max(MONTH_S),
  sample_rate: z.int().min(1).max(768_000),
  channels: z.int().min(1).max(255),
  codec: deviceId.max(64),
  size_bytes: z.int().min(0).optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/)
    .transform((hex) => hex.toLowerCase())
    .optional(),
  source: z.enum(["device", "upload"]).default("device"),
});
export type RecordingMetadata = z.infer<typeof recordingMetadata>;
