import { Body } from "astronomy-engine";
import { altitudeOf, localDate, phaseAt } from "./night.ts";
import {
  fieldFit,
  type MoonRisk,
  reachGate,
  scoreOf,
  WEATHER_GATE,
  type Window,
  windowOf,
} from "./score.ts";
import type { Site } from "./sites.ts";
import type { Sky } from "./sky.ts";
import type { Target } from "./targets.ts";

type WeatherState = "safe" | "unsafe" | "unknown";

/** What the ranking knows of a telescope; a fact that nobody has told is null. */
export type Telescope = {
  tid: string;
  name: string;
  site: string;
  fovArcmin: readonly [number, number] | null;
  minAltDeg: number | null;
  active: boolean | null;
  discountPercent: number | null;
  rateSession: number | null;
  reachable: boolean | null;
};

type SiteWeather = { site: string; state: WeatherState; ageSeconds: number | null };

export type Wishes = {
  minAlt: number | null;
  minHours: number;
  limit: number;
  moon: "any" | "good";
};

/** Everything a ranking is made from. `from` cuts off what is over; it is the time now, or a later night's start. */
export type Inputs = {
  now: Date;
  skies: readonly Sky[];
  telescopes: readonly Telescope[];
  targets: readonly Target[];
  weather: readonly SiteWeather[];
  pointsBalance: number | null;
  scopesChecked: number;
  /** Whether the weather and the prices are missing because no portal answered. */
  offline: boolean;
  notes: readonly string[];
};

type Candidate = {
  target: Target;
  scope: Telescope;
  site: Site;
  window: Window;
  fill: number | null;
  score: number;
};
type Excluded = { target: string | null; site: string; tid: string | null; reason: string };

/** Altitudes below this are shut by the provider, and where nobody sets a limit this one holds (degrees). */
const PROVIDER_LIMIT = 15;
const DEFAULT_LIMIT = 30;
const LOCKED_BELOW_POINTS = 10;
const MOST_EXCLUDED = 60;

/** The ranked answer to "what can I image, from where, when, with what". */
export function tonight(inputs: Inputs, wishes: Wishes) {
  const excluded: Excluded[] = [];
  const ranked = candidates(inputs, wishes, excluded).sort((a, b) => b.score - a.score);
  const best = new Map<string, Candidate[]>();
  for (const candidate of ranked) {
    const found = best.get(candidate.target.name);
    if (found) found.push(candidate);
    else best.set(candidate.target.name, [candidate]);
  }
  const picks = [...best.values()].slice(0, wishes.limit).map(([first, ...others], index) => {
    if (!first) throw new Error("a group of candidates is never empty");
    return { rank: index + 1, ...pickOf(first, inputs), also: others.slice(0, 3).map(alsoOf) };
  });
  const ages = inputs.weather.map(({ ageSeconds }) => ageSeconds).filter((age) => age !== null);
  return {
    as_of: iso(inputs.now),
    sites: inputs.skies.map((sky) => siteAnswer(sky, inputs)),
    picks,
    excluded: excluded.slice(0, MOST_EXCLUDED),
    excluded_count: excluded.length,
    inputs: {
      targets: inputs.targets.length,
      weather_age_s: ages.length > 0 ? Math.max(...ages) : null,
      scopes_checked: inputs.scopesChecked,
      offline: inputs.offline,
      notes: [...inputs.notes],
    },
  };
}

export type Tonight = ReturnType<typeof tonight>;

function candidates(inputs: Inputs, wishes: Wishes, excluded: Excluded[]): Candidate[] {
  const found: Candidate[] = [];
  for (const sky of inputs.skies) {
    const site = sky.site.code;
    for (const scope of inputs.telescopes.filter((telescope) => telescope.site === site)) {
      const shut = shutReason(scope, inputs);
      if (shut) {
        excluded.push({ target: null, site, tid: scope.tid, reason: shut });
        continue;
      }
      for (const target of inputs.targets) {
        const made = candidate(inputs, wishes, sky, scope, target);
        if (typeof made === "string")
          excluded.push({ target: target.name, site, tid: scope.tid, reason: made });
        else found.push(made);
      }
    }
  }
  return found;
}

function shutReason(scope: Telescope, inputs: Inputs): string | undefined {
  if (scope.active === false) return "not in service, says the roster";
  const points = inputs.pointsBalance;
  if (points !== null && points < LOCKED_BELOW_POINTS)
    return `${points} points: telescopes are locked below ${LOCKED_BELOW_POINTS}`;
  return undefined;
}

/** The altitude limit for a telescope: the provider's, its own, and never less than the caller asked for. */
export function limitOf(minAltDeg: number | null, asked: number | null): number {
  return Math.max(PROVIDER_LIMIT, minAltDeg ?? (asked === null ? DEFAULT_LIMIT : 0), asked ?? 0);
}

