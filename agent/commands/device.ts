import { resolve } from "node:path";
import { listenAddressOf } from "../../config/kinds.ts";
import { defaultShelfFolder } from "../../config/places.ts";
import type { Settings } from "../../config/schema.ts";
import type { Device } from "../../device/open-device.ts";
import type { Source } from "../../device/source/source.ts";
import { HubError } from "../../tools/kit/errors.ts";
import { defineCommand } from "../command.ts";
import { openSettings } from "../settings.ts";
import { VERSION } from "../version.ts";
import { print, type World } from "../world.ts";

type Sound = {
  mic: boolean;
  tone: boolean;
  play?: string | undefined;
  speed: number;
  loop: boolean;
};

export const device = defineCommand({
  usage: "device",
  says: "Turn this machine into a voice recorder with an API",
  examples: [
    ["device", "records from the microphone, on port 8021 of this machine"],
    ["device --play talk.wav", "plays a file in place of the microphone"],
    ["device --listen 0.0.0.0:8021", "for the whole network, over HTTPS"],
  ],
  flags: {
    mic: { type: "boolean", default: false, describe: "Record from the microphone (the default)" },
    play: { type: "string", requiresArg: true, describe: "Play this file in place of it" },
    tone: { type: "boolean", default: false, describe: "A tone in place of it" },
    speed: {
      type: "number",
      default: 1,
      requiresArg: true,
      describe: "With --play or --tone: how fast it plays; 0 as fast as it can be written",
    },
    loop: { type: "boolean", default: false, describe: "With --play: over and over" },
    listen: {
      type: "string",
      requiresArg: true,
      describe: "[HOST:]PORT, in place of DEVICE_LISTEN",
    },
    shelf: { type: "string", requiresArg: true, describe: "Folder of the recordings" },
    "insecure-lan": {
      type: "boolean",
      default: false,
      describe: "Serve in the clear off loopback: anybody on the network can read token and sound",
    },
    "new-token": { type: "boolean", default: false, describe: "Make a new token for a lost one" },
  },
  async run(args, world) {
    const settings = await openSettings(world);
    const address = addressOf(args.listen, settings);
    const { openDevice } = await import("../../device/open-device.ts");
    const { createConsole } = await import("../../device/console.ts");
    const { untilStopped } = await import("../until-stopped.ts");
    const source = await sourceOf(args, settings, world);
    const screen = screenOf(world);
    const opened = await openDevice({
      ...address,
      shelf: resolve(world.cwd, args.shelf ?? settings.DEVICE_SHELF ?? defaultShelfFolder()),
      source,
      version: VERSION,
      insecureLan: args["insecure-lan"],
      freshToken: args["new-token"],
      limits: {
        mostSeconds: settings.DEVICE_MOST_MINUTES * 60,
        quietSeconds: settings.DEVICE_SILENCE_SECONDS,
      },
      leastFreeBytes: settings.DEVICE_LEAST_FREE_MIB * 1024 * 1024,
      power: settings.DEVICE_POWER === "auto" ? undefined : settings.DEVICE_POWER,
      tell: createConsole(screen),
      report: (failure) => {
        if (settings.OUTPOST_LOG !== "debug") return;
        screen.line(`  ${String(failure.cause instanceof Error ? failure.cause.stack : failure)}`);
      },
    });
    const stopped = untilStopped();
    print(world, greeting(opened, source, args["insecure-lan"]));
    const code = await stopped;
    screen.line("stopping; what is being recorded is kept");
    await opened.close();
    return code;
  },
});

function addressOf(listen: string | undefined, settings: Settings) {
  if (listen === undefined) return settings.DEVICE_LISTEN;
  const address = listenAddressOf(listen);
  if (address) return address;
  throw new HubError("bad-input", "--listen is PORT, HOST:PORT or [IPV6]:PORT.");
}

async function sourceOf(sound: Sound, settings: Settings, world: World): Promise<Source> {
  const { mic, tone, play, loop } = sound;
  if ([mic, tone, play !== undefined].filter(Boolean).length > 1)
    throw new HubError("bad-input", "Take one of --mic, --play and --tone.");
  if (!(sound.speed >= 0)) throw new HubError("bad-input", "--speed is a number, 0 or more.");
  const speed = sound.speed === 0 ? Number.POSITIVE_INFINITY : sound.speed;
  if (play !== undefined) {
    const { fileSource } = await import("../../device/source/file.ts");
    return fileSource(resolve(world.cwd, play), { speed, loop });
  }
  if (tone) return (await import("../../device/source/tone.ts")).toneSource(speed);
  const { microphone } = await import("../../device/source/microphone.ts");
  return microphone({ program: settings.DEVICE_RECORDER, input: settings.DEVICE_INPUT });
}

/** Lines as they come; on a terminal the meter is drawn over itself, elsewhere it is left out. */
function screenOf({ stdout }: World) {
  const clear = stdout.isTTY ? "\r\u001b[K" : "";
  return {
    line: (text: string) => void stdout.write(`${clear}${text}\n`),
    meter: (text: string) => void (stdout.isTTY && stdout.write(`${clear}${text}`)),
  };
}

function greeting(opened: Device, source: Source, insecure: boolean): string {
  const { url, newToken, fingerprint, recovered } = opened;
  const lines = [
    "Voice recorder (Ctrl-C stops it)",
    `  API        ${url}/api/v1`,
    `  docs       ${url}/docs`,
    `  records    ${source.name}`,
    newToken === undefined
      ? "  token      as it was shown at the first start; --new-token makes another"
      : `  token      ${newToken}  (shown this once)`,
  ];
  if (fingerprint) lines.push(`  certificate, SHA-256\n             ${fingerprint}`);
  else if (insecure) lines.push("  INSECURE: token and sound cross the network in the clear");
  for (const { id, duration_s } of recovered.recordings)
    lines.push(
      `  recovered  ${id}, ${duration_s.toFixed(1)} s, which an earlier run had not finished`,
    );
  for (const place of recovered.unreadable) lines.push(`  not usable, and kept: ${place}`);
  return lines.join("\n");
}
