import { isObject, type Json } from "../../../tools/kit/json.ts";
import type { PortalError, SiteCode, SiteWeather } from "../../../tools/portal/contract.ts";
import { siteOf } from "../../../tools/portal/contract.ts";
import type { Seen } from "../cache.ts";
import { numberOf, timeOf, wordsOf } from "../decode.ts";
import { type PortalMap, pick } from "../portal-map.ts";
import { SITES } from "../sites.ts";

const OLDEST_MS = 15 * 60_000;
const FUTURE_MS = 5 * 60_000;

/** A site's weather as of `now`. Safe only by a word for it and a timestamp of the portal that is new. */
export function weatherOf(
  site: SiteCode,
  seen: Seen<Json> | undefined,
  error: PortalError | null,
  map: PortalMap,
  now: number,
): SiteWeather {
  const row = rowOf(site, seen?.value ?? null);
  const field = (name: keyof PortalMap["weather"]["fields"]) => pick(row, map.weather.fields[name]);
  const observed = timeOf(field("observed_at"));
  const roof = wordsOf(field("roof"))?.toLowerCase();
  return {
    site,
    name: SITES[site].name,
    ...judge(field("state"), observed, map, now, seen === undefined),
    observed_at: observed === null ? null : new Date(observed).toISOString(),
    fetched_at: seen?.meta.fetched_at ?? null,
    age_s: observed === null ? null : Math.round((now - observed) / 1000),
    stale: seen?.meta.stale ?? true,
    details: {
      temp_c: numberOf(field("temp_c")),
      humidity_pct: numberOf(field("humidity_pct")),
      wind_kmh: numberOf(field("wind_kmh")),
      gust_kmh: numberOf(field("gust_kmh")),
      cloud: wordsOf(field("cloud")),
      rain: wordsOf(field("rain")),
      roof: roof === "open" || roof === "closed" ? roof : null,
    },
    error: error ?? seen?.meta.error ?? null,
  };
}

function rowOf(site: SiteCode, value: Json) {
  const rows = Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : [];
  const named = (row: object) =>
    Object.entries(row).find(([name]) => /^(site|code)$/i.test(name))?.[1];
  return (
    rows.find((row) => siteOf(String(named(row) ?? "")) === site) ??
    rows.find((row) => rows.length === 1 && named(row) === undefined) ??
    {}
  );
}

function judge(
  written: unknown,
  observed: number | null,
  map: PortalMap,
  now: number,
  missing: boolean,
): Pick<SiteWeather, "state" | "reason"> {
  const unknown = (reason: string) => ({ state: "unknown" as const, reason });
  if (missing) return unknown("There is no reading.");
  if (observed === null) return unknown("The reading has no time.");
  if (now - observed > OLDEST_MS) return unknown("The reading is older than 15 minutes.");
  if (observed - now > FUTURE_MS) return unknown("The reading's time is in the future.");
  const word = (typeof written === "string" || typeof written === "boolean" ? String(written) : "")
    .trim()
    .toLowerCase();
  // Unsafe first: the word holds the other one.
  if (map.weather.unsafe_words.includes(word)) return { state: "unsafe", reason: null };
  if (map.weather.safe_words.includes(word)) return { state: "safe", reason: null };
  return unknown("The reading has no word for safe or unsafe.");
}
