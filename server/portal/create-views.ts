import {
  type Account,
  type Health,
  type Meta,
  type Plans,
  type Raw,
  type Reservations,
  type ScopeStatus,
  SITE_CODES,
  type SiteCode,
  type SiteWeather,
  type Telescopes,
  type Weather,
} from "../../tools/portal/contract.ts";
import { createCache, type Freshness } from "./cache.ts";
import { pageOf } from "./client/classify.ts";
import type { Fetch } from "./client/http.ts";
import { createLimiter } from "./client/limiter.ts";
import { dataReader } from "./client/read-data.ts";
import { successOf } from "./decode.ts";
import { PortalFailure, unknownTelescope } from "./failure.ts";
import { openSession } from "./open-session.ts";
import { type Probe, probe } from "./probe.ts";
import { fetchRaw, guardAddress } from "./raw/fetch-raw.ts";
import { filterRoster, type RosterFilter } from "./roster/filter-roster.ts";
import { openRoster } from "./roster/open-roster.ts";
import { type PortalSettings, resolve } from "./settings.ts";
import { accountOf, discountsOf } from "./views/account.ts";
import { gridOf } from "./views/reservations.ts";
import { weatherOf } from "./views/weather.ts";

export type World = {
  fetch?: Fetch;
  now?: () => number;
  random?: () => number;
  /** Least time between two requests to the portal. */
  spacingMs?: number;
  timeoutMs?: number;
  probeTimeoutMs?: number;
};

const FRESH = {
  account: { fresh: 60, usable: 900 },
  plans: { fresh: 3600, usable: 86_400 },
  weather: { fresh: 60, usable: 600 },
  reservations: { fresh: 120, usable: 900 },
  scope: { fresh: 30, usable: 300 },
} satisfies Record<string, Freshness>;
const NOTE =
  "Protected by a bot-protection layer; booking is not exposed here because a reservation spends points.";

export type Views = ReturnType<typeof createViews>;

