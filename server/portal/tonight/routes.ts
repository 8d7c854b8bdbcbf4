import { type Context, Hono } from "hono";
import { siteOf, telescopeId } from "../../../tools/portal/contract.ts";
import { nightDate } from "../../../tools/portal/contract-nights.ts";
import { badTelescope, PortalFailure, unknownSite, unknownTelescope } from "../failure.ts";
import { iso, round, siteAnswer, targetAnswer } from "./answers.ts";
import { type Asked, asked, TAKES } from "./asked.ts";
import { messier } from "./messier.ts";
import { localDate, noonOf } from "./night.ts";
import { rankingCache } from "./ranking-cache.ts";
import { windowOf } from "./score.ts";
import { SITES, type Site } from "./sites.ts";
import { type Sky, skyCache } from "./sky.ts";
import { inputsOf, type TonightSources } from "./sources.ts";
import type { Target } from "./targets.ts";
import { limitOf } from "./tonight.ts";

/** `/api/tonight`, `/api/sky/{site}`, `/api/visibility` and `/api/scopes/status`. */
export function tonightRoutes(sources: TonightSources, skyOf = skyCache()): Hono {
  const app = new Hono({ strict: false });
  const ranked = rankingCache();
  const skies = (want: Asked, now: Date): Sky[] =>
    sitesOf(want, sources).map((site) => {
      const tonight = skyOf(site, now);
      const begins = localDate(site, tonight.night.opensAt ?? now);
      const date = nightDate(want.date ?? begins, begins);
      return date === begins && want.date !== date
        ? tonight
        : skyOf(site, noonOf(site, date), date);
    });

  app.get("/api/tonight", async (context) => {
    const want = wishesOf(context);
    const inputs = await inputsOf(sources);
    const tid = want.tid && idOf(want.tid);
    const telescopes = inputs.telescopes.filter((each) => !tid || each.tid === tid);
    if (tid && telescopes.length === 0) throw unknownTelescope(tid);
    const targets = targetsOf(want, inputs.targets);
    const { limit, moon, min_hours: minHours, min_alt: minAlt = null } = want;
    const answer = ranked(
      { ...inputs, telescopes, targets, skies: skies(want, inputs.now) },
      { limit, moon, minHours, minAlt },
    );
    return context.json(answer);
  });

  app.get("/api/sky/:site", async (context) => {
    const now = sources.now();
    const { code } = known(context.req.param("site"));
    const [sky] = skies({ ...wishesOf(context), site: code, tid: undefined }, now);
    if (!sky) throw unknownSite();
    const { weather } = await inputsOf(sources);
    return context.json({ as_of: iso(now), ...siteAnswer(sky, { now, weather }) });
  });

  app.get("/api/visibility", async (context) => {
    const want = wishesOf(context);
    if (!want.target && want.ra === undefined)
      throw new PortalFailure(
        "bad_request",
        "Name a target, or give ra (hours) and dec (degrees).",
      );
    const inputs = await inputsOf(sources);
    const [target] = targetsOf(want, inputs.targets);
    if (!target) throw new PortalFailure("not_found", "There is no such target.");
    const tid = want.tid && idOf(want.tid);
    const scope = inputs.telescopes.find((each) => each.tid === tid);
    if (tid && !scope) throw unknownTelescope(tid);
    const limit = limitOf(scope?.minAltDeg ?? null, want.min_alt ?? null);
    const curves = skies(want, inputs.now).map((sky) => curveOf(sky, target, limit));
    return context.json({ as_of: iso(inputs.now), target: targetAnswer(target), sites: curves });
  });

  app.get("/api/scopes/status", async (context) => {
    const rows = sources.telescopes({ weather: null, account: null, plans: null });
    const asked = await Promise.allSettled(rows.map(({ tid }) => sources.probe(tid)));
    const scopes = asked.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const [fault] = asked.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    if (scopes.length === 0 && fault !== undefined) throw fault;
    const notes = notAsked(rows.filter((_, at) => asked[at]?.status === "rejected"));
    return context.json({ count: scopes.length, scopes, notes });
  });
  return app;
}

/** Of a big roster only a part is asked at a time: a caller may not probe without end. */
function notAsked(rows: readonly { tid: string }[]): string[] {
  if (rows.length === 0) return [];
  const names = rows.slice(0, 5).map(({ tid }) => tid);
  const more = rows.length > names.length ? ` and ${rows.length - names.length} more` : "";
  return [`Not asked yet: ${names.join(", ")}${more}. Ask again in a minute, or for one alone.`];
}

