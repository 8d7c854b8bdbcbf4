import { createPublicKey, type KeyObject } from "node:crypto";
import type { Hono } from "hono";
import { HubError } from "../../tools/kit/errors.ts";
import type { OtaAccepted } from "../../tools/recorder/contract.ts";
import { RecorderFailure } from "../../tools/recorder/surface/failure.ts";
import type { SurfaceEnv } from "../../tools/recorder/surface/shared-routes.ts";
import { atLeast, type Pace } from "./at-least.ts";
import { compareVersions, type ImageHeader } from "./image.ts";
import { receiveImage } from "./receive-image.ts";
import type { Slots } from "./slots.ts";

export type OtaParts = {
  /** What images must be signed with; it is set at the device and by nothing that can be reached over its API. */
  key: KeyObject | undefined;
  /** What runs now. */
  version: string;
  slots: Slots;
  isRecording: () => boolean;
  /** Called once the answer is on its way. */
  restart: () => void;
  /** How slowly an image may come; tests are less patient. */
  pace?: Pace;
};

/** A tenth of what the poorest wireless network carries. */
const PACE: Pace = { bytes: 60_000, ms: 30_000 };

/** The public key in a PEM text. Throws `bad-input` for any other kind of key. */
export function firmwareKey(pem: string): KeyObject {
  const refuse = (cause?: unknown) =>
    new HubError("bad-input", "The key of the firmware is no Ed25519 public key.", {
      advice:
        "DEVICE_FIRMWARE_KEY_FILE names a PEM file that starts with -----BEGIN PUBLIC KEY-----.",
      cause,
    });
  if (!pem.includes("BEGIN PUBLIC KEY")) throw refuse();
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch (cause) {
    throw refuse(cause);
  }
  throw refuse();
}

/** `POST /ota`: takes a signed, newer image and restarts with it. */
export function addOta(api: Hono<SurfaceEnv>, parts: OtaParts): void {
  let isBusy = false;
  api.post("/ota", async (context) => {
    const { key, slots } = parts;
    if (context.req.header("content-type")?.split(";")[0]?.trim() !== "application/octet-stream")
      throw new RecorderFailure("unsupported_media", "A firmware image is sent as it is.", {
        detail: "Send it with `Content-Type: application/octet-stream`.",
      });
    if (!key)
      throw new RecorderFailure(
        "no_firmware_key",
        "This recorder trusts no key for its firmware.",
        {
          detail: "At the recorder, set DEVICE_FIRMWARE_KEY_FILE to the public key's file.",
        },
      );
    if (isBusy || parts.isRecording()) throw notNow(isBusy);
    isBusy = true;
    try {
      const body = context.req.raw.body ?? [];
      const pieces = atLeast(toPieces(body), parts.pace ?? PACE);
      const header = await receiveImage(pieces, slots.incoming, key, (found) =>
        admit(found, parts.version),
      );
      if (parts.isRecording()) throw notNow(false);
      const slot = await slots.stage(header.version, header.sha256);
      // After this turn, so that the answer goes out before the doors close.
      setImmediate(parts.restart);
      const accepted: OtaAccepted = { version: header.version, slot };
      return context.json(accepted, 202);
    } finally {
      isBusy = false;
    }
  });
}

async function* toPieces(body: AsyncIterable<Uint8Array> | Iterable<never>) {
  yield* body;
}

function admit({ version }: ImageHeader, running: string): void {
  if (compareVersions(version, running) > 0) return;
  throw new RecorderFailure("firmware_not_newer", `Version ${version} is not newer.`, {
    detail: `${running} runs. Nothing was changed.`,
  });
}

function notNow(isBusy: boolean): RecorderFailure {
  if (isBusy) return new RecorderFailure("in_progress", "Another firmware image is being taken.");
  return new RecorderFailure("in_progress", "It is recording; a restart would cut that short.", {
    detail: "Stop the recording first.",
  });
}