/** All that the wrapper knows, as functions. Each throws PortalFailure. */
export function createViews(settings: PortalSettings, world: World = {}) {
  const { now = Date.now, fetch = (request: Request) => globalThis.fetch(request) } = world;
  const set = resolve(settings);
  const started = now();
  const roster = openRoster(set.rosterFile);
  const cache = createCache(now, () => {
    const known = set.known();
    return [known?.url, known?.user, set.map()];
  });
  const probeLimit = createLimiter(4, 0, now);
  const { session, origin } = openSession(set, world);
  const guard = guardAddress;
  const value = dataReader(session);

  async function account(refresh = false): Promise<Account> {
    const seen = await cache.get(
      "account",
      FRESH.account,
      () => value(set.map().account.path, true),
      refresh,
    );
    const { warnings, ...found } = accountOf(seen.value, set.map(), now());
    return { ...found, meta: { ...seen.meta, warnings } };
  }

  async function plans(refresh = false): Promise<Plans> {
    const seen = await cache.get(
      "plans",
      FRESH.plans,
      () => value(set.map().plans.path, true),
      refresh,
    );
    const { discounts, warnings } = discountsOf(seen.value, set.map());
    const plan = await account().then(
      (mine) => mine.plan,
      () => null,
    );
    const rows = roster().telescopes;
    return {
      plan,
      discounts: discounts.map((each) => {
        const telescope = rows.find((row) => row.tid === each.tid);
        return { ...each, site: telescope?.site ?? null, in_roster: telescope !== undefined };
      }),
      meta: { ...seen.meta, warnings },
    };
  }

  async function siteReading(site: SiteCode, refresh: boolean) {
    const { path } = set.map().weather;
    const key = path.includes("{site}") ? `weather ${site}` : "weather";
    return cache.get(key, FRESH.weather, () => value(path.replace("{site}", site)), refresh);
  }

  /** Throws only where the portal cannot be asked at all. */
  async function siteWeather(site: SiteCode, refresh = false): Promise<SiteWeather> {
    return weatherOf(site, await siteReading(site, refresh), null, set.map(), now());
  }

  async function weather(refresh = false): Promise<Weather> {
    const seen = await Promise.allSettled(SITE_CODES.map((site) => siteReading(site, refresh)));
    const metas = seen.flatMap((each) => (each.status === "fulfilled" ? [each.value.meta] : []));
    const [first] = seen;
    if (metas.length === 0 && first?.status === "rejected") throw first.reason;
    const sites = SITE_CODES.map((site, index) => {
      const each = seen[index];
      if (each?.status === "fulfilled") return weatherOf(site, each.value, null, set.map(), now());
      const failure = PortalFailure.from(each?.reason).body();
      return weatherOf(site, undefined, failure, set.map(), now());
    });
    const count = (state: SiteWeather["state"]) =>
      sites.filter((each) => each.state === state).length;
    // The oldest reading speaks for all.
    const meta = metas.reduce((a, b) => ((b.age_s ?? 0) > (a.age_s ?? 0) ? b : a)) satisfies Meta;
    return {
      sites,
      summary: { safe: count("safe"), unsafe: count("unsafe"), unknown: count("unknown") },
      meta,
    };
  }

  async function reservations(refresh = false): Promise<Reservations> {
    const live = { url: set.bookingUrl(), requires_browser: true as const, note: NOTE };
    const read = async () =>
      gridOf(pageOf(successOf(await session.get(set.map().reservations.path, { guard }))));
    try {
      const seen = await cache.get("reservations", FRESH.reservations, read, refresh);
      const { legacy, warnings } = seen.value;
      const items = legacy.items.map((item) => ({ ...item, site: item.site ?? siteIn(item.tid) }));
      return { legacy: { ...legacy, items }, live, meta: { ...seen.meta, warnings } };
    } catch (thrown) {
      const failure = PortalFailure.from(thrown);
      if (failure.code === "not_configured") throw failure;
      const meta = {
        fetched_at: null,
        age_s: 0,
        stale: true,
        source: "cache" as const,
        warnings: [],
      };
      return {
        legacy: { columns: [], rows: [], items: [] },
        live,
        meta: { ...meta, error: failure.body() },
      };
    }
  }

  /** The site of a telescope by the roster, where there is one. */
  function siteIn(tid: string | null): SiteCode | null {
    try {
      return roster().telescopes.find((row) => row.tid === tid)?.site ?? null;
    } catch {
      return null;
    }
  }

  function telescopes(only: RosterFilter = {}): Telescopes {
    const { telescopes: all, skipped, file, demo, modifiedAt } = roster();
    const rows = filterRoster(all, only);
    return {
      count: rows.length,
      telescopes: rows,
      roster: { file, demo, modified_at: modifiedAt, skipped },
    };
  }

  /** `tid` is canonical. `onProbe` may throw to keep a probe from being sent. */
  async function scopeStatus(
    tid: string,
    onProbe: () => void = () => undefined,
  ): Promise<ScopeStatus> {
    const telescope = roster().telescopes.find((row) => row.tid === tid);
    if (!telescope) throw unknownTelescope(tid);
    const ask = () =>
      probeLimit(() =>
        probe(telescope, set.scopeUrlTemplate, fetch, world.probeTimeoutMs ?? 5000, now),
      );
    if (cache.isDue(`scope ${tid}`, FRESH.scope)) onProbe();
    const seen = await cache.get<Probe>(`scope ${tid}`, FRESH.scope, ask);
    return { ...seen.value, cached: seen.meta.source === "cache" };
  }

  function health(): Health {
    const missing = set.missing();
    const known = tryRoster();
    return {
      configured: missing.length === 0,
      sites: [...SITE_CODES],
      missing,
      version: set.version,
      uptime_s: Math.round((now() - started) / 1000),
      session: session.status(),
      roster: known,
    };
  }

  function tryRoster() {
    try {
      const { telescopes: rows, skipped } = roster();
      return { rows: rows.length, warnings: skipped.length };
    } catch {
      return { rows: 0, warnings: 1 };
    }
  }

  return {
    health,
    account,
    plans,
    telescopes,
    weather,
    siteWeather,
    scopeStatus,
    reservations,
    raw: (path: string): Promise<Raw> =>
      fetchRaw(path, { session, origin: origin(), map: set.map(), raw: set.raw, now }),
    settings: set,
  };
}
