import type { Words } from "../kit/define-tool.ts";
import { table } from "../kit/table.ts";
import type { Tonight } from "./tools/tonight.ts";
import { ago, clock, clocks, countdown } from "./words.ts";

type Pick = NonNullable<Tonight["picks"]>[number];
type Night = Tonight["nights"][number];

/** The ranking and the nights in words: numbers first, reasons with each pick, every age said. */
export function tellTonight(found: Tonight): Words {
  const { picks, nights, as_of: now } = found;
  if (!picks) {
    const [only, second] = nights;
    if (only && !second) return { say: `${nightWords(only, now)}\n${asOf(found)}` };
    return { say: `${[asOf(found), ...moonLine(nights)].join("\n")}\n${nightTable(nights, now)}` };
  }
  const zones = new Map(nights.map(({ site, timezone }) => [site, timezone]));
  const lines = [headline(found, picks), asOf(found)];
  if (picks.length === 0) lines.push(...(found.excluded_why ?? []).map((why) => `- ${why}`));
  const [only, second] = nights;
  if (only && !second) lines.push(nightWords(only, now));
  // A list that begins with a later rank needs the empty line to be one in Markdown.
  return {
    say: `${lines.join("\n")}\n`,
    data: picks.map((one) => pickLine(one, zones)).join("\n"),
  };
}

function headline({ total, cursor, night }: Tonight, picks: readonly Pick[]): string {
  const when = night === undefined ? "" : ` in the night of ${night}`;
  if (total === 0) return `Nothing fits${when || " tonight"}.`;
  if (total === 1) return `1 target fits${when}.`;
  if (picks.length === total) return `${total} targets fit${when}, the best first.`;
  const [first] = picks;
  const which =
    first && first.rank > 1
      ? `Ranks ${first.rank} to ${first.rank + picks.length - 1}`
      : `The best ${picks.length}`;
  const more = cursor === undefined ? "" : "; ask for more";
  return `${which} of ${total} targets that fit${when}${more}.`;
}

function asOf({ as_of, weather_age_s: age, offline, notes = [] }: Tonight): string {
  const weather = offline
    ? "Weather and prices are UNKNOWN: the portal could not be asked."
    : age === undefined
      ? "No weather reading has a time, so weather is unknown."
      : `Weather was read ${ago(age)} at the oldest; it is of now, no forecast.`;
  return [`As of ${clock(as_of)} UTC. ${weather}`, ...notes].join("\n");
}

/** One line, as an item of a list: what, with which telescope, where, when, how high, why. */
function pickLine(pick: Pick, zones: ReadonlyMap<string, string>): string {
  const { rank, target, tid, site, start, end, hours, max_alt_deg: altitude, score, also } = pick;
  const zone = zones.get(site);
  const local = zone === undefined ? "" : ` (${clocks(start, end, zone)} there)`;
  // Hours, altitude and weather are said already.
  const why = pick.why.filter((one) => !/^[\d.]+ h in the dark|^weather /.test(one));
  const others = also ? ` Also ${also.join(", ")}.` : "";
  return `${rank}. ${target}: ${tid} at ${site}, ${clocks(start, end)} UTC${local}, ${hours} h, up to ${Math.round(altitude)}°; weather ${pick.weather} now; ${why.join("; ")}. Score ${Math.round(score)}.${others}`;
}

function nightWords(night: Night, asOf_: string): string {
  const { site, name, timezone, opens_at: opens, closes_at: closes, dark_start, dark_end } = night;
  const dark =
    dark_start && dark_end
      ? `dark ${clocks(dark_start, dark_end)} UTC (${clocks(dark_start, dark_end, timezone)} there), ${night.dark_hours} h`
      : "it does not get dark";
  const roofs = opens && closes ? ` Roofs may be open ${clocks(opens, closes)} UTC.` : "";
  return `${site}, ${name}, night of ${night.date}: ${dark}; ${stateWords(night, Date.parse(asOf_))}.${roofs} Moon ${moonWords(night)}. Weather ${night.weather} now.`;
}

function nightTable(nights: readonly Night[], asOf_: string): string {
  return table(
    ["site", "dark (UTC)", "there", "hours", "now", "moon", "weather"],
    nights.map((night) => {
      const { site, timezone, dark_start: start, dark_end: end } = night;
      const spans =
        start && end ? [clocks(start, end), clocks(start, end, timezone)] : ["none", ""];
      const now = shortState(night, Date.parse(asOf_));
      return [site, ...spans, night.dark_hours, now, `${night.moon_pct} %`, night.weather];
    }),
  );
}

function moonWords({
  moon_pct,
  moon_up_dark_hours: up,
  moon_rise,
  moon_set,
  timezone,
}: Night): string {
  const times =
    moon_rise && moon_set
      ? `, above the horizon ${clocks(moon_rise, moon_set)} UTC (${clocks(moon_rise, moon_set, timezone)} there)`
      : "";
  return `${moon_pct} %, ${up > 0 ? `up ${up} h of the dark` : "down while it is dark"}${times}`;
}

/** When the moon is up at each site: the table has no room for it. */
function moonLine(nights: readonly Night[]): string[] {
  const up = nights.flatMap(({ site, moon_rise: rise, moon_set: set }) =>
    rise && set ? [`${site} ${clocks(rise, set)}`] : [],
  );
  return up.length === 0 ? [] : [`The moon is above the horizon, in UTC: ${up.join(", ")}.`];
}

/** The same for a table, which has to fit a screen. */
function shortState(night: Night, now: number): string {
  const { dark_start: start, dark_end: end } = night;
  if (!start || !end) return night.now;
  if (now < Date.parse(start)) return `dark in ${countdown(Date.parse(start) - now)}`;
  if (now < Date.parse(end)) return `dark, ${countdown(Date.parse(end) - now)} left`;
  return "dark is over";
}

/** What it is now, and how long until that changes. */
function stateWords(night: Night, now: number): string {
  const until = (time: string) => countdown(Date.parse(time) - now);
  const before = (time: string | undefined): time is string =>
    time !== undefined && now < Date.parse(time);
  const { opens_at: opens, closes_at: closes, dark_start, dark_end } = night;
  if (before(opens))
    return `opens in ${until(opens)}${before(dark_start) ? `, dark in ${until(dark_start)}` : ""}`;
  if (before(dark_start)) return `twilight, dark in ${until(dark_start)}`;
  if (before(dark_end)) return `dark for ${until(dark_end)} more`;
  if (before(closes)) return `dawn, roofs close in ${until(closes)}`;
  return night.now;
}
