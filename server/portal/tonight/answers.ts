import { Body } from "astronomy-engine";
import type { Candidate, Inputs, SiteWeather, WeatherState } from "./inputs.ts";
import { altitudeOf, localDate, phaseAt } from "./night.ts";
import type { MoonRisk } from "./score.ts";
import type { Sky } from "./sky.ts";
import type { Target } from "./targets.ts";

/** A candidate as the API gives it, with its reasons. */
export function pickOf(candidate: Candidate, inputs: Inputs) {
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

export function alsoOf({ scope, site, score }: Candidate) {
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

export function weatherOf(inputs: Inputs, site: string): WeatherState {
  return inputs.weather.find((weather) => weather.site === site)?.state ?? "unknown";
}
