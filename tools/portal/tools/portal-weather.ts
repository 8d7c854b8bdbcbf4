import { z } from "zod";
import { type Call, defineRead } from "../../kit/define-tool.ts";
import { table } from "../../kit/table.ts";
import type { PortalClient } from "../client.ts";
import type { SiteWeather } from "../contract.ts";
import { site, siteCode } from "../inputs.ts";
import { judged, readWords } from "../judge-weather.ts";
import { ago, clock, known } from "../words.ts";

const Reading = z.object({
  site: z.string(),
  name: z.string(),
  state: z.string(),
  reason: z.string().optional(),
  observed_at: z.string().optional(),
  age_s: z.number().optional(),
  stale: z.boolean(),
  temp_c: z.number().optional(),
  humidity_pct: z.number().optional(),
  wind_kmh: z.number().optional(),
  gust_kmh: z.number().optional(),
  cloud: z.string().optional(),
  rain: z.string().optional(),
  roof: z.string().optional(),
  error: z.string().optional(),
});
type Reading = z.infer<typeof Reading>;

export const portalWeather = (portal: PortalClient) =>
  defineRead({
    name: "portal_weather",
    title: "Weather",
    description:
      "Safe, unsafe or unknown now, per site or for one. Unknown is not safe. No forecast.",
    input: z.object({ site }),
    output: z.object({
      sites: z.array(Reading),
      safe: z.number(),
      unsafe: z.number(),
      unknown: z.number(),
    }),
    async run(args, call) {
      const sites = (await readings(portal, siteCode(args.site), call)).map(reading);
      const count = (state: string) => sites.filter((each) => each.state === state).length;
      return { sites, safe: count("safe"), unsafe: count("unsafe"), unknown: count("unknown") };
    },
    tell(found) {
      const [only, second] = found.sites;
      if (only && !second) return tellOne(only);
      return {
        say: [
          `${found.safe} safe, ${found.unsafe} unsafe, ${found.unknown} unknown. Readings of now, no forecast; unknown is not safe.`,
          table(["site", "state", "read", "why"], found.sites.map(stateRow)),
          "",
        ].join("\n"),
        data: table(
          ["site", "temperature", "humidity", "wind", "gusts", "cloud", "rain", "roof"],
          found.sites.map((each) => [each.site, ...details(each)]),
        ),
      };
    },
  });

async function readings(
  portal: PortalClient,
  code: string | undefined,
  call: Call,
): Promise<SiteWeather[]> {
  if (code !== undefined) return [await portal.siteWeather(code, call.signal)];
  return (await portal.weather(call.signal)).sites;
}

function reading(found: SiteWeather): Reading {
  const { site: code, name, stale, observed_at, age_s, details: seen, error } = found;
  const { state, reason } = judged(found);
  return {
    site: code,
    name,
    state,
    stale,
    ...known({ reason, observed_at, age_s, ...seen, error: error?.error ?? null }),
  };
}

function stateRow({ site: code, state, age_s, reason, stale }: Reading) {
  const age = age_s === undefined ? "never" : ago(age_s);
  return [code, state.toUpperCase(), stale && age_s !== undefined ? `${age}, STALE` : age, reason];
}

function details({ temp_c, humidity_pct, wind_kmh, gust_kmh, cloud, rain, roof }: Reading) {
  const unit = (value: number | undefined, of: string) =>
    value === undefined ? "" : `${value} ${of}`;
  return [
    unit(temp_c, "°C"),
    unit(humidity_pct, "%"),
    unit(wind_kmh, "km/h"),
    unit(gust_kmh, "km/h"),
    cloud,
    rain,
    roof,
  ];
}

function tellOne(found: Reading) {
  const { site: code, name, state, age_s, observed_at, reason, stale, error } = found;
  const read =
    observed_at === undefined
      ? readWords(age_s)
      : `${readWords(age_s)}, at ${clock(observed_at)} UTC`;
  const lines = [`${code} is ${state.toUpperCase()}: ${read}. ${name}.`];
  if (reason) lines.push(reason);
  if (state === "unknown") lines.push("Take unknown as not safe.");
  if (state === "safe") lines.push("A reading of now, no forecast.");
  if (stale) lines.push("STALE: newer could not be had from the portal.");
  if (error) lines.push(error);
  const names = ["", "humidity ", "wind ", "gusts ", "cloud ", "rain ", "roof "];
  const seen = details(found).flatMap((value, i) => (value ? [`${names[i]}${value}`] : []));
  return { say: lines.join("\n"), data: seen.join(", ") };
}
