import { readFile } from "node:fs/promises";
import type { Account, Plans, ScopeStatus, Weather } from "../../../tools/portal/contract.ts";
import type { Views } from "../create-views.ts";
import { reachableBy } from "../probe.ts";
import type { Inputs, Telescope } from "./inputs.ts";
import { OWN_TARGETS, type Target, targetsFrom } from "./targets.ts";

/** What is known of the portal right now. A part that could not be had is null; nothing here throws. */
type Known = {
  weather: Weather | null;
  account: Account | null;
  plans: Plans | null;
  /** What is unknown because it was not waited for any longer. */
  late?: string[];
};

/**
 * A ranking waits no longer than this for the portal; what it missed it can have at the next look. The first takes a login
 * and eight readings, a quarter of a second apart.
 */
const PATIENCE_MS = 4000;

type Options = {
  /** Called before a probe is sent, and may throw instead. */
  limit?: () => void;
  patienceMs?: number;
};

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
  { limit, patienceMs = PATIENCE_MS }: Options = {},
): TonightSources {
  const answered = new Map<string, { status: ScopeStatus; at: number }>();
  return {
    now,
    async known() {
      let patience: NodeJS.Timeout | undefined;
      const over = new Promise<"late">((resolve) => {
        patience = setTimeout(resolve, patienceMs, "late");
      });
      const late: string[] = [];
      const inTime = async <T>(name: string, asked: Promise<T>): Promise<T | null> => {
        const value = await Promise.race([orNull(asked), over]);
        if (value !== "late") return value;
        late.push(name);
        return null;
      };
      const [weather, account, plans] = await Promise.all([
        inTime("weather", views.weather()),
        inTime("points", views.account()),
        inTime("prices", views.plans()),
      ]);
      clearTimeout(patience);
      return { weather, account, plans, late };
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
          reachable: fresh ? reachableBy(probed.status) : null,
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
      const status = await views.scopeStatus(tid, limit);
      answered.set(tid, { status, at: now().getTime() });
      return status;
    },
  };
}

const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null);

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
    notes: [...notes, ...lateNote(known.late ?? [])],
  };
}

function lateNote(late: string[]): string[] {
  if (late.length === 0) return [];
  return [`The portal is slow: ${late.join(", ")} unknown for now. Ask again in a moment.`];
}
