import type { ScopeStatus, Telescope } from "../../../tools/portal/contract.ts";
import { PortalFailure } from "../failure.ts";

/** A page that is left open looks at each telescope this often: a control server is not ours to keep busy. */
const EVERY_MS = 5 * 60_000;

/** What telescopes answered, asked in the background while somebody looks. `look` returns at once. */
export function createProbes(probe: (tid: string) => Promise<ScopeStatus>, now: () => number) {
  const seen = new Map<string, ScopeStatus>();
  const askedAt = new Map<string, number>();

  function look(telescopes: readonly Telescope[]): void {
    for (const { tid, active } of telescopes) {
      if (active === false || now() - (askedAt.get(tid) ?? -Infinity) < EVERY_MS) continue;
      askedAt.set(tid, now());
      probe(tid).then(
        (status) => seen.set(tid, status),
        (thrown: unknown) => {
          // Of a big roster a part is asked at a time; a telescope that left the roster is forgotten.
          if (PortalFailure.from(thrown).code === "rate_limited") askedAt.delete(tid);
          else seen.delete(tid);
        },
      );
    }
  }
  return { look, seen };
}
