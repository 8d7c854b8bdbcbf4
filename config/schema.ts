import type { z } from "zod";
import { DEVICE_SETTINGS } from "./device-settings.ts";
import * as kinds from "./kinds.ts";
import { PORTAL_SETTINGS } from "./portal-settings.ts";
import { RECORDER_SETTINGS } from "./recorder-settings.ts";
import { SERVER_SETTINGS } from "./server-settings.ts";
import type { Setting } from "./setting.ts";

/** Every setting of Outpost, once; those of a whole system stand in a file of their own. Reading, checks and the table in the README all follow from this. */
export const SETTINGS = {
  CLUSTER_URL: {
    group: "cluster",
    type: kinds.httpsOrigin().optional(),
    says: "Address of the cluster's management node; its port is 443 or 46443.",
  },
  CLUSTER_API_ROOT: {
    group: "cluster",
    type: kinds.serverPath().default("/mgmt"),
    says: "Where the management API starts on that node.",
  },
  CLUSTER_USERNAME: {
    group: "cluster",
    type: kinds.words().optional(),
    says: "Management account, with an admin role.",
  },
  CLUSTER_PASSWORD: {
    group: "cluster",
    type: kinds.secret().optional(),
    secret: true,
    file: "also",
    says: "Its password.",
  },
  CLUSTER_CA: {
    group: "cluster",
    type: kinds.certificates().optional(),
    file: "only",
    says: "PEM file of the private authority that signed the cluster's certificate.",
  },
  CLUSTER_PIN_SHA256: {
    group: "cluster",
    type: kinds.fingerprint().optional(),
    says: "Trust exactly the certificate with this fingerprint, whoever signed it.",
  },
  CLUSTER_ALLOW_WRITES: {
    group: "cluster",
    type: kinds.flag(),
    says: "Opens calls that change something. Each is still confirmed by a person.",
  },
  CLUSTER_ALLOW_DESTRUCTIVE: {
    group: "cluster",
    type: kinds.flag(),
    says: "Also opens calls that destroy something; needs CLUSTER_ALLOW_WRITES.",
  },
  CLUSTER_ALLOW_PATHS: {
    group: "cluster",
    type: kinds.patterns(),
    says: "Patterns (RE2, separated by spaces), one of which must match the whole path of every object that a call touches, such as `/filesystems/fs1/filesets/.*`.",
  },
  CLUSTER_DENY_PATHS: {
    group: "cluster",
    type: kinds.patterns(),
    says: "Patterns that no such path may match anywhere; they win over the allowed ones.",
  },
  CLUSTER_CONFIRM: {
    group: "cluster",
    type: kinds.choice(["ask", "client"]).default("ask"),
    says: "Who confirms a write: a person asked by Outpost, or the MCP client by its own approval.",
  },
  CLUSTER_CONFIRM_SECONDS: {
    group: "cluster",
    type: kinds.whole(1, 3600).default(300),
    says: "How long a question waits for its answer.",
  },
  CLUSTER_WAIT_SECONDS: {
    group: "cluster",
    type: kinds.whole(1, 3600).optional(),
    otherwise: "50; 300 with progress",
    says: "How long a call waits for a job before it hands back the job's id.",
  },
  CLUSTER_INSTRUCTIONS: {
    group: "cluster",
    type: kinds.words().optional(),
    file: "also",
    says: "What the model should know about this cluster; with both, the file's text comes second.",
  },
  ...PORTAL_SETTINGS,
  ...DEVICE_SETTINGS,
  ...SERVER_SETTINGS,
  ...RECORDER_SETTINGS,
  OUTPOST_STATE_DIR: {
    group: "hub",
    type: kinds.words().optional(),
    otherwise: "the XDG state folder",
    says: "Audit log, write budget, pending approvals and PIN; all processes of a person share it.",
  },
  OUTPOST_CONFIG_DIR: {
    group: "hub",
    type: kinds.words().optional(),
    otherwise: "the XDG config folder",
    says: "Where `.env` and `config.json` are; read from the environment alone.",
  },
  OUTPOST_WRITES_PER_HOUR: {
    group: "hub",
    type: kinds.whole(0, 1_000_000).default(60),
    says: "How many requests that write may leave in an hour, all processes together.",
  },
  OUTPOST_LOG: {
    group: "hub",
    type: kinds.choice(["error", "info", "debug"]).default("error"),
    says: "How much is logged on standard error.",
  },
  OUTPOST_MODEL: {
    group: "model",
    type: kinds.choice(["offline", "anthropic"]).optional(),
    otherwise: "anthropic with a key, a token or an address, else offline",
    says: "Who drives the conversation: a language model, or the built-in offline operator.",
  },
  OUTPOST_MODEL_NAME: {
    group: "model",
    type: kinds.words().optional(),
    says: "Which model to ask for.",
  },
  ANTHROPIC_API_KEY: {
    group: "model",
    type: kinds.secret().optional(),
    secret: true,
    file: "also",
    says: "API key of the model's provider.",
  },
  ANTHROPIC_AUTH_TOKEN: {
    group: "model",
    type: kinds.secret().optional(),
    secret: true,
    file: "also",
    says: "Bearer token, where the endpoint takes one in place of a key.",
  },
  ANTHROPIC_BASE_URL: {
    group: "model",
    type: kinds.httpAddress().optional(),
    says: "Another endpoint that speaks the Anthropic Messages API, such as a local one.",
  },
  OUTPOST_HTTP_TOKEN: {
    group: "http",
    type: kinds.secret(16).optional(),
    secret: true,
    file: "also",
    says: "Bearer token that clients of `outpost mcp SYSTEM --http` must send.",
  },
  OUTPOST_TLS_IN_FRONT: {
    group: "http",
    type: kinds.flag(),
    says: "Declares that a TLS proxy stands in front, which an address off loopback needs.",
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** The settings by name, read: text of files in place of their names, secrets wrapped. */
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]["type"]> };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]; // keyof a literal: these and no others

export function settingOf(name: SettingName): Setting {
  return SETTINGS[name];
}

/** The names under which a setting can be given. */
export function writtenNames(name: SettingName): string[] {
  const { file } = settingOf(name);
  if (file === "only") return [`${name}_FILE`];
  return file === "also" ? [name, `${name}_FILE`] : [name];
}
