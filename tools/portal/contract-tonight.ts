import { z } from "zod";
import { scopeStatus } from "./contract.ts";

// What the wrapper computes by itself of the sky, beside what the portal says (contract.ts). Sites are plain text
// here, as they are in its answers. Times are RFC 3339 in UTC, angles degrees.

const time = z.string();
const number = z.number().nullable();
const state = z.enum(["safe", "unsafe", "unknown"]);

const target = z.object({
  name: z.string(),
  ra_h: z.number(),
  dec_deg: z.number(),
  type: z.string(),
  size_arcmin: number,
  mag: number,
});

const siteNight = z.object({
  site: z.string(),
  name: z.string(),
  timezone: z.string(),
  night: z.object({
    date: z.string(),
    opens_at: time.nullable(),
    closes_at: time.nullable(),
    dark_start: time.nullable(),
    dark_end: time.nullable(),
    dark_hours: z.number(),
    phase_now: z.enum(["day", "twilight", "open", "dark"]),
  }),
  sun: z.object({ altitude_deg: z.number() }),
  moon: z.object({
    illumination_pct: z.number(),
    altitude_deg: z.number(),
    up_hours_dark: z.number(),
    rise: time.nullable(),
    set: time.nullable(),
  }),
  weather_state: state,
});
export type SiteNight = z.infer<typeof siteNight>;
export const skyAnswer = siteNight.extend({ as_of: time });

const pick = z.object({
  rank: z.number(),
  score: z.number(),
  target,
  site: z.string(),
  tid: z.string(),
  window: z.object({ start: time, end: time, hours: z.number() }),
  transit: time,
  max_alt_deg: z.number(),
  min_airmass: z.number(),
  moon: z.object({ sep_deg: z.number(), up: z.boolean(), risk: z.string() }),
  fov_fill_pct: number,
  discount_percent: number,
  rate_session: number,
  reachable: z.boolean().nullable(),
  weather_state: state,
  why: z.array(z.string()),
  also: z.array(z.object({ tid: z.string(), site: z.string(), score: z.number() })),
});
export type Pick = z.infer<typeof pick>;

export const tonightAnswer = z.object({
  as_of: time,
  sites: z.array(siteNight),
  picks: z.array(pick),
  excluded: z.array(
    z.object({
      target: z.string().nullable(),
      site: z.string(),
      tid: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  excluded_count: z.number(),
  inputs: z.object({
    targets: z.number(),
    weather_age_s: number,
    scopes_checked: z.number(),
    offline: z.boolean(),
    notes: z.array(z.string()),
  }),
});

export const visibilityAnswer = z.object({
  as_of: time,
  target,
  sites: z.array(
    z.object({
      site: z.string(),
      limit_deg: z.number(),
      dark_start: time.nullable(),
      dark_end: time.nullable(),
      window: z
        .object({ start: time, end: time, hours: z.number(), max_alt_deg: z.number() })
        .nullable(),
      points: z.array(
        z.object({
          at: time,
          alt_deg: z.number(),
          az_deg: z.number(),
          dark: z.boolean(),
          moon_alt_deg: z.number(),
          moon_sep_deg: z.number(),
        }),
      ),
    }),
  ),
});
export type VisibilityAnswer = z.infer<typeof visibilityAnswer>;

export const scopesAnswer = z.object({
  count: z.number(),
  scopes: z.array(scopeStatus),
  notes: z.array(z.string()).describe("Which telescopes were not asked, and why"),
});
