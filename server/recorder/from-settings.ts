import { join } from "node:path";
import type { Settings } from "../../config/schema.ts";
import { HubError } from "../../tools/kit/errors.ts";
import { isLoopback } from "../../tools/kit/loopback.ts";
import type { RemoteSettings } from "../../tools/recorder/remote/remote.ts";
import { DEFAULTS, type RecorderServerSettings } from "./settings.ts";
import type { Transcriber } from "./transcribe/transcriber.ts";

type Given = { folder: string; version: string; host: string; port: number };

/** What the server is told, from the settings. Throws HubError `bad-input` for what would not be safe. */
export function serverSettings(settings: Settings, given: Given): RecorderServerSettings {
  const { SERVER_TLS_CERT: cert, SERVER_TLS_KEY: key } = settings;
  if ((cert === undefined) !== (key === undefined))
    throw new HubError("bad-input", "SERVER_TLS_CERT_FILE and SERVER_TLS_KEY_FILE go together.");
  const isSafe = isLoopback(given.host) || cert !== undefined || settings.OUTPOST_TLS_IN_FRONT;
  if (!isSafe)
    throw new HubError("bad-input", `Keys would cross the network to ${given.host} in the clear.`, {
      advice:
        "Set SERVER_TLS_CERT_FILE and SERVER_TLS_KEY_FILE, or OUTPOST_TLS_IN_FRONT=true where a TLS proxy stands in front.",
    });
  return {
    ...given,
    openListing: settings.SERVER_OPEN_LISTING,
    maxAudioBytes: settings.SERVER_MAX_UPLOAD_MIB * 2 ** 20,
    idleMs: settings.SERVER_IDLE_SECONDS * 1000,
    unreadMs: DEFAULTS.unreadMs,
    requestsPerMinute: settings.SERVER_REQUESTS_PER_MINUTE,
    hostNames: settings.SERVER_HOST_NAMES,
    ...(cert !== undefined && key !== undefined ? { tls: { cert, key: key.reveal() } } : {}),
  };
}

/** Where uploads are picked up from; undefined where they are not. Throws HubError `bad-input` for half of a setting. */
export function pickupSource(settings: Settings): RemoteSettings | undefined {
  const { SERVER_PICKUP_TARGET: target, SERVER_PICKUP_ENDPOINT: endpoint } = settings;
  if (target === "none") return undefined;
  if (endpoint === undefined)
    throw new HubError("bad-input", `SERVER_PICKUP_TARGET=${target} needs SERVER_PICKUP_ENDPOINT.`);
  return {
    target,
    endpoint,
    bucketOrPath: settings.SERVER_PICKUP_PATH ?? "",
    accessKey: settings.SERVER_PICKUP_ACCESS_KEY,
    secretKey: settings.SERVER_PICKUP_SECRET_KEY?.reveal(),
  };
}

/** The speech engine of the settings; whether it is there is found out when it is needed. */
export async function openTranscriber(settings: Settings, folder: string): Promise<Transcriber> {
  const { SERVER_SPEECH: choice, SERVER_SPEECH_URL: url } = settings;
  if (choice === "none") return noTranscriber();
  if (choice === "http" || (choice === "auto" && url !== undefined)) {
    if (url === undefined)
      throw new HubError("bad-input", "SERVER_SPEECH=http needs SERVER_SPEECH_URL.");
    const { createSpeechServer } = await import("./transcribe/http/speech-server.ts");
    const { SERVER_SPEECH_MODEL: model, SERVER_SPEECH_KEY: key } = settings;
    return createSpeechServer({ url, model, key });
  }
  const { createPocketsphinx } = await import("./transcribe/pocketsphinx/pocketsphinx.ts");
  return createPocketsphinx({
    path: process.env.PATH ?? "",
    scratch: join(folder, "tmp", "speech"),
  });
}

function noTranscriber(): Transcriber {
  const reason = "Transcription is switched off.";
  return {
    id: "none",
    check: async () => ({
      state: "missing",
      reason,
      install: "outpost server, with SERVER_SPEECH=auto",
    }),
    transcribe: () => Promise.reject(new HubError("not-allowed", reason)),
  };
}
