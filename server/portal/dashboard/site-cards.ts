import { Body } from "astronomy-engine";
import { html } from "hono/html";
import type { SiteWeather } from "../../../tools/portal/contract.ts";
import { altitudeOf, phaseAt } from "../tonight/night.ts";
import type { Sky } from "../tonight/sky.ts";
import { type Facts, partValue } from "./gather.ts";
import { icon, type Markup, moonDisc } from "./icons.ts";
import type { Interval, Lane } from "./lanes.ts";
import { degrees, foreign, numberWords } from "./number-words.ts";
import { ageWords, clock, dayWords, spanWords } from "./time-words.ts";

/** A card for each site, in the portal's order: may it open, when does it, and what is in its sky. */
export function siteCards(facts: Facts): Markup {
  return html`<section id="sites" aria-labelledby="sites-title">
<h2 id="sites-title">Sites</h2>
<ul class="sites">
${facts.skies.map((sky, index) => card(facts, sky, facts.lanes.lanes[index]))}
</ul>
</section>`;
}

const STATE_WORDS = { safe: "Safe", unsafe: "Unsafe", unknown: "Unknown" } as const;
const PHASE_WORDS = {
  day: "day",
  twilight: "twilight",
  open: "nautical dusk",
  dark: "dark",
} as const;

function card(facts: Facts, sky: Sky, lane: Lane | undefined): Markup {
  const { site } = sky;
  const weather = partValue(facts.weather)?.sites.find((each) => each.site === site.code);
  const sun = altitudeOf(Body.Sun, site, facts.now);
  return html`<li class="site" data-key="${site.code}">
<h3><abbr title="${site.name}">${site.code}</abbr> <span>${site.name}</span></h3>
<p class="local"><time datetime="${facts.now.toISOString().slice(0, 16)}Z">${clock(facts.now, site.timezone)}</time>
<small>${dayWords(facts.now, site.timezone)}</small></p>
${stateOf(weather, facts)}
${conditions(weather)}
<dl class="times">${nightTimes(sky, facts.now)}</dl>
<p class="bodies"><span>${icon("sun")}<span>Sun ${degrees(sun)}, ${PHASE_WORDS[phaseAt(sun)]}</span></span>
${moonLine(facts, sky, lane)}</p>
</li>`;
}

function stateOf(weather: SiteWeather | undefined, facts: Facts): Markup {
  const state = weather?.state ?? "unknown";
  const age = weather?.age_s == null ? "no reading" : ageWords(weather.age_s);
  const reason = weather?.reason ?? (weather ? "" : whyNone(facts));
  return html`<p class="state ${state}" data-state>${icon(state)}<b>${STATE_WORDS[state]}</b>
<small>${age}${reason === "" ? "" : html`<br>${foreign(reason)}`}</small></p>`;
}

function whyNone({ weather, health }: Facts): string {
  if (!health.configured) return "The portal is not set up.";
  return weather.kind === "waiting" ? "Asking the portal …" : "The portal gave no reading.";
}

function conditions(weather: SiteWeather | undefined): Markup {
  const {
    temp_c: temp,
    humidity_pct: humidity,
    wind_kmh: wind,
    gust_kmh: gust,
    cloud,
    roof,
  } = weather?.details ?? {
    temp_c: null,
    humidity_pct: null,
    wind_kmh: null,
    gust_kmh: null,
    cloud: null,
    roof: null,
  };
  const parts = [
    temp === null ? "" : `${numberWords(temp)} °C`,
    humidity === null ? "" : `${numberWords(humidity)} %`,
    wind === null
      ? ""
      : `wind ${numberWords(wind)}${gust === null ? "" : `–${numberWords(gust)}`} km/h`,
    cloud === null ? "" : foreign(cloud, 24).toLowerCase(),
    roof === null ? "" : `roof ${roof}`,
  ].filter((part) => part !== "");
  return html`<p class="conditions">${parts.length > 0 ? parts.join(" · ") : "no details"}</p>`;
}

/** Two lines: what comes next of opening and closing, and what comes next of the dark. */
function nightTimes({ night, site }: Sky, now: Date): Markup {
  const { opensAt, closesAt, darkStart, darkEnd } = night;
  const row = (term: string, at: Date, more = "") =>
    html`<div><dt>${term}</dt><dd><b>${spanWords(at.getTime() - now.getTime())}</b> <small>${clock(at, site.timezone)}${more}</small></dd></div>`;
  const words = (term: string, said: string) => html`<div><dt>${term}</dt><dd>${said}</dd></div>`;
  const opening =
    opensAt && opensAt > now
      ? row("Opens in", opensAt)
      : closesAt
        ? row("Closes in", closesAt)
        : words("Opens", "not tonight");
  if (!darkStart || !darkEnd) return html`${opening}${words("Dark", "not tonight")}`;
  if (darkEnd <= now) return html`${opening}${words("Dark", "over for this night")}`;
  const length = ` · ${spanWords(darkEnd.getTime() - darkStart.getTime())}`;
  return html`${opening}${darkStart > now ? row("Dark in", darkStart, length) : row("Dark for", darkEnd)}`;
}

function moonLine(facts: Facts, { site }: Sky, lane: Lane | undefined): Markup {
  const altitude = altitudeOf(Body.Moon, site, facts.now);
  const lit = Math.round(50 * (1 - Math.cos((facts.lanes.moonAngle * Math.PI) / 180)));
  const up = lane?.moonUp.find(({ to }) => to > facts.now);
  const isUp = up !== undefined && up.from <= facts.now;
  const next = moonNext(up, isUp, facts, site.timezone);
  const place = isUp ? `up ${degrees(altitude)}` : "down";
  return html`<span>${moonDisc(facts.lanes.moonAngle, site.latitude < 0)}<span>Moon ${lit} %, ${place}${next}</span></span>`;
}

function moonNext(up: Interval | undefined, isUp: boolean, facts: Facts, zone: string): string {
  const at = isUp ? up?.to : up?.from;
  if (!at || at >= facts.lanes.to) return "";
  return `, ${isUp ? "sets" : "rises"} ${clock(at, zone)}`;
}
