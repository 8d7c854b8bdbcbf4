import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { shortText } from "../../kit/inputs.ts";
import type { PortalClient } from "../client.ts";
import type { Telescope } from "../contract.ts";
import type { VisibilityAnswer } from "../contract-tonight.ts";
import { between, date, site, siteCode, telescope, tid, tidKey } from "../inputs.ts";
import { clock, clocks, known } from "../words.ts";

const Place = z.object({
  site: z.string(),
  limit_deg: z.number(),
  visible: z.boolean(),
  start: z.string().optional(),
  end: z.string().optional(),
  hours: z.number().optional(),
  max_alt_deg: z.number().optional(),
  best_at: z.string().optional(),
  moon_sep_deg: z.number().optional(),
  moon_up: z.boolean().optional(),
  telescopes: z.array(z.string()),
});
type Place = z.infer<typeof Place>;

export const visibility = (portal: PortalClient) =>
  defineRead({
    name: "visibility",
    title: "Visibility",
    description:
      "When and how high an object stands in the dark at each site, and which telescopes reach it. Geometry alone, no weather.",
    input: z.object({
      target: shortText(80).optional().describe("M31, or a name with ra and dec"),
      ra: between(0, 23.99999).optional().describe("Hours"),
      dec: between(-90, 90).optional().describe("Degrees"),
      site,
      telescope,
      min_alt: between(0, 89).optional().describe("Degrees"),
      date,
    }),
    output: z.object({
      as_of: z.string(),
      night: z.string().optional(),
      target: z.string(),
      ra_h: z.number(),
      dec_deg: z.number(),
      type: z.string().optional(),
      size_arcmin: z.number().optional(),
      mag: z.number().optional(),
      sites: z.array(Place),
    }),
    async run(args, call) {
      if (args.target === undefined && args.ra === undefined)
        throw new HubError("bad-input", "Name a target, or give ra (hours) and dec (degrees).");
      const only = args.telescope === undefined ? undefined : tid(args.telescope);
      const query = { ...args, site: siteCode(args.site), tid: only, telescope: undefined };
      const [answer, roster] = await Promise.all([
        portal.visibility(query, call.signal),
        portal.telescopes(call.signal),
      ]);
      const { target } = answer;
      const reach = roster.telescopes.filter((one) => only === undefined || one.tid === only);
      return {
        as_of: answer.as_of,
        ...known({ night: args.date ?? null }),
        target: target.name,
        ra_h: target.ra_h,
        dec_deg: target.dec_deg,
        ...known({ type: target.type, size_arcmin: target.size_arcmin, mag: target.mag }),
        sites: answer.sites.map((one) => placeOf(one, reach)).sort(bestFirst),
      };
    },
    tell(found) {
      const seen = found.sites.filter((place) => place.visible);
      const [only] = found.sites;
      const count =
        found.sites.length === 1 && only
          ? seen.length === 1
            ? `It rises high enough at ${only.site}.`
            : `It does not rise above ${only.limit_deg}° in the dark at ${only.site}.`
          : `It rises high enough in the dark at ${seen.length} of ${found.sites.length} sites.`;
      return {
        say: `${count}${found.night === undefined ? "" : ` The night asked for: ${found.night}.`}\nAs of ${clock(found.as_of)} UTC; times are UTC. Geometry alone: weather is not in it.`,
        data: [`${found.target}:`, ...found.sites.map((one) => `- ${placeLine(one)}`)].join("\n"),
      };
    },
  });

function placeOf(one: VisibilityAnswer["sites"][number], roster: readonly Telescope[]): Place {
  const { site: code, limit_deg, window } = one;
  const dark = one.points.filter((point) => point.dark);
  const highest = Math.max(...dark.map(({ alt_deg }) => alt_deg), -90);
  const telescopes = roster
    .filter((scope) => scope.site === code && scope.active !== false)
    .filter((scope) => highest >= (scope.min_alt_deg ?? limit_deg))
    .map((scope) => scope.tid)
    .sort((a, b) => (tidKey(a) < tidKey(b) ? -1 : 1));
  const place = { site: code, limit_deg, visible: window !== null, telescopes };
  if (!window) return { ...place, ...(dark.length > 0 ? { max_alt_deg: highest } : {}) };
  const within = dark.filter(({ at }) => at >= window.start && at <= window.end);
  const best = within.find(({ alt_deg }) => alt_deg === window.max_alt_deg) ?? within[0];
  return {
    ...place,
    ...window,
    ...(best ? { best_at: best.at } : {}),
    moon_sep_deg: Math.min(...within.map((point) => point.moon_sep_deg), 180),
    moon_up: within.some((point) => point.moon_alt_deg > 0),
  };
}

const bestFirst = (a: Place, b: Place) => (b.hours ?? 0) - (a.hours ?? 0);

function placeLine(place: Place): string {
  const { site: code, start, end, hours, best_at, telescopes, limit_deg: limit } = place;
  const highest = Math.round(place.max_alt_deg ?? -90);
  if (!start || !end || !best_at) {
    if (place.max_alt_deg === undefined) return `${code}: it does not get dark`;
    if (highest <= 0) return `${code}: below ${limit}° all night, never up`;
    const low = telescopes.length > 0 ? `; ${telescopes.join(", ")} goes that low` : "";
    return `${code}: below ${limit}° all night, at most ${highest}°${low}`;
  }
  const moon = place.moon_up
    ? `moon up, ${Math.round(place.moon_sep_deg ?? 180)}° away at the nearest`
    : "no moon in the sky";
  const scopes = telescopes.length > 0 ? telescopes.join(", ") : "no telescope of the roster";
  return `${code}: ${clocks(start, end)}, ${hours} h above ${limit}°, highest ${highest}° at ${clock(best_at)}; ${moon}; with ${scopes}`;
}
