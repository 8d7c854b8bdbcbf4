import * as kinds from "./kinds.ts";
import type { Setting } from "./setting.ts";

/** The settings of the tools that work with a voice recorder and its server, wherever those run. */
export const RECORDER_SETTINGS = {
  RECORDER_DEVICE_URL: {
    group: "recorder",
    type: kinds.httpOrigin().optional(),
    otherwise: "this machine, with the port of DEVICE_LISTEN",
    says: "Where `outpost device` listens; HTTPS off this machine.",
  },
  RECORDER_DEVICE_TOKEN: {
    group: "recorder",
    type: kinds.secret().optional(),
    secret: true,
    file: "also",
    says: "The token that the device showed when it started first.",
  },
  RECORDER_DEVICE_PIN_SHA256: {
    group: "recorder",
    type: kinds.fingerprint().optional(),
    says: "Trust exactly the certificate with this fingerprint, which the device shows.",
  },
  RECORDER_DEVICES: {
    group: "recorder",
    type: kinds.secret().optional(),
    secret: true,
    file: "only",
    says: 'JSON file with several devices by name: `{"kitchen": {"url": …, "token": …, "pin_sha256": …}}`; in place of the three above.',
  },
  RECORDER_SERVER_URL: {
    group: "recorder",
    type: kinds.httpOrigin().optional(),
    otherwise: "this machine, with the port of SERVER_LISTEN",
    says: "Where `outpost server` listens; HTTPS off this machine.",
  },
  RECORDER_SERVER_KEY: {
    group: "recorder",
    type: kinds.secret().optional(),
    secret: true,
    file: "also",
    says: "A key of `outpost server keys create NAME`.",
  },
  RECORDER_SERVER_PIN_SHA256: {
    group: "recorder",
    type: kinds.fingerprint().optional(),
    says: "Trust exactly the certificate with this fingerprint.",
  },
  RECORDER_INSECURE_LAN: {
    group: "recorder",
    type: kinds.flag(),
    says: "Also speaks plain HTTP beyond this machine: tokens and recordings can then be read on the way.",
  },
  RECORDER_FILES: {
    group: "recorder",
    type: kinds.words().optional(),
    file: "path",
    says: "The folder below which the tools may read and write files; without it they do neither.",
  },
  RECORDER_ALLOW_WRITES: {
    group: "recorder",
    type: kinds.flag(),
    says: "Opens calls that record, ingest, export or change something. Each is still confirmed by a person.",
  },
  RECORDER_ALLOW_DESTRUCTIVE: {
    group: "recorder",
    type: kinds.flag(),
    says: "Also opens deleting, firmware and sending uploads elsewhere; needs RECORDER_ALLOW_WRITES.",
  },
  RECORDER_ALLOW_PATHS: {
    group: "recorder",
    type: kinds.patterns(),
    says: "Patterns (RE2, separated by spaces), one of which must match the whole path of every object that a call touches, such as `/server/recordings/.*`.",
  },
  RECORDER_DENY_PATHS: {
    group: "recorder",
    type: kinds.patterns(),
    says: "Patterns that no such path may match anywhere; they win over the allowed ones.",
  },
  RECORDER_CONFIRM: {
    group: "recorder",
    type: kinds.choice(["ask", "client"]).default("ask"),
    says: "Who confirms a write: a person asked by Outpost, or the MCP client by its own approval.",
  },
  RECORDER_CONFIRM_SECONDS: {
    group: "recorder",
    type: kinds.whole(1, 3600).default(300),
    says: "How long a question waits for its answer.",
  },
  RECORDER_INSTRUCTIONS: {
    group: "recorder",
    type: kinds.words().optional(),
    file: "also",
    says: "What the model should know about this recorder; with both, the file's text comes second.",
  },
} as const satisfies Record<string, Setting>;