function candidate(
  inputs: Inputs,
  wishes: Wishes,
  sky: Sky,
  scope: Telescope,
  target: Target,
): Candidate | string {
  const limit = limitOf(scope.minAltDeg, wishes.minAlt);
  const window = windowOf(sky, sky.track(target), limit, inputs.now);
  if (!window) return `never above ${limit}° in the dark that is left`;
  if (window.hours < wishes.minHours)
    return `only ${window.hours} h above ${limit}° in the dark, ${wishes.minHours} h asked for`;
  if (wishes.moon === "good" && window.moonRisk !== "good")
    return "the moon is too near or too bright";
  const short = scope.fovArcmin && Math.min(...scope.fovArcmin);
  const fill = short && target.sizeArcmin !== null ? (100 * target.sizeArcmin) / short : null;
  const state = weatherOf(inputs, sky.site.code);
  const score = scoreOf(
    {
      hours: Math.min(1, window.hours / 5),
      altitude: Math.min(1, Math.max(0, (window.maxAltitude - 20) / 60)),
      moon: window.moonShare,
      field: fieldFit(fill),
      discount: Math.min(1, Math.max(0, (scope.discountPercent ?? 0) / 50)),
    },
    WEATHER_GATE[state] * reachGate(scope.reachable),
  );
  return { target, scope, site: sky.site, window, fill, score };
}

function weatherOf(inputs: Inputs, site: string): WeatherState {
  return inputs.weather.find((weather) => weather.site === site)?.state ?? "unknown";
}

function pickOf(candidate: Candidate, inputs: Inputs) {
  const { target, scope, site, window, fill, score } = candidate;
  const altitude = round(window.maxAltitude);
  return {
    score,
    target: targetAnswer(target),
    site: site.code,
    tid: scope.tid,
    window: { start: iso(window.start), end: iso(window.end), hours: window.hours },
    transit: iso(window.peakAt),
    max_alt_deg: altitude,
    min_airmass: round(1 / Math.sin((Math.max(altitude, 1) * Math.PI) / 180), 2),
    moon: { sep_deg: round(window.moonSeparation), up: window.moonUp, risk: window.moonRisk },
    fov_fill_pct: fill === null ? null : round(fill),
    discount_percent: scope.discountPercent,
    rate_session: scope.rateSession,
    reachable: scope.reachable,
    weather_state: weatherOf(inputs, site.code),
    why: reasons(candidate, weatherOf(inputs, site.code)),
  };
}

function alsoOf({ scope, site, score }: Candidate) {
  return { tid: scope.tid, site: site.code, score };
}

export function targetAnswer(target: Target) {
  return {
    name: target.name,
    ra_h: target.raHours,
    dec_deg: target.decDeg,
    type: target.type,
    size_arcmin: target.sizeArcmin,
    mag: target.mag,
  };
}

const MOON_WORDS: Record<MoonRisk, string> = {
  good: "far enough from the moon",
  marginal: "the moon is rather near",
  avoid: "the moon will wash it out",
};

const WEATHER_WORDS: Record<WeatherState, string> = {
  safe: "weather safe now (a reading, not a forecast)",
  unsafe: "weather unsafe now (may change by then)",
  unknown: "weather unknown",
};

function reasons({ scope, window, fill }: Candidate, state: WeatherState): string[] {
  const why = [`${window.hours} h in the dark, up to ${Math.round(window.maxAltitude)}° high`];
  why.push(
    window.moonUp
      ? `${MOON_WORDS[window.moonRisk]} (${Math.round(window.moonSeparation)}° at the nearest)`
      : "no moon in the sky",
  );
  if (fill === null) why.push("field or size not known");
  else if (fill > 100) why.push(`${Math.round(fill)} % of the field's short side: a mosaic`);
  else why.push(`fills ${Math.round(fill)} % of the field's short side`);
  if (scope.discountPercent) why.push(`${scope.discountPercent} % off with your plan`);
  why.push(WEATHER_WORDS[state]);
  if (scope.reachable === false) why.push("its control server did not answer");
  return why;
}

/** A site's night as the API gives it. */
export function siteAnswer(sky: Sky, { now, weather }: Known) {
  const { site, night, moon } = sky;
  const sun = altitudeOf(Body.Sun, site, now);
  const dark =
    night.darkStart && night.darkEnd ? night.darkEnd.getTime() - night.darkStart.getTime() : 0;
  return {
    site: site.code,
    name: site.name,
    timezone: site.timezone,
    night: {
      date: localDate(site, night.opensAt ?? now),
      opens_at: isoOrNull(night.opensAt),
      closes_at: isoOrNull(night.closesAt),
      dark_start: isoOrNull(night.darkStart),
      dark_end: isoOrNull(night.darkEnd),
      dark_hours: round(dark / 3_600_000, 2),
      phase_now: phaseAt(sun),
    },
    sun: { altitude_deg: round(sun) },
    moon: {
      illumination_pct: Math.round(moon.illumination),
      altitude_deg: round(altitudeOf(Body.Moon, site, now)),
      up_hours_dark: round(moon.upHoursDark, 2),
      rise: isoOrNull(moon.rise),
      set: isoOrNull(moon.set),
    },
    weather_state: weather.find((each) => each.site === site.code)?.state ?? "unknown",
  };
}

type Known = { now: Date; weather: readonly SiteWeather[] };

export function iso(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

function isoOrNull(at: Date | null): string | null {
  return at ? iso(at) : null;
}

export function round(number: number, digits = 1): number {
  return Math.round(number * 10 ** digits) / 10 ** digits;
}
