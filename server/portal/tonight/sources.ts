import { readFile } from "node:fs/promises";
import type { Account, Plans, ScopeStatus, Weather } from "../../../tools/portal/contract.ts";
import type { Views } from "../create-views.ts";
import type { Inputs, Telescope } from "./inputs.ts";
import { OWN_TARGETS, type Target, targetsFrom } from "./targets.ts";

/** What is known of the portal right now. A part that could not be had is null; nothing here throws. */
type Known = { weather: Weather | null; account: Account | null; plans: Plans | null };

export type TonightSources = {
  now(): Date;
  known(): Promise<Known>;
  telescopes(known: Known): Telescope[];
  targets(): Promise<{ targets: readonly Target[]; notes: string[] }>;
  probe(tid: string): Promise<ScopeStatus>;
};

/** The sources of the wrapper's own views. Reachability is what probes have said before; none is sent for a ranking. */
export function sourcesOf(
  views: Views,
  targetsFile: string | undefined,
  now: () => Date = () => new Date(),
): TonightSources {
  const answered = new Map<string, { status: ScopeStatus; at: number }>();
  const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null);
  return {
    now,
    async known() {
      const { weather, account, plans } = views;
      const [w, a, p] = await Promise.all([orNull(weather()), orNull(account()), orNull(plans())]);
      return { weather: w, account: a, plans: p };
    },
    telescopes(known) {
      return views.telescopes().telescopes.map((row) => {
        const price = known.plans?.discounts.find(({ tid }) => tid === row.tid);
        const probed = answered.get(row.tid);
        const fresh = probed && now().getTime() - probed.at < 300_000;
        return {
          tid: row.tid,
          name: row.name,
          site: row.site,
          fovArcmin: row.fov_arcmin,
          minAltDeg: row.min_alt_deg,
          active: row.active,
          discountPercent: price?.discount_percent ?? null,
          rateSession: price?.rate_session ?? null,
          reachable: fresh ? probed.status.reachable : null,
        };
      });
    },
    async targets() {
      const csv = targetsFile ? await orNull(readFile(targetsFile, "utf8")) : null;
      if (csv === null) return { targets: OWN_TARGETS, notes: [] };
      const mine = targetsFrom(csv);
      const names = new Set(mine.targets.map(({ name }) => name.toLowerCase()));
      const ours = OWN_TARGETS.filter(({ name }) => !names.has(name.toLowerCase()));
      return {
        targets: [...mine.targets, ...ours],
        notes: mine.skipped.map((each) => `targets.csv ${each}`),
      };
    },
    async probe(tid) {
      const status = await views.scopeStatus(tid);
      answered.set(tid, { status, at: now().getTime() });
      return status;
    },
  };
}

/** The parts of a ranking that do not depend on the sky. */
export async function inputsOf(sources: TonightSources): Promise<Omit<Inputs, "skies">> {
  const [known, { targets, notes }] = await Promise.all([sources.known(), sources.targets()]);
  const telescopes = sources.telescopes(known);
  return {
    now: sources.now(),
    telescopes,
    targets,
    weather: (known.weather?.sites ?? []).map(({ site, state, age_s }) => ({
      site,
      state,
      ageSeconds: age_s,
    })),
    pointsBalance: known.account?.points_balance ?? null,
    scopesChecked: telescopes.filter(({ reachable }) => reachable !== null).length,
    offline: known.weather === null,
    notes,
  };
}
