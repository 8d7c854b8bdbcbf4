import type { Meta } from "../../tools/portal/contract.ts";
import { PortalFailure } from "./failure.ts";

/** For how many seconds a value is new, and for how many it may still be shown while a newer one is fetched. */
export type Freshness = { fresh: number; usable: number };
export type Seen<T> = { value: T; meta: Meta };

type Entry = {
  value?: unknown;
  fetchedAt: number;
  triedAt: number;
  failure?: PortalFailure;
  loading?: Promise<void> | undefined;
};

const LEAST_BETWEEN_MS = 15_000;
/** Their waiting is the session's own: a changed env file has to count at once. */
const NOT_KEPT = new Set([
  "portal_login_failed",
  "login_backoff",
  "not_configured",
  "portal_blocked",
]);

/**
 * Values by key: one load at a time for each, and none more often than its freshness allows. All are forgotten when
 * one of what `whose` says changes: another member's points are none of this one's.
 */
export function createCache(now: () => number, whose: () => readonly unknown[] = () => []) {
  const entries = new Map<string, Entry>();
  let owner: readonly unknown[] = [];

  function forgetOthers(): void {
    const asking = whose();
    if (asking.some((each, index) => each !== owner[index])) entries.clear();
    owner = asking;
  }

  function load(entry: Entry, read: () => Promise<unknown>): Promise<void> {
    entry.loading ??= (async () => {
      entry.triedAt = now();
      try {
        entry.value = await read();
        entry.fetchedAt = now();
        delete entry.failure;
      } catch (thrown) {
        entry.failure = PortalFailure.from(thrown);
      } finally {
        entry.loading = undefined;
      }
    })();
    return entry.loading;
  }

  function mayTry({ failure, fetchedAt, triedAt }: Entry, { fresh }: Freshness): boolean {
    if (now() - triedAt >= LEAST_BETWEEN_MS) return true;
    return failure ? NOT_KEPT.has(failure.code) : now() - fetchedAt >= fresh * 1000;
  }

  /** Whether asking for this would start a load. */
  function isDue(key: string, freshness: Freshness): boolean {
    forgetOthers();
    const entry = entries.get(key);
    if (!entry) return true;
    const isOld = now() - entry.fetchedAt >= freshness.fresh * 1000;
    return isOld && !entry.loading && mayTry(entry, freshness);
  }

  /** Throws the PortalFailure of the load where there is nothing to show. `refresh` asks for a new value. */
  async function get<T>(
    key: string,
    freshness: Freshness,
    read: () => Promise<T>,
    refresh = false,
  ): Promise<Seen<T>> {
    forgetOthers();
    const entry = entries.get(key) ?? { fetchedAt: -Infinity, triedAt: -Infinity };
    entries.set(key, entry);
    const before = entry.fetchedAt;
    const age = () => (now() - entry.fetchedAt) / 1000;
    if (mayTry(entry, freshness) && (refresh || age() >= freshness.fresh)) {
      const loading = load(entry, read);
      if (refresh || age() >= freshness.usable) await loading;
    } else if (entry.loading && age() >= freshness.usable) await entry.loading;
    if (age() >= freshness.usable)
      throw entry.failure ?? new PortalFailure("portal_unavailable", "There is no reading yet.");
    return {
      value: entry.value as T, // every caller of a key loads the same kind of value
      meta: {
        fetched_at: new Date(entry.fetchedAt).toISOString(),
        age_s: Math.round(age()),
        stale: age() >= freshness.fresh,
        source: entry.fetchedAt === before ? "cache" : "portal",
        warnings: [],
        error: entry.failure?.body() ?? null,
      },
    };
  }
  return { get, isDue };
}
