import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Environment } from "../config/places.ts";
import type { Fixed } from "../config/read.ts";
import { readIfThere, writeWhole } from "../tools/kit/durable.ts";
import { HubError } from "../tools/kit/errors.ts";
import { holdLock } from "../tools/kit/lock.ts";
import { startOnConnect } from "./start-on-connect.ts";
import { VERSION } from "./version.ts";
import type { Place } from "./world.ts";

export type DemoRecorder = {
  /** Where the device is, and its token. */
  device: { url: string; token: string };
  /** Settings of whoever works with the device and the server. */
  values: Fixed["values"];
  places: readonly Place[];
  close: () => Promise<void>;
};

type Wishes = {
  /** State of the demo. */
  folder: string;
  /** Opens the real microphone. */
  mic: boolean;
  env: Environment;
};

/** What the device is called. */
const NAME = "desk";

const Secrets = z.object({ token: z.string(), key: z.string() });

/**
 * A device and a server on free ports of loopback, each started by the first request to it. The device plays a short
 * spoken file of ours in place of a microphone. What is recorded stays in the demo's own folder, for the next demo;
 * where another demo has that folder, this one gets a folder for as long as it runs.
 */
export async function openDemoRecorder({ folder, mic, env }: Wishes): Promise<DemoRecorder> {
  const home = await claim(join(folder, "recorder"));
  const files = join(folder, "exports");
  await mkdir(files, { recursive: true, mode: 0o700 });
  const { token, key } = await secretsOf(home.folder);
  const device = await startOnConnect(() => startDevice(home.folder, mic));
  const server = await startOnConnect(() => startServer(home.folder, env, device.url, token));
  const devices = join(home.folder, "devices.json");
  let closed: Promise<void> | undefined;
  const close = async () => {
    // The server first: it may be pulling from the device.
    await server.close();
    await device.close();
    await home.leave();
  };
  await writeWhole(devices, JSON.stringify({ [NAME]: { url: device.url, token } }));
  return {
    device: { url: device.url, token },
    values: {
      RECORDER_DEVICES_FILE: devices,
      RECORDER_SERVER_URL: server.url,
      RECORDER_SERVER_KEY: key,
      RECORDER_FILES: files,
      RECORDER_ALLOW_WRITES: "true",
      RECORDER_ALLOW_DESTRUCTIVE: "true",
    },
    places: [
      { name: "recordings", url: `${server.url}/`, key },
      { name: "recorder docs", url: `${server.url}/docs` },
    ],
    close() {
      closed ??= close();
      return closed;
    },
  };
}

const folderOf = (home: string, what: "device" | "server") => join(home, what);

async function claim(folder: string): Promise<{ folder: string; leave: () => Promise<void> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return { folder, leave: await holdLock(join(folder, "demo.lock"), "A demo runs here.") };
  } catch (thrown) {
    if (!(thrown instanceof HubError && thrown.problem === "unavailable")) throw thrown;
    const other = await mkdtemp(join(tmpdir(), "outpost-demo-"));
    return { folder: other, leave: () => rm(other, { recursive: true, force: true }) };
  }
}

/** The token of the device and a key of the server, made with their folders and kept for the next demo. */
async function secretsOf(home: string): Promise<z.infer<typeof Secrets>> {
  const path = join(home, "secrets.json");
  const kept = await readIfThere(path);
  if (kept !== undefined) return Secrets.parse(JSON.parse(kept));
  const [device, server] = [folderOf(home, "device"), folderOf(home, "server")];
  for (const each of [device, server]) await mkdir(each, { recursive: true, mode: 0o700 });
  const [{ openOwnConfig }, { openKeyRing }] = await Promise.all([
    import("../device/own-config.ts"),
    import("../server/recorder/keys/key-ring.ts"),
  ]);
  const { newToken: token = "" } = await openOwnConfig(device, true);
  const { secret: key } = await (await openKeyRing(server)).create("demo", "write");
  await writeWhole(path, JSON.stringify({ token, key }));
  return { token, key };
}

async function startDevice(home: string, mic: boolean) {
  const [{ openDevice }, source] = await Promise.all([
    import("../device/open-device.ts"),
    mic ? openMicrophone() : openStandIn(),
  ]);
  return openDevice({
    shelf: folderOf(home, "device"),
    source,
    version: VERSION,
    port: 0,
    power: "powered",
  });
}

async function openMicrophone() {
  return (await import("../device/source/microphone.ts")).microphone();
}

async function openStandIn() {
  const [{ fileAtOnce }, { spokenSample }] = await Promise.all([
    import("../device/source/file-at-once.ts"),
    import("../tools/recorder/audio/spoken-sample.ts"),
  ]);
  return fileAtOnce(spokenSample(), "a spoken file of Outpost's, in place of a microphone");
}

async function startServer(home: string, env: Environment, deviceUrl: string, token: string) {
  const [{ openRecorderServer }, { DEFAULTS }, { createPocketsphinx }] = await Promise.all([
    import("../server/recorder/create-recorder-server.ts"),
    import("../server/recorder/settings.ts"),
    import("../server/recorder/transcribe/pocketsphinx/pocketsphinx.ts"),
  ]);
  const folder = folderOf(home, "server");
  const server = await openRecorderServer(
    { ...DEFAULTS, folder, version: VERSION, port: 0 },
    {
      transcriber: createPocketsphinx({
        path: env.PATH ?? "",
        scratch: join(folder, "tmp", "speech"),
      }),
      devices: new Map([[NAME, { url: deviceUrl, token }]]),
    },
  );
  const { url } = await server.listen();
  return { url, close: server.close };
}
