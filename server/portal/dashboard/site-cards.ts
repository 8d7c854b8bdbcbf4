import { html } from "hono/html";
import type { SiteWeather } from "../../../tools/portal/contract.ts";
import type { Sky } from "../tonight/sky.ts";
import { type Facts, partValue } from "./gather.ts";
import { icon, type Markup } from "./icons.ts";
import type { Lane } from "./lanes.ts";
import { foreign, numberWords } from "./number-words.ts";
import { nightTimes, sunAndMoon } from "./site-sky.ts";
import { ageWords, clock, dayWords } from "./time-words.ts";

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

function card(facts: Facts, sky: Sky, lane: Lane | undefined): Markup {
  const { site } = sky;
  const weather = partValue(facts.weather)?.sites.find((each) => each.site === site.code);
  const [weekday, day, month] = dayWords(facts.now, site.timezone).split(" ");
  return html`<li class="site" data-key="${site.code}">
<h3><abbr title="${site.name}">${site.code}</abbr> <span>${site.name}</span></h3>
<p class="local"><time datetime="${facts.now.toISOString().slice(0, 16)}Z">${clock(facts.now, site.timezone)}</time>
<small>${weekday} ${day}<span class="month"> ${month}</span></small></p>
${stateOf(weather)}
${conditions(weather, facts)}
<dl class="times">${nightTimes(sky, facts.now, weather?.state === "safe")}</dl>
${sunAndMoon(facts, sky, lane)}
</li>`;
}

/** A reading that has been getting old for so long deserves a second look (seconds). */
const OLDISH_S = 5 * 60;

function stateOf(weather: SiteWeather | undefined): Markup {
  const state = weather?.state ?? "unknown";
  const age = weather?.age_s ?? null;
  const words = age === null ? "no reading" : ageWords(age);
  return html`<p class="state ${state}" data-state>${icon(state)}<b>${STATE_WORDS[state]}</b>
<small${age !== null && age > OLDISH_S ? html` class="oldish"` : ""}>${words}</small></p>`;
}

/** What the reading says besides; of a site that is unknown, why. */
function conditions(weather: SiteWeather | undefined, facts: Facts): Markup {
  const said =
    weather?.state === "safe" || weather?.state === "unsafe"
      ? detailsOf(weather.details)
      : foreign(weather?.reason ?? whyNone(facts));
  return html`<p class="conditions">${said}</p>`;
}

function whyNone({ weather, health }: Facts): string {
  if (!health.configured) return "The portal is not set up.";
  return weather.kind === "waiting" ? "Asking the portal …" : "The portal gave no reading.";
}

function detailsOf(details: SiteWeather["details"]): string {
  const { temp_c: temp, humidity_pct: humidity, wind_kmh: wind, gust_kmh: gust } = details;
  const { cloud, rain, roof } = details;
  const gusts = gust === null ? "" : `–${numberWords(gust)}`;
  const parts = [
    temp === null ? "" : `${numberWords(temp)} °C`,
    humidity === null ? "" : `${numberWords(humidity)} %`,
    wind === null ? "" : `wind ${numberWords(wind)}${gusts} km/h`,
    cloud === null ? "" : foreign(cloud, 24).toLowerCase(),
    rain === null ? "" : foreign(rain, 24).toLowerCase(),
    roof === null ? "" : `roof ${roof}`,
  ].filter((part) => part !== "");
  return parts.length > 0 ? parts.join(" · ") : "no details";
}
