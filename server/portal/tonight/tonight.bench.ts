import { SITES } from "./sites.ts";
import { skyCache } from "./sky.ts";
import { OWN_TARGETS, type Target } from "./targets.ts";
import { tonight } from "./tonight.ts";

/** Milliseconds that a ranking of 100 targets over six sites takes with nothing computed before. */
export function rankAfresh(now: Date): number {
  const targets: Target[] = Array.from({ length: 100 }, (_, index) => {
    const like = OWN_TARGETS[index % OWN_TARGETS.length];
    if (!like) throw new Error("the list is not empty");
    return { ...like, name: `${like.name} ${index}`, raHours: (like.raHours + index / 5) % 24 };
  });
  const telescopes = SITES.flatMap(({ code }, index) =>
    [1, 2].map((each) => ({
      tid: `T${2 * index + each}`,
      name: code,
      site: code,
      fovArcmin: [60, 40] as const,
      minAltDeg: null,
      active: true,
      discountPercent: null,
      rateSession: null,
      reachable: null,
    })),
  );
  const skyOf = skyCache();
  const start = performance.now();
  const rest = { weather: [], pointsBalance: null, scopesChecked: 0, offline: true, notes: [] };
  const skies = SITES.map((site) => skyOf(site, now));
  tonight(
    { now, skies, telescopes, targets, ...rest },
    { minAlt: null, minHours: 1, limit: 20, moon: "any" },
  );
  return performance.now() - start;
}
