import { z } from "zod";
import type { Json } from "../kit/json.ts";

// What crosses the wire between the wrapper of the telescope portal and its callers. Unknown is null, never left out.
// Times are RFC 3339 in UTC.

export const SITE_CODES = ["SSO", "UDRO", "DSC", "SRO", "AC", "EYE"] as const;
const siteCode = z.enum(SITE_CODES);
export type SiteCode = z.infer<typeof siteCode>;

const ALIASES: Record<string, SiteCode> = { SPA: "AC", EEYE: "EYE" };

/** The site of a code or an alias in any case; undefined where there is none. */
export function siteOf(written: string): SiteCode | undefined {
  const code = written.trim().toUpperCase();
  return SITE_CODES.find((known) => known === code) ?? ALIASES[code];
}

/** "T5" of "t5", "T05", "5"; undefined for what is no telescope's name. */
export function telescopeId(written: string): string | undefined {
  const digits = /^[Tt]?0{0,2}([1-9]\d{0,2})$/.exec(written)?.[1];
  return digits === undefined ? undefined : `T${digits}`;
}

export const ERROR_STATUS = {
  bad_request: 400,
  bad_tid: 400,
  bad_path: 400,
  unauthorized: 401,
  path_blocked: 403,
  host_not_allowed: 403,
  origin_not_allowed: 403,
  not_found: 404,
  unknown_site: 404,
  unknown_telescope: 404,
  method_not_allowed: 405,
  rate_limited: 429,
  internal: 500,
  roster_invalid: 500,
  portal_login_failed: 502,
  portal_bad_response: 502,
  portal_error: 502,
  portal_redirect_offsite: 502,
  not_configured: 503,
  portal_unavailable: 503,
  portal_blocked: 503,
  login_backoff: 503,
  roster_missing: 503,
  portal_timeout: 504,
} as const;
export type PortalErrorCode = keyof typeof ERROR_STATUS;

const time = z.iso.datetime().nullable();
const text = z.string().nullable();
const number = z.number().nullable();

/** `error` says what happened, `detail` what to do; `code` is for programs and does not change. */
export const portalError = z.object({ error: z.string(), detail: z.string(), code: z.string() });
export type PortalError = z.infer<typeof portalError>;

const meta = z.object({
  fetched_at: time,
  age_s: number,
  stale: z.boolean(),
  source: z.enum(["portal", "cache"]),
  warnings: z.array(z.string()),
  error: portalError.nullable(),
});
export type Meta = z.infer<typeof meta>;

export const health = z.object({
  configured: z.boolean(),
  sites: z.array(siteCode),
  missing: z.array(z.string()),
  version: z.string(),
  uptime_s: z.number(),
  session: z.object({
    state: z.enum([
      "unconfigured",
      "idle",
      "logging_in",
      "ready",
      "bad_credentials",
      "backoff",
      "blocked",
    ]),
    last_login_at: time,
    last_error: portalError.nullable(),
  }),
  roster: z.object({ rows: z.number(), warnings: z.number() }),
});
export type Health = z.infer<typeof health>;

export const account = z.object({
  points_balance: number,
  plan: text,
  renewal: text.describe("A date, YYYY-MM-DD"),
  membership: text,
  renews_in_days: number,
  telescope_access: z.enum(["ok", "locked_below_10", "unknown"]),
  meta,
});
export type Account = z.infer<typeof account>;

export const plans = z.object({
  plan: text,
  discounts: z.array(
    z.object({
      tid: z.string(),
      discount_percent: number,
      label: text.describe("What the portal says where that is no number"),
      rate_session: number,
      rate_exposure: number,
      site: siteCode.nullable(),
      in_roster: z.boolean(),
    }),
  ),
  meta,
});
export type Plans = z.infer<typeof plans>;

const pair = z.tuple([z.number(), z.number()]).nullable();

const telescope = z.object({
  tid: z.string(),
  name: z.string(),
  site: siteCode,
  site_name: z.string(),
  ota: text,
  design: text,
  aperture_mm: number,
  focal_length_mm: number,
  f_ratio: number,
  camera: text,
  sensor: text,
  pixel_um: number,
  array: pair,
  fov_arcmin: pair,
  scale_arcsec_px: number,
  filters: z.array(z.string()),
  max_exposure_s: number,
  min_alt_deg: number,
  active: z.boolean().nullable(),
  free_tier: z.boolean().nullable(),
  control_url: text,
  notes: text,
  extra: z.record(z.string(), z.string()),
});
export type Telescope = z.infer<typeof telescope>;

export const telescopes = z.object({
  count: z.number(),
  telescopes: z.array(telescope),
  roster: z.object({
    file: z.string(),
    demo: z.boolean().describe("True where the telescopes are invented, for want of a roster file"),
    modified_at: time,
    skipped: z.array(z.object({ line: z.number(), reason: z.string() })),
  }),
});
export type Telescopes = z.infer<typeof telescopes>;

export const siteWeather = z.object({
  site: siteCode,
  name: z.string(),
  state: z.enum(["safe", "unsafe", "unknown"]),
  reason: text,
  observed_at: time,
  fetched_at: time,
  age_s: number.describe("Age of the reading, by the portal's own timestamp"),
  stale: z.boolean(),
  details: z.object({
    temp_c: number,
    humidity_pct: number,
    wind_kmh: number,
    gust_kmh: number,
    cloud: text,
    rain: text,
    roof: z.enum(["open", "closed"]).nullable(),
  }),
  error: portalError.nullable(),
});
export type SiteWeather = z.infer<typeof siteWeather>;

export const weather = z.object({
  sites: z.array(siteWeather),
  summary: z.object({ safe: z.number(), unsafe: z.number(), unknown: z.number() }),
  meta,
});
export type Weather = z.infer<typeof weather>;

export const scopeStatus = z.object({
  tid: z.string(),
  name: z.string(),
  site: siteCode,
  url: z.string(),
  reachable: z.boolean(),
  http_status: number,
  latency_ms: number,
  auth_required: z.boolean().nullable(),
  degraded: z.boolean(),
  reason: z
    .enum(["timeout", "refused", "dns", "reset", "tls", "protocol", "unreachable", "config"])
    .nullable()
    .describe(
      "config: there is no address that can be asked, so nothing is known of the telescope",
    ),
  checked_at: z.iso.datetime(),
  cached: z.boolean(),
});
export type ScopeStatus = z.infer<typeof scopeStatus>;

export const reservations = z.object({
  legacy: z.object({
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    items: z.array(
      z.object({
        tid: text,
        site: siteCode.nullable(),
        start: time,
        end: time,
        mine: z.boolean().nullable(),
        label: text,
      }),
    ),
  }),
  live: z.object({ url: text, requires_browser: z.literal(true), note: z.string() }),
  meta,
});
export type Reservations = z.infer<typeof reservations>;

/** Our Json type also lets a member be undefined; on the wire the two are the same. */
const json = z.json() as z.ZodType<Json>;

export const raw = z.object({
  path: z.string(),
  final_path: z.string(),
  status: z.number(),
  content_type: text,
  kind: z.enum(["json", "html", "text", "binary"]),
  json: json.nullable(),
  d: json.nullable(),
  text,
  bytes: z.number(),
  truncated: z.boolean(),
  fetched_at: z.iso.datetime(),
});
export type Raw = z.infer<typeof raw>;
