import { type Sky, STEP_MINUTES, type Track } from "./sky.ts";

export type MoonRisk = "good" | "marginal" | "avoid";

/** The best stretch of a night for one target: above the limit, dark, not over yet. */
export type Window = {
  start: Date;
  end: Date;
  hours: number;
  maxAltitude: number;
  peakAt: Date;
  moonSeparation: number;
  moonUp: boolean;
  moonRisk: MoonRisk;
  /** 1 where the moon never disturbs, 0 where it always does. */
  moonShare: number;
};

/** The longest unbroken stretch, or nothing. `limit` in degrees; what lies before `from` is over. */
export function windowOf(sky: Sky, track: Track, limit: number, from: Date): Window | undefined {
  let best: [first: number, past: number] = [0, 0];
  let first = -1;
  for (let index = 0; index <= sky.moments.length; index++) {
    const moment = sky.moments[index];
    const height = track.altitude[index] ?? Number.NEGATIVE_INFINITY;
    if (moment?.dark && moment.at >= from && height >= limit) {
      if (first < 0) first = index;
    } else if (first >= 0) {
      if (index - first > best[1] - best[0]) best = [first, index];
      first = -1;
    }
  }
  return best[1] - best[0] > 1 ? described(sky, track, best) : undefined;
}

function described(sky: Sky, track: Track, [first, past]: [number, number]): Window | undefined {
  const start = sky.moments[first]?.at;
  const end = sky.moments[past - 1]?.at;
  if (!start || !end) return undefined;
  let peak = first;
  let separation = 180;
  let moonUp = false;
  const counts = { good: 0, marginal: 0, avoid: 0 };
  for (let index = first; index < past; index++) {
    if ((track.altitude[index] ?? -90) > (track.altitude[peak] ?? -90)) peak = index;
    const apart = track.moonSeparation[index] ?? 180;
    separation = Math.min(separation, apart);
    const up = (sky.moments[index]?.moonAltitude ?? -90) > 0;
    moonUp ||= up;
    counts[up ? moonRisk(apart, sky.moon.illumination) : "good"]++;
  }
  const steps = past - first;
  return {
    start,
    end,
    hours: ((steps - 1) * STEP_MINUTES) / 60,
    maxAltitude: track.altitude[peak] ?? 0,
    peakAt: sky.moments[peak]?.at ?? start,
    moonSeparation: separation,
    moonUp,
    moonRisk: counts.avoid > steps / 4 ? "avoid" : counts.good < steps * 0.75 ? "marginal" : "good",
    moonShare: (counts.good + counts.marginal / 2) / steps,
  };
}

/** What a moon above the horizon does at this distance (degrees) with this lit part (percent). */
export function moonRisk(separation: number, illumination: number): MoonRisk {
  const least = illumination < 25 ? 20 : illumination < 50 ? 40 : illumination < 75 ? 60 : 90;
  if (separation >= least + 20) return "good";
  return separation >= least ? "marginal" : "avoid";
}

/** How well a target of this share of the field's short side (percent) sits in it: best at 10 to 60, 0 above 100. */
export function fieldFit(fillPercent: number | null): number {
  if (fillPercent === null) return 0.5;
  if (fillPercent > 100) return 0;
  if (fillPercent > 60) return 1 - (fillPercent - 60) / 50;
  return Math.min(1, fillPercent / 10);
}

export const WEATHER_GATE = { safe: 1, unknown: 0.7, unsafe: 0.35 };

/** 1 for a telescope that answered, 0.8 for one that was not asked, 0.2 for one that did not answer. */
export function reachGate(reachable: boolean | null): number {
  return reachable === null ? 0.8 : reachable ? 1 : 0.2;
}

/** Out of 100, of five parts from 0 to 1, times what weather and reachability leave of it. */
export function scoreOf(
  parts: { hours: number; altitude: number; moon: number; field: number; discount: number },
  gate: number,
): number {
  const { hours, altitude, moon, field, discount } = parts;
  const sum = 0.3 * hours + 0.25 * altitude + 0.2 * moon + 0.15 * field + 0.1 * discount;
  return Math.round(1000 * gate * sum) / 10;
}
