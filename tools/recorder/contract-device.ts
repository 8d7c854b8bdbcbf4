import { z } from "zod";

export const deviceStatus = z.object({
  device_id: z.string(),
  firmware_version: z.string(),
  state: z.enum(["idle", "recording", "uploading"]),
  power: z.enum(["battery", "charging", "powered"]),
  battery_pct: z.int().min(0).max(100).nullable(),
  storage_free_bytes: z.int().min(0),
  storage_total_bytes: z.int().min(0),
  recordings_count: z.int().min(0),
  wifi_connected: z.boolean(),
  ip: z.string().nullable(),
});
export type DeviceStatus = z.infer<typeof deviceStatus>;
export type DeviceState = DeviceStatus["state"];

const DEVICE_CODECS = ["wav_pcm_s16le", "adpcm", "opus"] as const;
export const deviceCodec = z.enum(DEVICE_CODECS);
export type DeviceCodec = z.infer<typeof deviceCodec>;

/** In hertz. Opus knows all of them but 44,100. */
const SAMPLE_RATES = [8_000, 12_000, 16_000, 24_000, 44_100, 48_000] as const;
const sampleRate = z.literal(SAMPLE_RATES).describe("Hertz; opus takes all but 44100");

// No control character and no half of a character: these texts reach terminals, headers and file names of others.
const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "holds a character that cannot be shown");

export const deviceId = line(128);

/** Whether an address is one that recordings may be sent to: http or https, without an account in it, not link-local. */
function isUploadEndpoint(written: string): boolean {
  if (!URL.canParse(written)) return false;
  const url = new URL(written);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  const isBare = `${url.username}${url.password}${url.search}${url.hash}` === "";
  return isWeb && isBare && !isLinkLocal(url.hostname);
}

// What a cloud serves a machine's own credentials on lies in these ranges. The parser has already made 0xA9FE0001 and
// the like into dotted decimals.
function isLinkLocal(hostname: string): boolean {
  return /^169\.254\.|^\[fe[89ab][0-9a-f]:|^\[::ffff:a9fe:|^\[fd00:ec2::254\]/.test(hostname);
}

const members = {
  device_id: deviceId,
  wifi_ssid: line(32).nullable(),
  upload_target: z.enum(["none", "s3", "webdav"]),
  upload_endpoint: z
    .string()
    .max(2_048)
    .refine(isUploadEndpoint, "is no http or https address that recordings may be sent to")
    .nullable(),
  upload_bucket_or_path: line(1_024).nullable(),
  codec: deviceCodec,
  sample_rate: sampleRate,
  open_listing: z
    .boolean()
    .describe("Whether GET /recordings answers without a token; false unless the owner says so"),
};

/** Read from other devices as the contract has it, where no field is required; ours answers all of them. */
export const deviceConfig = z
  .object({
    device_id: z.string(),
    wifi_ssid: z.string().nullable(),
    upload_target: members.upload_target.default("none"),
    upload_endpoint: z.string().nullable(),
    upload_bucket_or_path: z.string().nullable(),
    codec: deviceCodec.default("wav_pcm_s16le"),
    sample_rate: z.int().default(16_000),
    open_listing: members.open_listing.default(false),
  })
  .partial();
export type DeviceConfig = z.infer<typeof deviceConfig>;

/** The settings without which uploads wait. None where nothing is to be uploaded; an account is not looked at. */
function missingForUploads(config: DeviceConfig): string[] {
  const { upload_target = "none", upload_endpoint, upload_bucket_or_path } = config;
  if (upload_target === "none") return [];
  return [
    ...(upload_endpoint ? [] : ["upload_endpoint"]),
    // A folder has a root; a bucket has a name.
    ...(upload_target === "webdav" || upload_bucket_or_path ? [] : ["upload_bucket_or_path"]),
  ];
}

/** Why nothing can be uploaded with this config, as a sentence; undefined where it can, or where no target is set. */
export function whyUploadsWait(config: DeviceConfig): string | undefined {
  const missing = missingForUploads(config);
  if (missing.length === 0) return undefined;
  const are = missing.length === 1 ? "is" : "are";
  return `Uploads to ${config.upload_target} wait: ${missing.join(" and ")} ${are} not set.`;
}

// Visible ASCII: it must fit an Authorization header.
const visible = (least: number, most: number) =>
  z
    .string()
    .min(least)
    .max(most)
    .regex(/^[!-~]*$/, "holds a character that is not visible ASCII");

/** Kept by the device, never answered. */
export type DeviceSecret = "wifi_psk" | "upload_access_key" | "upload_secret_key" | "api_token";

/** What is not named stays as it is. A field that is not known is refused. */
export const deviceConfigUpdate = z.strictObject({
  ...z.object(members).partial().shape,
  wifi_psk: line(64).min(8).meta({ writeOnly: true }).optional(),
  upload_access_key: visible(1, 512).meta({ writeOnly: true }).optional(),
  upload_secret_key: visible(1, 512).meta({ writeOnly: true }).optional(),
  api_token: visible(16, 512).meta({ writeOnly: true }).optional(),
});
export type DeviceConfigUpdate = z.infer<typeof deviceConfigUpdate>;

/** What `POST /ota` answers with 202. */
export const otaAccepted = z.object({
  version: z.string().describe("Of the image, which is applied at the restart that follows"),
  slot: z.enum(["a", "b"]),
});
export type OtaAccepted = z.infer<typeof otaAccepted>;

/** What both surfaces answer at /health, without a token: that they live, and nothing about anybody. */
export const health = z.object({ status: z.literal("ok"), version: z.string() });

/** What `GET /pair` answers, to anybody: one attempt at pairing. */
export const pairingOffer = z.object({
  device_id: z.string(),
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
});
export type PairingOffer = z.infer<typeof pairingOffer>;

/** What proves that somebody has read the code on the device's console, without saying it. */
export const pairingRequest = z.strictObject({
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  proof: z.string().regex(/^[0-9a-f]{64}$/),
  name: line(64).describe("Who pairs, for the owner's list"),
});
export type PairingRequest = z.infer<typeof pairingRequest>;

/** The device proves the same in turn, and gives a token. */
export const pairingAnswer = z.object({
  device_id: z.string(),
  token: z.string(),
  proof: z.string().regex(/^[0-9a-f]{64}$/),
});
export type PairingAnswer = z.infer<typeof pairingAnswer>;
