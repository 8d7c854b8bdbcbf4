import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { limit, shortText } from "../../kit/inputs.ts";
import { page } from "../../kit/page.ts";
import type { PortalClient } from "../client.ts";
import type { Pick, SiteNight } from "../contract-tonight.ts";
import { between, cursor, date, site, siteCode, telescope, tid } from "../inputs.ts";
import { LIST, listEnd } from "../outputs.ts";
import { tellTonight } from "../tell-tonight.ts";
import { known } from "../words.ts";

const Night = z.object({
  site: z.string(),
  name: z.string(),
  timezone: z.string(),
  date: z.string(),
  now: z.string(),
  opens_at: z.string().optional(),
  dark_start: z.string().optional(),
  dark_end: z.string().optional(),
  closes_at: z.string().optional(),
  dark_hours: z.number(),
  moon_pct: z.number(),
  moon_up_dark_hours: z.number(),
  moon_rise: z.string().optional(),
  moon_set: z.string().optional(),
  weather: z.string(),
});

const Target = z.object({
  rank: z.number(),
  score: z.number(),
  target: z.string(),
  type: z.string(),
  site: z.string(),
  tid: z.string(),
  start: z.string(),
  end: z.string(),
  hours: z.number(),
  best_at: z.string(),
  max_alt_deg: z.number(),
  moon_sep_deg: z.number(),
  moon_risk: z.string(),
  fov_fill_pct: z.number().optional(),
  discount_percent: z.number().optional(),
  rate_session: z.number().optional(),
  reachable: z.boolean().optional(),
  weather: z.string(),
  why: z.array(z.string()),
  also: z.array(z.string()).optional(),
});

const Found = z.object({
  as_of: z.string(),
  night: z.string().optional(),
  picks: z.array(Target).optional(),
  nights: z.array(Night),
  ...LIST,
  excluded: z.number(),
  excluded_why: z.array(z.string()).optional(),
  weather_age_s: z.number().optional(),
  offline: z.boolean(),
  notes: z.array(z.string()).optional(),
});
export type Tonight = z.infer<typeof Found>;

export const tonight = (portal: PortalClient) =>
  defineRead({
    name: "tonight",
    title: "Tonight",
    description:
      "Ranked targets to image, with site, telescope, times and reasons. Also when each site opens and is dark.",
    input: z.object({
      site,
      telescope,
      target: shortText(80).optional().describe("Only this object"),
      nights: z.boolean().optional().describe("Only the nights, no picks"),
      date,
      min_alt: between(0, 89).optional().describe("Degrees"),
      min_hours: between(0, 24).optional().describe("Default 1"),
      moon: z.enum(["any", "good"]).optional().describe("good: far from the moon"),
      limit,
      cursor,
    }),
    output: Found,
    async run(args, call) {
      const { nights, cursor: _, limit: most, ...wish } = args;
      const answer = await portal.tonight(
        {
          ...wish,
          site: siteCode(wish.site),
          tid: wish.telescope === undefined ? undefined : tid(wish.telescope),
          telescope: undefined,
          limit: nights ? 1 : 100,
        },
        call.signal,
      );
      const shown = page(answer.picks, ({ rank }) => String(rank).padStart(4, "0"), {
        cursor: args.cursor,
        limit: most ?? 5,
        bytes: 9_000,
      });
      const { inputs } = answer;
      return {
        as_of: answer.as_of,
        ...(wish.date === undefined ? {} : { night: datesOf(answer.sites) }),
        ...(nights ? {} : { picks: shown.items.map(pickRow) }),
        nights: answer.sites.map(nightRow),
        ...(nights ? { total: answer.sites.length } : listEnd(shown)),
        excluded: answer.excluded_count,
        // Only where nothing is left does it matter why each was left out.
        ...(answer.picks.length === 0 ? { excluded_why: reasons(answer.excluded) } : {}),
        ...known({ weather_age_s: inputs.weather_age_s }),
        offline: inputs.offline,
        ...(inputs.notes.length > 0 ? { notes: inputs.notes.slice(0, 10) } : {}),
      };
    },
    tell: tellTonight,
  });

/** "2026-12-01", or two of them where the sites stand on different days. */
const datesOf = (sites: readonly SiteNight[]) =>
  [...new Set(sites.map(({ night }) => night.date))].sort().join(" and ");

function nightRow({ site: code, name, timezone, night, moon, weather_state }: SiteNight) {
  const { date: day, phase_now, dark_hours, opens_at, dark_start, dark_end, closes_at } = night;
  return {
    site: code,
    name,
    timezone,
    date: day,
    now: phase_now,
    ...known({
      opens_at,
      dark_start,
      dark_end,
      closes_at,
      moon_rise: moon.rise,
      moon_set: moon.set,
    }),
    dark_hours,
    moon_pct: moon.illumination_pct,
    moon_up_dark_hours: moon.up_hours_dark,
    weather: weather_state,
  };
}

function pickRow(pick: Pick) {
  const { rank, score, target, window, moon, also } = pick;
  return {
    rank,
    score,
    target: target.name,
    type: target.type,
    site: pick.site,
    tid: pick.tid,
    ...window,
    best_at: pick.transit,
    max_alt_deg: pick.max_alt_deg,
    moon_sep_deg: moon.sep_deg,
    moon_risk: moon.risk,
    ...known({
      fov_fill_pct: pick.fov_fill_pct,
      discount_percent: pick.discount_percent,
      rate_session: pick.rate_session,
      reachable: pick.reachable,
    }),
    weather: pick.weather_state,
    why: pick.why,
    ...(also.length > 0 ? { also: also.map((one) => `${one.tid} at ${one.site}`) } : {}),
  };
}

type Excluded = { target: string | null; site: string; tid: string | null; reason: string };

/** The reasons, each once, with how often it was met; at most eight. */
function reasons(excluded: readonly Excluded[]): string[] {
  const counts = new Map<string, number>();
  for (const { site: code, tid: id, target, reason } of excluded) {
    const words = target === null ? `${id ?? ""} at ${code}: ${reason}` : `at ${code}: ${reason}`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([words]) => words);
}
