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
  const { rank, target, tid, site, start, end, max_alt_deg: altitude, score, also } = pick;
  const zone = zones.get(site);
  const local = zone === undefined ? "" : ` [${clocks(start, end, zone)}]`;
  const others = also ? `; also ${also.join(", ")}` : "";
  return [
    `${String(rank).padStart(2)}. ${target}: ${tid} at ${site}, ${clocks(start, end)}${local}, up to ${Math.round(altitude)}°, score ${Math.round(score)}`,
    `    ${pick.why.join("; ")}${others}`,
  ].join("\n");
}

const PHASES: Record<string, string> = {
  day: "day now",
  twilight: "twilight now, roof shut",
  open: "open now, not dark yet or no longer",
  dark: "dark now",
};

/** "SSO: dark 10:30–16:53 UTC [21:30–03:53 local], 6.4 h; opens 09:41 [20:41], in 2 h 10 min; moon 80 %, up 4 h of it; weather safe." */
function nightLine(night: Night, asOf_: string): string {
  const { site, name, timezone, opens_at: opens, closes_at: closes, dark_start, dark_end } = night;
  const local = (from: string, to: string) => `[${clocks(from, to, timezone)} local]`;
  const parts = [
    dark_start && dark_end
      ? `dark ${clocks(dark_start, dark_end)} UTC ${local(dark_start, dark_end)}, ${night.dark_hours} h`
      : "it does not get dark",
  ];
  if (opens && closes) {
    const wait = Date.parse(opens) - Date.parse(asOf_);
    const until = wait > 0 ? `, in ${countdown(wait)}` : "";
    parts.push(`roof may be open ${clocks(opens, closes)} UTC${until}`);
  }
  parts.push(PHASES[night.now] ?? night.now);
  const up = night.moon_up_dark_hours;
  parts.push(
    `moon ${night.moon_pct} %, ${up > 0 ? `up ${up} h of the dark` : "not up in the dark"}`,
  );
  parts.push(`weather ${night.weather}`);
  return `${site} (${name}), night of ${night.date}: ${parts.join("; ")}.`;
}
