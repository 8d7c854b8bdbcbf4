import { Body } from "astronomy-engine";
import { html } from "hono/html";
import { altitudeOf, phaseAt } from "../tonight/night.ts";
import type { Sky } from "../tonight/sky.ts";
import type { Facts } from "./gather.ts";
import { icon, type Markup, moonDisc } from "./icons.ts";
import type { Interval, Lane } from "./lanes.ts";
import { degrees } from "./number-words.ts";
import { clock, spanWords } from "./time-words.ts";

/** Two lines: what comes next of opening and closing, and what comes next of the dark. The sun alone decides here. */
export function nightTimes({ night, site }: Sky, now: Date, isSafe: boolean): Markup {
  const { opensAt, closesAt, darkStart, darkEnd } = night;
  const row = (term: string, at: Date) =>
    html`<div><dt>${term}</dt><dd><b>${spanWords(at.getTime() - now.getTime())}</b> <small>${clock(at, site.timezone)}</small></dd></div>`;
  const words = (term: string, said: string) => html`<div><dt>${term}</dt><dd>${said}</dd></div>`;
  const opening =
    opensAt && opensAt > now
      ? row("Opens in", opensAt)
      : closesAt
        ? row(isSafe ? "Closes in" : "Ends in", closesAt)
        : words("Opens", "not tonight");
  if (!darkStart || !darkEnd) return html`${opening}${words("Dark", "not tonight")}`;
  if (darkEnd <= now) return html`${opening}${words("Dark", "over for this night")}`;
  return html`${opening}${darkStart > now ? row("Dark in", darkStart) : row("Dark for", darkEnd)}`;
}

const PHASE_WORDS = {
  day: "day",
  twilight: "twilight",
  open: "deep twilight",
  dark: "dark",
} as const;

/** Where the sun and the moon stand, and what of it comes next. */
export function sunAndMoon(facts: Facts, sky: Sky, lane: Lane | undefined): Markup {
  const sun = altitudeOf(Body.Sun, sky.site, facts.now);
  const { darkStart, darkEnd } = sky.night;
  const hours = darkStart && darkEnd && (darkEnd.getTime() - darkStart.getTime()) / 3_600_000;
  const length = hours ? `; ${hours.toFixed(1)} h of dark` : "";
  return html`<p class="bodies"><span>${icon("sun")}<span><span class="unseen">Sun </span>${degrees(sun)}, ${PHASE_WORDS[phaseAt(sun)]}${length}</span></span>
${moonLine(facts, sky, lane)}</p>`;
}

function moonLine(facts: Facts, { site }: Sky, lane: Lane | undefined): Markup {
  const altitude = altitudeOf(Body.Moon, site, facts.now);
  const lit = Math.round(50 * (1 - Math.cos((facts.lanes.moonAngle * Math.PI) / 180)));
  const up = lane?.moonUp.find(({ to }) => to > facts.now);
  const isUp = up !== undefined && up.from <= facts.now;
  const next = moonNext(up, isUp, facts, site.timezone);
  const place = isUp ? `up ${Math.max(0, Math.round(altitude))}°` : "down";
  return html`<span>${moonDisc(facts.lanes.moonAngle, site.latitude < 0)}<span><span class="unseen">Moon </span>${lit} %, ${place}${next}</span></span>`;
}

function moonNext(up: Interval | undefined, isUp: boolean, facts: Facts, zone: string): string {
  const at = isUp ? up?.to : up?.from;
  if (!at || at >= facts.lanes.to) return "";
  return `, ${isUp ? "sets" : "rises"} ${clock(at, zone)}`;
}
