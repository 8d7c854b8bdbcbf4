import { html } from "hono/html";
import type { Reservations, Telescopes } from "../../../tools/portal/contract.ts";
import { type Facts, partValue } from "./gather.ts";
import type { Markup } from "./icons.ts";
import type { Interval, Lane, Lanes } from "./lanes.ts";
import { clock, dayWords } from "./time-words.ts";

const HOUR = 3_600_000;
const AXIS = 20;
const ROW = 22;
const BAR = 16;

/** 24 hours of all sites as bars of night, one under the other: the night can be followed around the world. */
export function timeline(facts: Facts): Markup {
  const { lanes } = facts;
  const height = AXIS + ROW * lanes.lanes.length;
  const booked = bookings(facts);
  return html`<section id="night" aria-labelledby="night-title">
<figure class="timeline">
<figcaption><h2 id="night-title">The next night everywhere <small>24 hours, in UTC</small></h2>
${legend(facts)}${inWords(facts)}</figcaption>
<ol class="lane-names" aria-hidden="true">${lanes.lanes.map(
    ({ site }) => html`<li>${site.code}<small>${clock(facts.now, site.timezone)}</small></li>`,
  )}</ol>
<svg class="lanes" height="${height}" width="100%" role="img" aria-labelledby="night-title" aria-describedby="night-words">
${hours(lanes, facts.now, height)}
${lanes.lanes.map((lane, index) => drawLane(lanes, lane, AXIS + index * ROW, booked))}
${nowLine(lanes, facts.now, height)}
</svg>
</figure>
</section>`;
}

function x(lanes: Lanes, at: Date): number {
  const share = (at.getTime() - lanes.from.getTime()) / (lanes.to.getTime() - lanes.from.getTime());
  return Math.min(100, Math.max(0, 100 * share));
}

/** A line every three hours. Labels make room for the word "now", and on a narrow page for each other. */
function hours(lanes: Lanes, now: Date, height: number): Markup {
  const marks = Array.from({ length: 24 }, (_, i) => new Date(lanes.from.getTime() + i * HOUR));
  return html`${marks
    .filter((at) => at.getUTCHours() % 3 === 0 && x(lanes, at) > 1)
    .map((at) => {
      const place = x(lanes, at);
      const apart = Math.abs(place - x(lanes, now));
      const isMidnight = at.getUTCHours() === 0;
      const room = at.getUTCHours() % 6 === 0 && apart > 9 ? "" : apart > 3 ? "wide" : "none";
      const left = `${place.toFixed(2)}%`;
      return html`<line class="hour${isMidnight ? " midnight" : ""}" x1="${left}" x2="${left}" y1="${AXIS - 6}" y2="${height}"/>
<text class="${room}" x="${left}" y="12" text-anchor="middle">${isMidnight ? dayWords(at).slice(0, 6) : clock(at).slice(0, 2)}</text>`;
    })}`;
}

function drawLane(lanes: Lanes, lane: Lane, top: number, booked: Booking[]): Markup {
  const y = top + (ROW - BAR) / 2;
  const band = (name: string, words: string) => (each: Interval) => {
    const left = x(lanes, each.from);
    const width = x(lanes, each.to) - left;
    return html`<rect class="${name}" x="${left.toFixed(2)}%" width="${width.toFixed(2)}%" y="${y}" height="${BAR}" rx="3"><title>${lane.site.code}: ${words} ${range(each)} UTC</title></rect>`;
  };
  const mine = booked.filter(({ site }) => site === lane.site.code);
  return html`<rect class="day" x="0" width="100%" y="${y}" height="${BAR}" rx="3"/>
${lane.night.map(band("night", "sun down"))}${lane.open.map(band("open", "open"))}${lane.dark.map(band("dark", "dark"))}
${moonCurve(lane, y)}
${mine.map((each) => band("booked", `${each.tid} reserved`)(each))}`;
}

/** The moon's height over the bar, whose top is 90 degrees: a veil, and its edge where the moon is up. */
function moonCurve(lane: Lane, y: number): Markup {
  const last = lane.moonAltitude.length - 1;
  const heights = lane.moonAltitude.map((altitude) => (90 - Math.max(0, altitude)).toFixed(1));
  const veil = heights.map((height, i) => `${i} ${height}`).join("L");
  let edge = "";
  let isUp = false;
  for (const [i, altitude] of lane.moonAltitude.entries()) {
    if (altitude > 0) edge += `${isUp ? "L" : "M"}${i} ${heights[i]}`;
    isUp = altitude > 0;
  }
  return html`<svg x="0" y="${y}" width="100%" height="${BAR}" viewBox="0 0 ${last} 90" preserveAspectRatio="none">
<path class="moon" d="M0 90L${veil}L${last} 90Z"/><path class="moon-edge" d="${edge}"/></svg>`;
}

function nowLine(lanes: Lanes, now: Date, height: number): Markup {
  const place = x(lanes, now).toFixed(2);
  return html`<line class="now" x1="${place}%" x2="${place}%" y1="${AXIS - 4}" y2="${height}"/>
<text class="now" x="${place}%" y="12" text-anchor="middle">now</text>`;
}

type Booking = Interval & { tid: string; site: string | null };

function bookings(facts: Facts): Booking[] {
  return placed(partValue(facts.reservations), partValue(facts.telescopes)).filter(
    ({ from, to }) => to > facts.lanes.from && from < facts.lanes.to,
  );
}

/** Reservations with both times, at the site that the grid or else the roster says. */
function placed(reservations: Reservations | null, roster: Telescopes | null): Booking[] {
  return (reservations?.legacy.items ?? []).flatMap((item) => {
    if (item.start === null || item.end === null) return [];
    const row = roster?.telescopes.find(({ tid }) => tid === item.tid);
    return {
      from: new Date(item.start),
      to: new Date(item.end),
      tid: item.tid ?? "telescope",
      site: item.site ?? row?.site ?? null,
    };
  });
}

function legend(facts: Facts): Markup {
  const keys: [string, string][] = [
    ["night", "twilight"],
    ["open", "open, sun below −10°"],
    ["dark", "dark, sun below −18°"],
    ["moon", "moon, by height"],
  ];
  if (bookings(facts).some(({ site }) => site !== null)) keys.push(["booked", "reserved"]);
  return html`${keys.map(
    ([name, words]) =>
      html`<span><svg width="18" height="10" aria-hidden="true"><rect class="${name}" width="18" height="10" rx="2"/></svg>${words}</span>`,
  )}`;
}

/** The same as a table, for whoever does not see the bars or wants the minutes. */
function inWords({ lanes }: Facts): Markup {
  const cell = (intervals: Interval[]) =>
    html`<td>${intervals.length > 0 ? intervals.map(range).join(", ") : "–"}</td>`;
  return html`<details class="in-words"><summary>The bars as a table</summary>
<table id="night-words"><caption class="unseen">Open, dark and moon at each site from ${clock(lanes.from)} to ${clock(lanes.to)} UTC</caption>
<thead><tr><th scope="col">Site</th><th scope="col">Open</th><th scope="col">Dark</th><th scope="col">Moon up</th></tr></thead>
<tbody>${lanes.lanes.map(
    ({ site, open, dark, moonUp }) =>
      html`<tr><th scope="row">${site.code}</th>${cell(open)}${cell(dark)}${cell(moonUp)}</tr>`,
  )}</tbody></table></details>`;
}

const range = ({ from, to }: Interval) => `${clock(from)}–${clock(to)}`;
