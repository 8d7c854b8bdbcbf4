import { Body, MoonPhase } from "astronomy-engine";
import { altitudeOf } from "../tonight/night.ts";
import { SITES, type Site } from "../tonight/sites.ts";

const HOUR = 3_600_000;
const STEP = HOUR / 4;
const STEPS = 96;
/** Of the 24 hours shown, so many are over when an hour begins. */
const BEHIND = 2;
/** The upper limb touches the horizon, refraction included (degrees). */
const HORIZON = -0.83;

export type Interval = { from: Date; to: Date };

/** One site over the window: where the sun is low enough, where the moon is up, and how high (degrees, each quarter of an hour). */
export type Lane = {
  site: Site;
  night: Interval[];
  open: Interval[];
  dark: Interval[];
  moonUp: Interval[];
  moonAltitude: number[];
};

export type Lanes = {
  from: Date;
  to: Date;
  lanes: Lane[];
  /** Ecliptic angle from sun to moon, degrees: 0 new, 90 first quarter, 180 full. */
  moonAngle: number;
};

/** 24 hours over all sites. The window moves on with each hour, and is computed once an hour. */
export function createLanes(): (now: Date) => Lanes {
  let kept: Lanes | undefined;
  return (now) => {
    const from = new Date((Math.floor(now.getTime() / HOUR) - BEHIND) * HOUR);
    if (kept?.from.getTime() !== from.getTime())
      kept = {
        from,
        to: new Date(from.getTime() + STEPS * STEP),
        lanes: SITES.map((site) => laneOf(site, from)),
        moonAngle: MoonPhase(now),
      };
    return kept;
  };
}

function laneOf(site: Site, from: Date): Lane {
  const times = Array.from({ length: STEPS + 1 }, (_, i) => new Date(from.getTime() + i * STEP));
  const sun = times.map((at) => altitudeOf(Body.Sun, site, at));
  const moon = times.map((at) => altitudeOf(Body.Moon, site, at));
  const sunBelow = (limit: number) =>
    below(
      sun.map((altitude) => altitude - limit),
      from,
    );
  return {
    site,
    night: sunBelow(HORIZON),
    open: sunBelow(-10),
    dark: sunBelow(-18),
    moonUp: below(
      moon.map((altitude) => HORIZON - altitude),
      from,
    ),
    moonAltitude: moon,
  };
}

/** Where the samples are below zero; between two samples the crossing is taken as on a straight line, which is seconds off. */
function below(samples: number[], from: Date): Interval[] {
  const found: Interval[] = [];
  const at = (index: number) => new Date(from.getTime() + index * STEP);
  let start: Date | undefined;
  for (const [index, value] of samples.entries()) {
    const before = samples[index - 1];
    const crossing = before === undefined ? at(0) : at(index - 1 + before / (before - value));
    if (value < 0) start ??= crossing;
    else if (start) {
      found.push({ from: start, to: crossing });
      start = undefined;
    }
  }
  if (start) found.push({ from: start, to: at(samples.length - 1) });
  return found;
}