function wishesOf(context: Context): Asked {
  const read = asked.safeParse(context.req.query());
  if (!read.success) {
    const wrong = [...new Set(read.error.issues.map(({ path }) => String(path[0])))];
    throw new PortalFailure("bad_request", `Not usable: ${wrong.join(", ")}.`, {
      detail: `${wrong.map((name) => `${name} is ${TAKES[name] ?? "something else"}`).join("; ")}.`,
    });
  }
  if ((read.data.ra === undefined) !== (read.data.dec === undefined))
    throw new PortalFailure("bad_request", "Give ra and dec together.");
  return read.data;
}

function known(written: string): Site {
  const code = siteOf(written);
  const site = SITES.find((each) => each.code === code);
  if (site) return site;
  throw unknownSite();
}

function idOf(written: string): string {
  const tid = telescopeId(written);
  if (tid === undefined) throw badTelescope();
  return tid;
}

function sitesOf(want: Asked, sources: TonightSources): readonly Site[] {
  const wanted = want.site === undefined ? undefined : known(want.site);
  if (!want.tid) return wanted ? [wanted] : SITES;
  const tid = idOf(want.tid);
  const rows = sources.telescopes({ weather: null, account: null, plans: null });
  const scope = rows.find((each) => each.tid === tid);
  if (!scope) throw unknownTelescope(tid);
  const home = known(scope.site);
  if (wanted && wanted !== home)
    throw new PortalFailure(
      "bad_request",
      `${tid} stands at ${home.code}, not at ${wanted.code}.`,
      {
        detail: "Ask for the one or the other.",
      },
    );
  return [home];
}

const WANDERS =
  /^(the )?(sun|moon|mercury|venus|mars|jupiter|saturn|uranus|neptune|pluto|comet\b.*)$/;

/** The targets whose name holds what was asked for, or the place that was given, or all. */
function targetsOf(want: Asked, all: readonly Target[]): readonly Target[] {
  const { ra, dec, target: name } = want;
  if (ra !== undefined && dec !== undefined)
    return [
      { name: name ?? "custom", raHours: ra, decDeg: dec, type: "", sizeArcmin: null, mag: null },
    ];
  if (!name) return all;
  const words = plain(name);
  const exact = all.filter(
    (each) => plain(each.name).startsWith(`${words} `) || plain(each.name) === words,
  );
  if (exact.length > 0) return exact;
  const catalogued = messier(name);
  if (catalogued) return [catalogued];
  const found = all.filter((each) => holds(squeezed(each.name), squeezed(name)));
  if (found.length > 0) return found;
  throw new PortalFailure("not_found", "There is no such target.", {
    detail: `${WANDERS.test(words) ? "What moves among the stars is not reckoned here. " : ""}Give its place as ra (hours) and dec (degrees), or add it to targets.csv.`,
  });
}

/** Whether a name holds these letters; a number is held whole, so that M5 is not M51. */
function holds(name: string, letters: string): boolean {
  const at = name.indexOf(letters);
  return at >= 0 && !(/\d$/.test(letters) && /^\d/.test(name.slice(at + letters.length)));
}

const squeezed = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/^(m|ngc|ic)\s+(?=\d)/, "$1")
    .replace(/^(ngc|ic)(?=\d)/, "$1")
    .trim();

function curveOf(sky: Sky, target: Target, limit: number) {
  const track = sky.track(target);
  const first = sky.moments[0]?.at ?? new Date(0);
  const window = windowOf(sky, track, limit, first);
  return {
    site: sky.site.code,
    limit_deg: limit,
    dark_start: sky.night.darkStart && iso(sky.night.darkStart),
    dark_end: sky.night.darkEnd && iso(sky.night.darkEnd),
    window: window
      ? {
          start: iso(window.start),
          end: iso(window.end),
          hours: window.hours,
          max_alt_deg: round(window.maxAltitude),
        }
      : null,
    points: sky.moments.map(({ at, dark, moonAltitude }, index) => ({
      at: iso(at),
      alt_deg: round(track.altitude[index] ?? -90),
      az_deg: round(track.azimuth[index] ?? 0),
      dark,
      moon_alt_deg: round(moonAltitude),
      moon_sep_deg: round(track.moonSeparation[index] ?? 180),
    })),
  };
}
