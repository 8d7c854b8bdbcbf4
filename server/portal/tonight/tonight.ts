import { alsoOf, iso, pickOf, siteAnswer, weatherOf } from "./answers.ts";
import type { Candidate, Inputs, Telescope, Wishes } from "./inputs.ts";
import { fieldFit, reachGate, scoreOf, WEATHER_GATE, windowOf } from "./score.ts";
import type { Sky } from "./sky.ts";
import type { Target } from "./targets.ts";

type Excluded = { target: string | null; site: string; tid: string | null; reason: string };

/** Altitudes below this are shut by the provider, and where nobody sets a limit this one holds (degrees). */
const PROVIDER_LIMIT = 15;
const DEFAULT_LIMIT = 30;
const LOCKED_BELOW_POINTS = 10;
const MOST_EXCLUDED = 60;

/** The ranked answer to "what can I image, from where, when, with what". */
export function tonight(inputs: Inputs, wishes: Wishes) {
  const excluded: Excluded[] = [];
  const ranked = candidates(inputs, wishes, excluded).sort((a, b) => b.score - a.score);
  const best = new Map<string, Candidate[]>();
  for (const candidate of ranked) {
    const found = best.get(candidate.target.name);
    if (found) found.push(candidate);
    else best.set(candidate.target.name, [candidate]);
  }
  const picks = [...best.values()].slice(0, wishes.limit).map(([first, ...others], index) => {
    if (!first) throw new Error("a group of candidates is never empty");
    return { rank: index + 1, ...pickOf(first, inputs), also: others.slice(0, 3).map(alsoOf) };
  });
  const ages = inputs.weather.map(({ ageSeconds }) => ageSeconds).filter((age) => age !== null);
  return {
    as_of: iso(inputs.now),
    sites: inputs.skies.map((sky) => siteAnswer(sky, inputs)),
    picks,
    excluded: excluded.slice(0, MOST_EXCLUDED),
    excluded_count: excluded.length,
    inputs: {
      targets: inputs.targets.length,
      weather_age_s: ages.length > 0 ? Math.max(...ages) : null,
      scopes_checked: inputs.scopesChecked,
      offline: inputs.offline,
      notes: [...inputs.notes],
    },
  };
}

export type Tonight = ReturnType<typeof tonight>;

function candidates(inputs: Inputs, wishes: Wishes, excluded: Excluded[]): Candidate[] {
  const found: Candidate[] = [];
  for (const sky of inputs.skies) {
    const site = sky.site.code;
    for (const scope of inputs.telescopes.filter((telescope) => telescope.site === site)) {
      const shut = shutReason(scope, inputs);
      if (shut) {
        excluded.push({ target: null, site, tid: scope.tid, reason: shut });
        continue;
      }
      for (const target of inputs.targets) {
        const made = candidate(inputs, wishes, sky, scope, target);
        if (typeof made === "string")
          excluded.push({ target: target.name, site, tid: scope.tid, reason: made });
        else found.push(made);
      }
    }
  }
  return found;
}

function shutReason(scope: Telescope, inputs: Inputs): string | undefined {
  if (scope.active === false) return "not in service, says the roster";
  const points = inputs.pointsBalance;
  if (points !== null && points < LOCKED_BELOW_POINTS)
    return `${points} points: telescopes are locked below ${LOCKED_BELOW_POINTS}`;
  return undefined;
}

/** The altitude limit for a telescope: the provider's, its own, and never less than the caller asked for. */
export function limitOf(minAltDeg: number | null, asked: number | null): number {
  return Math.max(PROVIDER_LIMIT, minAltDeg ?? (asked === null ? DEFAULT_LIMIT : 0), asked ?? 0);
}

function candidate(
  inputs: Inputs,
  wishes: Wishes,
  sky: Sky,
  scope: Telescope,
  target: Target,
): Candidate | string {
  const limit = limitOf(scope.minAltDeg, wishes.minAlt);
  const window = windowOf(sky, sky.track(target), limit, inputs.now);
  if (!window) return `never above ${limit}° in the dark that is left`;
  if (window.hours < wishes.minHours)
    return `only ${window.hours} h above ${limit}° in the dark, ${wishes.minHours} h asked for`;
  if (wishes.moon === "good" && window.moonRisk !== "good")
    return "the moon is too near or too bright";
  const short = scope.fovArcmin && Math.min(...scope.fovArcmin);
  const fill = short && target.sizeArcmin !== null ? (100 * target.sizeArcmin) / short : null;
  const state = weatherOf(inputs, sky.site.code);
  const score = scoreOf(
    {
      hours: Math.min(1, window.hours / 5),
      altitude: Math.min(1, Math.max(0, (window.maxAltitude - 20) / 60)),
      moon: window.moonShare,
      field: fieldFit(fill),
      discount: Math.min(1, Math.max(0, (scope.discountPercent ?? 0) / 50)),
    },
    WEATHER_GATE[state] * reachGate(scope.reachable),
  );
  return { target, scope, site: sky.site, window, fill, score };
}
