import { isIP } from "node:net";
import { HubError } from "../tools/kit/errors.ts";
import { isLoopback } from "../tools/kit/loopback.ts";
import type { RecorderFailure } from "../tools/recorder/surface/failure.ts";
import { deviceOpenApi } from "../tools/recorder/surface/openapi/openapi.ts";
import { openCertificate } from "./certificate.ts";
import { type AppParts, createApp, readSpace } from "./create-app.ts";
import { addOta, type OtaParts } from "./ota/route.ts";
import { type OwnConfig, openOwnConfig } from "./own-config.ts";
import { openPairing, type PairingNews } from "./pairing.ts";
import { type Power, readPower } from "./power.ts";
import { createRecorder, type News, type Recorder } from "./recorder.ts";
import { serve } from "./serve.ts";
import { openShelf, type Recovered, type Shelf } from "./shelf.ts";
import type { Source } from "./source/source.ts";
import type { Limits } from "./take.ts";
import { createUploader, type Uploader, type UploadNews } from "./uploads/uploader.ts";

/** What a device is told. Names as in the environment are in config/README.md. */
export type DeviceSettings = {
  /** The folder of everything it keeps. */
  shelf: string;
  source: Source;
  version: string;
  host?: string;
  /** 0 takes a free one. */
  port?: number;
  /** Serves in the clear off loopback, which the owner has said aloud. */
  insecureLan?: boolean;
  /** Makes a new token in place of a lost one. */
  freshToken?: boolean;
  limits?: Partial<Limits>;
  leastFreeBytes?: number;
  /** After so long without a byte either way a connection ends; default two minutes. */
  idleMs?: number;
  power?: Power["power"] | undefined;
  /** Stands in for / in tests. */
  systemRoot?: string;
  /** What updates of the firmware need; without it none is taken. */
  ota?: Pick<OtaParts, "key" | "slots" | "restart" | "pace">;
  tell?: (news: DeviceNews) => void;
  report?: (failure: RecorderFailure) => void;
};

/** All that a person beside the device is told. */
export type DeviceNews =
  | News
  | UploadNews
  | PairingNews
  /** The network knows no multicast. */
  | { type: "not-findable" };

export type Device = {
  url: string;
  /** Made by this start and shown nowhere else; undefined where there was one. */
  newToken: string | undefined;
  /** A fresh code to pair with, good for ten minutes; the one before it is void. */
  newPairingCode: () => string;
  /** Of its certificate, where it serves HTTPS. */
  fingerprint: string | undefined;
  recovered: Recovered;
  recorder: Recorder;
  /** Ends a running take, keeps it, and lets answers end that are under way. */
  close: () => Promise<void>;
};

const LIMITS: Limits = { mostSeconds: 4 * 3600, quietSeconds: 20, quietDb: -55 };
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Starts a device. Throws `unavailable` where its shelf or its port is in use. */
export async function openDevice(settings: DeviceSettings): Promise<Device> {
  const { host = "127.0.0.1", port = 8021 } = settings;
  const needsTls = !isOnlyHere(host) && settings.insecureLan !== true;
  const shelf = await openShelf(settings.shelf);
  try {
    const recovered = await shelf.recover();
    const config = await openOwnConfig(settings.shelf, settings.freshToken);
    const certificate = needsTls ? await openCertificate(settings.shelf) : undefined;
    const pairing = await openPairing({
      folder: settings.shelf,
      deviceId: () => config.config().device_id,
      fingerprint: certificate?.fingerprint ?? "",
      tell: (news) => settings.tell?.(news),
    });
    const [recorder, uploader] = recorderOf(settings, shelf, config);
    const app = appOf({ settings, shelf, config, recorder, uploader, pairing });
    const answer = (request: Request, env: object) => app.fetch(request, env);
    const address = { host, port, idleMs: settings.idleMs };
    const served = await serve(answer, address, certificate).catch(async (error: unknown) => {
      await config.forgetNewToken();
      throw error;
    });
    if (settings.freshToken) await pairing.forgetAll();
    const closing = new AbortController();
    // What a person changed by hand on the shelf is noticed while the device is at work already.
    const checked = shelf.store.verify(closing.signal).catch(() => 0);
    uploader.look();
    const findable = isOnlyHere(host)
      ? undefined
      : await announced(served.url, config, certificate?.fingerprint, settings);
    let closed: Promise<void> | undefined;
    return {
      url: served.url,
      newToken: config.newToken,
      newPairingCode: pairing.newCode,
      fingerprint: certificate?.fingerprint,
      recovered,
      recorder,
      close() {
        closed ??= (async () => {
          closing.abort();
          await findable?.close();
          await recorder.close();
          await uploader.close();
          await served.close();
          await checked;
          await shelf.close();
        })();
        return closed;
      },
    };
  } catch (error) {
    await shelf.close();
    throw error;
  }
}

/** Recorder and uploader know of each other: uploads rest while something is recorded. */
function recorderOf(
  settings: DeviceSettings,
  shelf: Shelf,
  config: OwnConfig,
): [Recorder, Uploader] {
  const tell = settings.tell ?? (() => undefined);
  const uploader = createUploader({
    shelf,
    config,
    power: async () => (await powerOf(settings)).power,
    uploading: (isOn) => recorder.uploading(isOn),
    tell,
  });
  const recorder: Recorder = createRecorder({
    shelf,
    source: settings.source,
    format: () => {
      const { device_id, codec, sample_rate } = config.config();
      return { deviceId: device_id, codec, sampleRate: sample_rate };
    },
    limits: { ...LIMITS, ...settings.limits },
    leastFreeBytes: settings.leastFreeBytes ?? LEAST_FREE_BYTES,
    freeBytes: async () => (await readSpace(settings.shelf)).storage_free_bytes,
    uploads: uploader,
    tell,
  });
  return [recorder, uploader];
}

async function powerOf({ power, systemRoot }: DeviceSettings): Promise<Power> {
  return power ? { power, battery_pct: null } : readPower(systemRoot);
}

type Assembled = Pick<AppParts, "shelf" | "config" | "recorder" | "pairing"> & {
  settings: DeviceSettings;
  uploader: Uploader;
};

function appOf({ settings, uploader, ...parts }: Assembled) {
  const { ota, systemRoot, version } = settings;
  const isRecording = () => parts.recorder.state() === "recording";
  return createApp({
    ...parts,
    version,
    openApi: deviceOpenApi(),
    power: () => powerOf(settings),
    configChanged: uploader.configChanged,
    ...(systemRoot === undefined ? {} : { systemRoot }),
    ...(ota ? { extend: (api) => addOta(api, { ...ota, version, isRecording }) } : {}),
    report: settings.report ?? (() => undefined),
  });
}

/** Lets the local network find it. A network without multicast is no reason not to record. */
async function announced(
  url: string,
  config: OwnConfig,
  fingerprint: string | undefined,
  { tell }: DeviceSettings,
) {
  const { announce } = await import("../tools/recorder/surface/discovery.ts");
  const { port, protocol } = new URL(url);
  const device = {
    kind: "device" as const,
    id: config.config().device_id,
    port: Number(port),
    tls: protocol === "https:",
    fingerprint,
  };
  return announce(device, () => tell?.({ type: "not-findable" }));
}

/** Whether nothing beyond this machine can reach an address. A name but localhost could be anybody's. */
function isOnlyHere(host: string): boolean {
  if (!isLoopback(host) && isIP(host) === 0)
    throw new HubError("bad-input", `${host} is no address to listen on.`, {
      advice: "Write an IP address, such as 0.0.0.0 for every network of this machine.",
    });
  return isLoopback(host);
}
