import * as kinds from "./kinds.ts";
import type { Setting } from "./setting.ts";

/** The settings of the voice recorder's device, as far as they are not its config, which its API changes. */
export const DEVICE_SETTINGS = {
  DEVICE_SHELF: {
    group: "device",
    type: kinds.words().optional(),
    otherwise: "the XDG data folder",
    says: "The folder of the recordings, with the device's config and certificate.",
  },
  DEVICE_LISTEN: {
    group: "device",
    type: kinds.listenAddress().prefault("127.0.0.1:8021"),
    otherwise: "`127.0.0.1:8021`",
    says: "[HOST:]PORT on which `outpost device` serves; off loopback it serves HTTPS.",
  },
  DEVICE_INPUT: {
    group: "device",
    type: kinds.words().optional(),
    otherwise: "the sound system's default",
    says: "The input that the microphone is taken from, by its name there.",
  },
  DEVICE_RECORDER: {
    group: "device",
    type: kinds.choice(["auto", "sox", "arecord"]).default("auto"),
    says: "The program that records; `auto` takes what is installed.",
  },
  DEVICE_MOST_MINUTES: {
    group: "device",
    type: kinds.whole(1, 10_080).default(240),
    says: "The longest recording; it ends there by itself and is kept.",
  },
  DEVICE_SILENCE_SECONDS: {
    group: "device",
    type: kinds.whole(0, 3600).default(20),
    says: "After so long without a sound the console warns; 0 for never.",
  },
  DEVICE_LEAST_FREE_MIB: {
    group: "device",
    type: kinds.whole(0, 1_048_576).default(64),
    says: "No recording begins or goes on with less free space than this.",
  },
  DEVICE_POWER: {
    group: "device",
    type: kinds.choice(["auto", "battery", "charging", "powered"]).default("auto"),
    says: "How the machine is powered, where the system does not tell it rightly.",
  },
  DEVICE_FIRMWARE_KEY: {
    group: "device",
    type: kinds.publicKey().optional(),
    file: "only",
    says: "PEM file of the Ed25519 public key that firmware must be signed with; without it no update is taken.",
  },
} as const satisfies Record<string, Setting>;
