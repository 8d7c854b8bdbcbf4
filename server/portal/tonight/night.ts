import {
  type AstroTime,
  Body,
  Equator,
  Horizon,
  Illumination,
  MakeTime,
  Observer,
  SearchAltitude,
  SearchRiseSet,
} from "astronomy-engine";
import type { Site } from "./sites.ts";

/** The sun's altitude at which the roofs open and close, and below which the sky is dark (degrees). */
const OPENING_SUN = -10;
const DARK_SUN = -18;

export type Phase = "day" | "twilight" | "open" | "dark";

/** The night under way at a site, or its next one. Null where the sun does not go that low. */
export type Night = {
  opensAt: Date | null;
  closesAt: Date | null;
  darkStart: Date | null;
  darkEnd: Date | null;
};

const HOUR = 3_600_000;

export function observerOf(site: Site): Observer {
  return new Observer(site.latitude, site.longitude, site.metres);
}

/** The altitude of the sun or the moon above the horizon in degrees, without refraction: below it there is none. */
export function altitudeOf(body: Body.Sun | Body.Moon, site: Site, at: Date): number {
  const observer = observerOf(site);
  const time = MakeTime(at);
  const place = Equator(body, time, observer, true, true);
  return Horizon(time, observer, place.ra, place.dec).altitude;
}

/** The night that holds this moment, from one opening at −10° to the closing after it, else the one that follows. */
export function nightAt(site: Site, at: Date): Night {
  const observer = observerOf(site);
  const sunk = altitudeOf(Body.Sun, site, at) <= OPENING_SUN;
  const opens = sunk
    ? SearchAltitude(Body.Sun, observer, -1, at, -1.5, OPENING_SUN)
    : SearchAltitude(Body.Sun, observer, -1, at, 1.5, OPENING_SUN);
  if (!opens) return { opensAt: null, closesAt: null, darkStart: null, darkEnd: null };
  const closes = SearchAltitude(Body.Sun, observer, +1, opens, 1.2, OPENING_SUN);
  const dark = darkness(observer, opens, closes);
  return { opensAt: opens.date, closesAt: closes?.date ?? null, ...dark };
}

function darkness(observer: Observer, opens: AstroTime, closes: AstroTime | null) {
  const start = SearchAltitude(Body.Sun, observer, -1, opens, 0.6, DARK_SUN);
  if (!start || !closes || start.ut > closes.ut) return { darkStart: null, darkEnd: null };
  const end = SearchAltitude(Body.Sun, observer, +1, start, 1.2, DARK_SUN);
  return { darkStart: start.date, darkEnd: end?.date ?? null };
}

/** What the sun makes of this moment: day, twilight with the roof shut, open at −10°, dark at −18°. */
export function phaseAt(sunAltitude: number): Phase {
  if (sunAltitude <= DARK_SUN) return "dark";
  if (sunAltitude <= OPENING_SUN) return "open";
  return sunAltitude < -0.8 ? "twilight" : "day";
}

/** The next opening, darkness, dawn or closing after this moment: until then nothing about the night changes. */
export function nextSunEvent(night: Night, at: Date): Date {
  const times = [night.opensAt, night.darkStart, night.darkEnd, night.closesAt]
    .filter((time) => time !== null)
    .filter((time) => time > at);
  return times[0] ?? new Date(at.getTime() + HOUR);
}

/** A moment in the afternoon before the night that begins on this date at the site (YYYY-MM-DD). */
export function noonOf(site: Site, date: string): Date {
  return new Date(Date.parse(`${date}T12:00:00Z`) - (site.longitude / 15) * HOUR);
}

/** Making one costs more than all else that an answer about a site takes. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The civil date at the site, YYYY-MM-DD. */
export function localDate({ timezone: timeZone }: Site, at: Date): string {
  const calendar =
    calendars.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  calendars.set(timeZone, calendar);
  return calendar.format(at);
}

/** The moon's lit part in percent. */
export const moonlight = (at: Date) => Illumination(Body.Moon, at).phase_fraction * 100;

/** The moon's next set, and the rise before it: of one that is up at this moment it has been. */
export function moonTimes(site: Site, at: Date) {
  const observer = observerOf(site);
  // From one rise to the next it is up to 25 hours.
  const find = (direction: 1 | -1, days: 1.1 | -1.1) =>
    SearchRiseSet(Body.Moon, observer, direction, at, days)?.date ?? null;
  const next = find(+1, 1.1);
  const set = find(-1, 1.1);
  const isUp = set !== null && (next === null || set < next);
  return { rise: isUp ? find(+1, -1.1) : next, set };
}
