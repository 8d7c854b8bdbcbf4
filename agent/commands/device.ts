import { resolve } from "node:path";
import { listenAddressOf } from "../../config/kinds.ts";
import { defaultShelfFolder } from "../../config/places.ts";
import type { Settings } from "../../config/schema.ts";
import type { DeviceChoice, SourceChoice } from "../../device/run-device.ts";
import { HubError } from "../../tools/kit/errors.ts";
import { defineCommand } from "../command.ts";
import { openSettings } from "../settings.ts";
import { VERSION } from "../version.ts";
import type { World } from "../world.ts";

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
    const choice = choose(args, settings, world);
    const { runDevice } = await import("../../device/run-device.ts");
    const { supervise } = await import("../../device/ota/supervise.ts");
    const { untilStopped } = await import("../until-stopped.ts");
    const screen = screenOf(world);
    return supervise({
      choice,
      version: VERSION,
      screen,
      runInstalled: (chosen, ready) =>
        runDevice(chosen, VERSION, { screen, ready, stopped: untilStopped }),
    });
  },
});

type Words = Sound & {
  listen?: string | undefined;
  shelf?: string | undefined;
  "insecure-lan": boolean;
  "new-token": boolean;
};

function choose(words: Words, settings: Settings, world: World): DeviceChoice {
  const { DEVICE_POWER: power, DEVICE_FIRMWARE_KEY: firmwareKey } = settings;
  return {
    ...addressOf(words.listen, settings),
    shelf: resolve(world.cwd, words.shelf ?? settings.DEVICE_SHELF ?? defaultShelfFolder()),
    source: sourceOf(words, settings, world),
    insecureLan: words["insecure-lan"],
    freshToken: words["new-token"],
    mostSeconds: settings.DEVICE_MOST_MINUTES * 60,
    quietSeconds: settings.DEVICE_SILENCE_SECONDS,
    leastFreeBytes: settings.DEVICE_LEAST_FREE_MIB * 1024 * 1024,
    power: power === "auto" ? undefined : power,
    firmwareKey,
    debug: settings.OUTPOST_LOG === "debug",
  };
}

function addressOf(listen: string | undefined, settings: Settings) {
  if (listen === undefined) return settings.DEVICE_LISTEN;
  const address = listenAddressOf(listen);
  if (address) return address;
  throw new HubError("bad-input", "--listen is PORT, HOST:PORT or [IPV6]:PORT.");
}

function sourceOf(sound: Sound, settings: Settings, world: World): SourceChoice {
  const { mic, tone, play, loop, speed } = sound;
  if ([mic, tone, play !== undefined].filter(Boolean).length > 1)
    throw new HubError("bad-input", "Take one of --mic, --play and --tone.");
  if (!(speed >= 0)) throw new HubError("bad-input", "--speed is a number, 0 or more.");
  if (play !== undefined) return { kind: "file", path: resolve(world.cwd, play), speed, loop };
  if (tone) return { kind: "tone", speed };
  return {
    kind: "microphone",
    program: settings.DEVICE_RECORDER,
    input: settings.DEVICE_INPUT,
  };
}

/** Lines as they come; on a terminal the meter is drawn over itself, elsewhere it is left out. */
function screenOf({ stdout }: World) {
  const clear = stdout.isTTY ? "\r\u001b[K" : "";
  return {
    line: (text: string) => void stdout.write(`${clear}${text}\n`),
    meter: (text: string) => void (stdout.isTTY && stdout.write(`${clear}${text}`)),
  };
}
