import { stat } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { HubError } from "../tools/kit/errors.ts";
import { createConsole, type Screen } from "./console.ts";
import { readNetwork } from "./network.ts";
import { type Device, openDevice } from "./open-device.ts";
import { firmwareKey } from "./ota/route.ts";
import { openSlots } from "./ota/slots.ts";
import type { Power } from "./power.ts";
import type { RecorderProgram } from "./source/find-recorder.ts";
import type { Source } from "./source/source.ts";

/** Where the sound comes from, as it can be handed to another process. */
export type SourceChoice =
  | { kind: "microphone"; program: RecorderProgram | "auto"; input?: string | undefined }
  /** `speed` 0 is as fast as it can be written. */
  | { kind: "file"; path: string; speed: number; loop: boolean }
  | { kind: "tone"; speed: number };

/** What the owner has chosen, as plain JSON: a firmware image is started with it. */
export type DeviceChoice = {
  shelf: string;
  host: string;
  port: number;
  source: SourceChoice;
  insecureLan: boolean;
  freshToken: boolean;
  mostSeconds: number;
  quietSeconds: number;
  leastFreeBytes: number;
  power?: Power["power"] | undefined;
  /** PEM of an Ed25519 public key. */
  firmwareKey?: string | undefined;
  debug: boolean;
};

export type RunWorld = {
  screen: Screen;
  /** Resolves with the exit code when the device is to end. */
  stopped: () => Promise<number>;
  /** Told where it listens, once it does. */
  ready: (url: string) => void;
};

/** What `runDevice` gives where new firmware waits for a restart; also the exit code of a firmware that asks for it. */
export const RESTART = 75;

/** Where the firmware of a shelf has its slots. */
export const slotsFolder = (shelf: string) => join(shelf, "firmware");

/** Runs a device until it is to end, or to restart. Resolves with the exit code. */
export async function runDevice(
  choice: DeviceChoice,
  version: string,
  world: RunWorld,
): Promise<number> {
  const source = await openSource(choice.source);
  let restart: () => void = () => undefined;
  const restarted = new Promise<number>((resolve) => {
    restart = () => resolve(RESTART);
  });
  const key = choice.firmwareKey === undefined ? undefined : firmwareKey(choice.firmwareKey);
  const opened = await openDevice({
    shelf: choice.shelf,
    source,
    version,
    host: choice.host,
    port: choice.port,
    insecureLan: choice.insecureLan,
    freshToken: choice.freshToken,
    limits: { mostSeconds: choice.mostSeconds, quietSeconds: choice.quietSeconds },
    leastFreeBytes: choice.leastFreeBytes,
    power: choice.power,
    ota: { key, slots: await openSlots(slotsFolder(choice.shelf)), restart: () => restart() },
    tell: createConsole(world.screen),
    report: ({ cause }) => {
      if (choice.debug) world.screen.line(`  ${inspect(cause)}`);
    },
  });
  const ended = Promise.race([world.stopped(), restarted]);
  const url = withAddress(opened.url, (await readNetwork()).ip);
  world.screen.line(greeting({ ...opened, url }, source, version, choice.insecureLan));
  world.ready(opened.url);
  const code = await ended;
  world.screen.line(
    code === RESTART ? "restarting with new firmware" : "stopping; what is being recorded is kept",
  );
  await opened.close();
  return code;
}

async function openSource(choice: SourceChoice): Promise<Source> {
  const speed = (written: number) => (written === 0 ? Number.POSITIVE_INFINITY : written);
  switch (choice.kind) {
    case "microphone": {
      const { microphone } = await import("./source/microphone.ts");
      return microphone({ program: choice.program, input: choice.input });
    }
    case "file": {
      const isFile = await stat(choice.path).then(
        (found) => found.isFile(),
        () => false,
      );
      if (!isFile) throw new HubError("bad-input", `There is no file ${choice.path} to play.`);
      const { fileSource } = await import("./source/file.ts");
      return fileSource(choice.path, { speed: speed(choice.speed), loop: choice.loop });
    }
    case "tone":
      return (await import("./source/tone.ts")).toneSource(speed(choice.speed));
  }
}

/** What others can type: "every address" is none. */
function withAddress(url: string, ip: string | null): string {
  const host = ip?.includes(":") ? `[${ip}]` : ip;
  return host === null || host === undefined
    ? url
    : url.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, `//${host}`);
}

function greeting(opened: Device, source: Source, version: string, insecure: boolean): string {
  const { url, newToken, fingerprint, recovered } = opened;
  const lines = [
    `Voice recorder ${version} (Ctrl-C stops it)`,
    `  API        ${url}/api/v1`,
    `  docs       ${url}/docs`,
    `  records    ${source.name}`,
    newToken === undefined
      ? "  token      as it was shown at the first start; --new-token makes another"
      : `  token      ${newToken}  (shown this once)`,
    `  pairing    ${opened.newPairingCode()}  (for ten minutes, once; \`outpost setup recorder\` asks for it)`,
  ];
  if (fingerprint) lines.push(`  certificate, SHA-256\n             ${fingerprint}`);
  else if (insecure) lines.push("  INSECURE: token and sound cross the network in the clear");
  for (const { id, duration_s } of recovered.recordings)
    lines.push(
      `  recovered  ${id}, ${duration_s.toFixed(1)} s that an earlier run had not finished`,
    );
  for (const place of recovered.unreadable) lines.push(`  not usable, and kept: ${place}`);
  return lines.join("\n");
}
