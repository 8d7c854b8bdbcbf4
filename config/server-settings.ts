import * as kinds from "./kinds.ts";
import type { Setting } from "./setting.ts";

/** The settings of the voice recorder's server. */
export const SERVER_SETTINGS = {
  SERVER_DATA_DIR: {
    group: "server",
    type: kinds.words().optional(),
    otherwise: "the XDG data folder",
    says: "The folder of the server's recordings, transcripts, jobs and keys.",
  },
  SERVER_LISTEN: {
    group: "server",
    type: kinds.listenAddress().prefault("127.0.0.1:8022"),
    otherwise: "`127.0.0.1:8022`",
    says: "[HOST:]PORT on which `outpost server` serves; off loopback it needs a certificate, or OUTPOST_TLS_IN_FRONT.",
  },
  SERVER_TLS_CERT: {
    group: "server",
    type: kinds.certificates().optional(),
    file: "only",
    says: "PEM file of the server's certificate, with those that signed it; then it serves HTTPS.",
  },
  SERVER_TLS_KEY: {
    group: "server",
    type: kinds.secret().optional(),
    secret: true,
    file: "only",
    says: "PEM file of the certificate's private key.",
  },
  SERVER_HOST_NAMES: {
    group: "server",
    type: kinds.hostNames(),
    says: "Names, separated by spaces, under which others reach the server; addresses in digits and localhost are known.",
  },
  SERVER_OPEN_LISTING: {
    group: "server",
    type: kinds.flag(),
    says: "Lets anybody who reaches the server list recordings without a key; to search what was said takes one in any case.",
  },
  SERVER_MAX_UPLOAD_MIB: {
    group: "server",
    type: kinds.whole(1, 1_048_576).default(2_048),
    says: "The largest audio that is taken in.",
  },
  SERVER_IDLE_SECONDS: {
    group: "server",
    type: kinds.whole(1, 3_600).default(30),
    says: "An upload that stands still for so long is given up, as is one slower than 2 kB/s over twice that.",
  },
  SERVER_REQUESTS_PER_MINUTE: {
    group: "server",
    type: kinds.whole(0, 10_000_000).default(1_200),
    says: "How often a key may ask, a tenth of it at once; 0 for no limit.",
  },
  SERVER_SPEECH: {
    group: "server",
    type: kinds.choice(["auto", "pocketsphinx", "http", "none"]).default("auto"),
    says: "Who transcribes: the engine on this machine, or a speech server; `auto` is the server where SERVER_SPEECH_URL is set, else the engine.",
  },
  SERVER_SPEECH_URL: {
    group: "server",
    type: kinds.httpAddress().optional(),
    says: "Where a speech server's API begins, such as `http://127.0.0.1:8080/v1`; recordings are sent there.",
  },
  SERVER_SPEECH_MODEL: {
    group: "server",
    type: kinds.words().default("whisper-1"),
    says: "Which of its models transcribes.",
  },
  SERVER_SPEECH_KEY: {
    group: "server",
    type: kinds.secret().optional(),
    secret: true,
    file: "also",
    says: "Its API key.",
  },
  SERVER_SUMMARY: {
    group: "server",
    type: kinds.choice(["extractive", "model"]).default("extractive"),
    says: "Who summarises: sentences are picked on this machine, or each transcript is sent to the language model.",
  },
  SERVER_PICKUP_TARGET: {
    group: "server",
    type: kinds.choice(["none", "s3", "webdav"]).default("none"),
    says: "Whether the server picks up what devices have uploaded, and from what kind of storage.",
  },
  SERVER_PICKUP_ENDPOINT: {
    group: "server",
    type: kinds.httpUrl().optional(),
    says: "Where that storage is, as the devices' `upload_endpoint` has it.",
  },
  SERVER_PICKUP_PATH: {
    group: "server",
    type: kinds.words().optional(),
    says: "The bucket, with a prefix where there is one, or the folder: the devices' `upload_bucket_or_path`.",
  },
  SERVER_PICKUP_ACCESS_KEY: {
    group: "server",
    type: kinds.words().optional(),
    says: "Access key, or user name; reading is all that is needed.",
  },
  SERVER_PICKUP_SECRET_KEY: {
    group: "server",
    type: kinds.secret().optional(),
    secret: true,
    file: "also",
    says: "Secret key, or password.",
  },
  SERVER_PICKUP_SECONDS: {
    group: "server",
    type: kinds.whole(1, 86_400).default(30),
    says: "How long the server waits between two looks.",
  },
} as const satisfies Record<string, Setting>;
