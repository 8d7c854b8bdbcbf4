import type { Words } from "../kit/define-tool.ts";
import type { Tonight } from "./tools/tonight.ts";
import { ago, clock, clocks, countdown } from "./words.ts";

type Pick = NonNullable<Tonight["picks"]>[number];
type Night = Tonight["nights"][number];

/** The ranking and the nights in words: numbers first, reasons under each pick, every age said. */
export function tellTonight(found: Tonight): Words {
  const { picks, nights } = found;
  const zones = new Map(nights.map(({ site, timezone }) => [site, timezone]));
  if (!picks)
    return { say: [asOf(found), ...nights.map((one) => nightLine(one, found.as_of))].join("\n") };
  const open = nights.filter(({ opens_at }) => opens_at !== undefined);
  const lines = [headline(found, picks), asOf(found)];
  if (picks.length === 0 && found.excluded_why)
    lines.push(...found.excluded_why.map((why) => `- ${why}`));
  if (open.length === 1 && open[0]) lines.push(nightLine(open[0], found.as_of));
  return { say: lines.join("\n"), data: picks.map((one) => pickLines(one, zones)).join("\n") };
}

function headline(found: Tonight, picks: readonly Pick[]): string {
  if (found.total === 0) return "Nothing fits tonight.";
  const all = `${found.total} target${found.total === 1 ? "" : "s"} fit`;
  const shown = picks.length === found.total ? "" : `; here are ${picks.length}`;
  const more = found.cursor === undefined ? "" : ", more with the cursor";
  return `${found.total === 1 ? "1 target fits" : all}${shown}${more}. Best first, times UTC [local].`;
}

function asOf({ as_of, weather_age_s: age, offline, notes = [] }: Tonight): string {
  const weather = offline
    ? "Weather and prices are UNKNOWN: the portal could not be asked."
    : age === undefined
      ? "No weather reading has a time, so weather is unknown."
      : `The oldest weather reading is of ${ago(age)}; weather is of now, no forecast.`;
  return [`As of ${clock(as_of)} UTC. ${weather}`, ...notes].join("\n");
}

function pickLines(pick: Pick, zones: ReadonlyMap<string, string>): string {
  const { rank, target, tid, site, start, end, hours, max_alt_deg: altitude, score, also } = pick;
  const zone = zones.get(site);
  const local = zone === undefined ? "" : ` [${clocks(start, end, zone)}]`;
  // The first line says hours, altitude and weather already.
  const why = pick.why.filter((one) => !/^[\d.]+ h in the dark|^weather /.test(one));
  if (also) why.push(`also with ${also.join(", ")}`);
  return [
    `${String(rank).padStart(2)}. ${target}: ${tid} at ${site}, ${clocks(start, end)}${local}, ${hours} h, up to ${Math.round(altitude)}°, weather ${pick.weather} now, score ${Math.round(score)}`,
    `    ${why.join("; ")}`,
  ].join("\n");
}

/** "SSO (…), night of 2026-11-21: dark 10:18–17:20 UTC [21:18–04:20 local], 7.03 h; dark now, for 5 h 20 min more; …" */
export function nightLine(night: Night, asOf_: string): string {
  const { site, name, timezone, opens_at: opens, closes_at: closes, dark_start, dark_end } = night;
  const parts = [
    dark_start && dark_end
      ? `dark ${clocks(dark_start, dark_end)} UTC [${clocks(dark_start, dark_end, timezone)} local], ${night.dark_hours} h`
      : "it does not get dark",
  ];
  parts.push(stateWords(night, Date.parse(asOf_)));
  if (opens && closes) parts.push(`roofs may be open ${clocks(opens, closes)} UTC`);
  const up = night.moon_up_dark_hours;
  parts.push(
    `moon ${night.moon_pct} %, ${up > 0 ? `up for ${up} h of the dark` : "not up in the dark"}`,
  );
  parts.push(`weather ${night.weather} now`);
  return `${site} (${name}), night of ${night.date}: ${parts.join("; ")}.`;
}

/** What it is now, and how long until that changes. */
export function stateWords(night: Night, now: number): string {
  const until = (time: string) => countdown(Date.parse(time) - now);
  const before = (time: string | undefined): time is string =>
    time !== undefined && now < Date.parse(time);
  const { opens_at: opens, closes_at: closes, dark_start, dark_end } = night;
  if (before(opens))
    return `opens in ${until(opens)}${before(dark_start) ? `, dark in ${until(dark_start)}` : ""}`;
  if (before(dark_start)) return `twilight now, dark in ${until(dark_start)}`;
  if (before(dark_end)) return `dark now, for ${until(dark_end)} more`;
  if (before(closes)) return `dawn now, roofs close in ${until(closes)}`;
  return `${night.now} now`;
}
