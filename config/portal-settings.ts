import * as kinds from "./kinds.ts";
import type { Setting } from "./setting.ts";

/** The settings of the telescope portal. BOOKING_URL has no prefix: its name is given by the portal's contract. */
export const PORTAL_SETTINGS = {
  PORTAL_URL: {
    group: "portal",
    type: kinds.httpOrigin().optional(),
    says: "Address of the member portal, without a path.",
  },
  PORTAL_USERNAME: {
    group: "portal",
    type: kinds.words().optional(),
    says: "Name of the member.",
  },
  PORTAL_PASSWORD: {
    group: "portal",
    type: kinds.secret().optional(),
    secret: true,
    file: "also",
    says: "The member's password. Where a wrong one was refused, no login is tried until the settings change, or for 15 minutes.",
  },
  BOOKING_URL: {
    group: "portal",
    type: kinds.httpAddress().optional(),
    says: "Where a person books, in a browser; shown as a link and never fetched.",
  },
  PORTAL_LOGIN_PATH: {
    group: "portal",
    type: kinds.pathWithQuery().optional(),
    otherwise: "the map's, which is `/`",
    says: "Path of the portal's login page.",
  },
  PORTAL_MAP: {
    group: "portal",
    type: kinds.jsonText().optional(),
    file: "only",
    otherwise: "the built-in map",
    says: "JSON file with this portal's paths and field names; `outpost doctor portal` shows what it has to say.",
  },
  PORTAL_ROSTER_FILE: {
    group: "portal",
    type: kinds.words().optional(),
    file: "path",
    otherwise: "an invented demo roster",
    says: "The telescopes, as CSV; read again when it changes.",
  },
  PORTAL_TARGETS_FILE: {
    group: "portal",
    type: kinds.words().optional(),
    file: "path",
    otherwise: "our own short list",
    says: "More targets, as CSV: name, ra (hours), dec (degrees), type, size_arcmin, mag.",
  },
  PORTAL_SCOPE_URL_TEMPLATE: {
    group: "portal",
    type: kinds.words().optional(),
    otherwise: "`http://{tid_lower}.itelescope.net/`; with the demo roster none",
    says: "Address of a telescope's own control server; asked only whether it answers.",
  },
  PORTAL_RAW: {
    group: "portal",
    type: kinds.choice(["guarded", "map", "off"]).default("guarded"),
    says: "Which portal paths `/api/raw` reads: any that passes the guard, those of the map alone, or none.",
  },
  PORTAL_RAW_TOOL: {
    group: "portal",
    type: kinds.flag(),
    says: "Also lists the tool that reads any portal path.",
  },
  PORTAL_LISTEN: {
    group: "portal",
    type: kinds.listenAddress().default({ host: "127.0.0.1", port: 8000 }),
    otherwise: "`127.0.0.1:8000`",
    says: "[HOST:]PORT on which `outpost portal` serves; off loopback it needs OUTPOST_TLS_IN_FRONT and PORTAL_TOKEN.",
  },
  PORTAL_TOKEN: {
    group: "portal",
    type: kinds.secret(16).optional(),
    secret: true,
    file: "also",
    says: "What callers of `outpost portal` must send, as a bearer token or as the password a browser asks for.",
  },
  PORTAL_API_URL: {
    group: "portal",
    type: kinds.httpOrigin().optional(),
    otherwise: "`http://127.0.0.1:8000`, with the port of PORTAL_LISTEN",
    says: "Where the tools find a running `outpost portal`.",
  },
  PORTAL_INSTRUCTIONS: {
    group: "portal",
    type: kinds.words().optional(),
    file: "also",
    says: "What the model should know about this portal; with both, the file's text comes second.",
  },
} as const satisfies Record<string, Setting>;
