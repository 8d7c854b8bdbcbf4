import {
  AngleBetween,
  Body,
  Equator,
  HorizonFromVector,
  MakeTime,
  RotateVector,
  Rotation_EQJ_HOR,
  type RotationMatrix,
  Spherical,
  type Vector,
  VectorFromSphere,
} from "astronomy-engine";
import { moonlight, moonTimes, type Night, nextSunEvent, nightAt, observerOf } from "./night.ts";
import type { Site } from "./sites.ts";
import type { Target } from "./targets.ts";

export const STEP_MINUTES = 15;
const STEP = STEP_MINUTES * 60_000;

type Moment = { at: Date; turn: RotationMatrix; moon: Vector; moonAltitude: number; dark: boolean };

/** A target over one night: altitude and distance from the moon (degrees) at each moment of the sky. */
export type Track = { altitude: Float32Array; azimuth: Float32Array; moonSeparation: Float32Array };

/** A site's night in steps of 15 minutes; tracks are computed once a target and kept. */
export type Sky = {
  site: Site;
  night: Night;
  moon: ReturnType<typeof moonTimes> & { illumination: number; upHoursDark: number };
  moments: readonly Moment[];
  validUntil: Date;
  track(target: Target): Track;
};

/** The sky of the night at or after this moment. Turning one matrix a moment makes a target cost microseconds. */
function skyAt(site: Site, at: Date): Sky {
  const night = nightAt(site, at);
  const moments = momentsOf(site, night);
  const tracks = new Map<string, Track>();
  const middle = moments[moments.length >> 1]?.at ?? at;
  const lit = moments.filter(({ dark, moonAltitude }) => dark && moonAltitude > 0).length;
  return {
    site,
    night,
    moon: {
      ...moonTimes(site, night.opensAt ?? at),
      illumination: moonlight(middle),
      upHoursDark: (lit * STEP_MINUTES) / 60,
    },
    moments,
    validUntil: nextSunEvent(night, at),
    track(target) {
      const key = `${target.raHours}/${target.decDeg}`;
      const track = tracks.get(key) ?? trackOf(target, moments);
      // A bound for callers who ask for ever new places.
      if (tracks.size > 1000) tracks.clear();
      tracks.set(key, track);
      return track;
    },
  };
}

function momentsOf(site: Site, night: Night): Moment[] {
  const { opensAt, closesAt, darkStart, darkEnd } = night;
  if (!opensAt || !closesAt) return [];
  const observer = observerOf(site);
  const moments: Moment[] = [];
  for (let ms = Math.ceil(opensAt.getTime() / STEP) * STEP; ms <= closesAt.getTime(); ms += STEP) {
    const at = new Date(ms);
    const time = MakeTime(at);
    const turn = Rotation_EQJ_HOR(time, observer);
    const place = Equator(Body.Moon, time, observer, false, true);
    const moon = VectorFromSphere(new Spherical(place.dec, place.ra * 15, 1), time);
    const moonAltitude = HorizonFromVector(RotateVector(turn, moon), "normal").lat;
    const dark = darkStart !== null && at >= darkStart && (!darkEnd || at <= darkEnd);
    moments.push({ at, turn, moon, moonAltitude, dark });
  }
  return moments;
}

function trackOf(target: Target, moments: readonly Moment[]): Track {
  const track = {
    altitude: new Float32Array(moments.length),
    azimuth: new Float32Array(moments.length),
    moonSeparation: new Float32Array(moments.length),
  };
  const time = moments[0] ? MakeTime(moments[0].at) : MakeTime(0);
  const place = VectorFromSphere(new Spherical(target.decDeg, target.raHours * 15, 1), time);
  moments.forEach(({ turn, moon }, index) => {
    const seen = HorizonFromVector(RotateVector(turn, place), "normal");
    track.altitude[index] = seen.lat;
    track.azimuth[index] = seen.lon;
    track.moonSeparation[index] = AngleBetween(place, moon);
  });
  return track;
}

/** Skies by site and night, made anew when the next event of the sun has passed. */
export function skyCache(limit = 60): (site: Site, at: Date, key?: string) => Sky {
  const kept = new Map<string, { sky: Sky; from: Date }>();
  return (site, at, key = "now") => {
    const name = `${site.code} ${key}`;
    const found = kept.get(name);
    // A fixed date's night never changes; the one under way does at the next event, and if the clock went back.
    if (found && (key !== "now" || (at >= found.from && at < found.sky.validUntil)))
      return found.sky;
    if (kept.size >= limit) kept.clear();
    const sky = skyAt(site, at);
    kept.set(name, { sky, from: at });
    return sky;
  };
}
