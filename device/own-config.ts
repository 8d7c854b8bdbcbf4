import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { readIfThere, sweepUnfinished, syncFolder, writeWhole } from "../tools/kit/durable.ts";
import { HubError } from "../tools/kit/errors.ts";
import {
  type DeviceConfigUpdate,
  type DeviceSecret,
  deviceConfigUpdate,
} from "../tools/recorder/contract.ts";
import { isToken, tokenDigest } from "../tools/recorder/surface/bearer.ts";
import { RecorderFailure } from "../tools/recorder/surface/failure.ts";

// The update's own rules hold for what is stored, too; only the token is not stored as it came.
const members = deviceConfigUpdate.required().omit({
  wifi_psk: true,
  upload_access_key: true,
  upload_secret_key: true,
  api_token: true,
});

/** Every field of the contract's config; on this device none is missing. */
type FullConfig = z.infer<typeof members>;

/** The secrets that are kept as they are, because uploads need them. The token is kept as its hash alone. */
type KeptSecrets = Partial<Record<Exclude<DeviceSecret, "api_token">, string>>;

type Stored = { config: FullConfig; secrets: KeptSecrets; token_sha256: string };

export type OwnConfig = {
  config: () => FullConfig;
  /** For the uploader; nothing else may read them. */
  secrets: () => KeptSecrets;
  isToken: (token: string) => boolean;
  /** A token that was made by this start; it can be read nowhere else. */
  newToken: string | undefined;
  /** Takes back what this start made, for one that ends before it could show its token. */
  forgetNewToken: () => Promise<void>;
  /** Changes what is named, on disk before this resolves. Throws `invalid_value` where the whole would make no sense. */
  update: (update: DeviceConfigUpdate) => Promise<FullConfig>;
};

const stored = z.object({
  config: members,
  secrets: deviceConfigUpdate.pick({
    wifi_psk: true,
    upload_access_key: true,
    upload_secret_key: true,
  }),
  token_sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * Reads the device's config, or makes one with a token of its own. `freshToken` makes a new token in place of one that
 * was lost. Throws `failed` where the file cannot be read: a device never goes on as if it had no token.
 */
export async function openOwnConfig(folder: string, freshToken = false): Promise<OwnConfig> {
  const path = join(folder, "device.json");
  // With secrets in it.
  await sweepUnfinished(path);
  const text = await readIfThere(path);
  let now: Stored = text === undefined ? firstConfig() : parsed(text, path);
  let newToken: string | undefined;
  const write = async (next: Stored) => {
    await writeWhole(path, JSON.stringify(next));
    await syncFolder(dirname(path));
    now = next;
  };
  if (text === undefined || freshToken) {
    newToken = randomBytes(24).toString("base64url");
    await write({ ...now, token_sha256: tokenDigest(newToken) });
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    newToken,
    async forgetNewToken() {
      if (newToken === undefined) return;
      if (text === undefined) await rm(path);
      else await writeWhole(path, text);
      await syncFolder(dirname(path));
    },
    config: () => now.config,
    secrets: () => now.secrets,
    isToken: (token) => isToken(token, now.token_sha256),
    update(update) {
      const turn = last.then(async () => {
        const next = merged(now, update);
        check(next.config);
        await write(next);
        return next.config;
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

function firstConfig(): Stored {
  const host = hostname().replaceAll(/[^\w.-]/g, "") || "recorder";
  return {
    config: {
      device_id: `${host.slice(0, 64)}-${randomBytes(2).toString("hex")}`,
      wifi_ssid: null,
      upload_target: "none",
      upload_endpoint: null,
      upload_bucket_or_path: null,
      codec: "wav_pcm_s16le",
      sample_rate: 16_000,
      open_listing: false,
    },
    secrets: {},
    token_sha256: "",
  };
}

function parsed(text: string, path: string): Stored {
  try {
    const { config, secrets, token_sha256 } = stored.parse(JSON.parse(text));
    return { config, secrets: { ...secrets } as KeptSecrets, token_sha256 }; // absent, never undefined: it was JSON
  } catch (cause) {
    throw new HubError("failed", `The device's config cannot be read: ${path}.`, {
      advice: "Mend it, or move it away: a new one is made then, with a new token.",
      cause,
    });
  }
}

function merged(now: Stored, update: DeviceConfigUpdate): Stored {
  const { api_token, wifi_psk, upload_access_key, upload_secret_key, ...named } = update;
  const given = { wifi_psk, upload_access_key, upload_secret_key };
  const config = { ...now.config, ...defined(named) } as FullConfig; // a field is replaced by one of its own type
  return {
    config,
    secrets: { ...accountOf(now, config), ...defined(given) },
    token_sha256: api_token === undefined ? now.token_sha256 : tokenDigest(api_token),
  };
}

/**
 * What is kept of the secrets. An account belongs to the host that it was given for: whoever could point uploads
 * elsewhere and keep it would read by that what no read ever answers.
 */
function accountOf({ config: { upload_endpoint: before }, secrets }: Stored, next: FullConfig) {
  if (before === null || originOf(before) === originOf(next.upload_endpoint)) return secrets;
  const { upload_access_key: _, upload_secret_key: __, ...others } = secrets;
  return others;
}

const originOf = (address: string | null) => (address === null ? null : new URL(address).origin);

function defined(fields: Record<string, unknown>): Record<string, never> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, never>; // spread over fields of the same names
}

/** What no single field can tell. */
function check({ codec, sample_rate }: FullConfig): void {
  if (codec === "opus" && sample_rate === 44_100)
    throw new RecorderFailure("invalid_value", "Opus does not know 44100 Hz.", {
      detail: "sample_rate: take 8000, 12000, 16000, 24000 or 48000 with opus.",
    });
}
