import type {
  Account,
  Health,
  Plans,
  PortalError,
  Reservations,
  ScopeStatus,
  Telescopes,
  Weather,
} from "../../../tools/portal/contract.ts";
import type { Views } from "../create-views.ts";
import { PortalFailure } from "../failure.ts";
import { rankingCache } from "../tonight/ranking-cache.ts";
import { SITES } from "../tonight/sites.ts";
import { type Sky, skyCache } from "../tonight/sky.ts";
import { inputsOf, type TonightSources } from "../tonight/sources.ts";
import type { Tonight } from "../tonight/tonight.ts";
import { createLanes, type Lanes } from "./lanes.ts";
import { createProbes } from "./probes.ts";

/** What could be had of one thing in the time that a page may take. */
export type Part<T> =
  | { kind: "known"; value: T }
  | { kind: "failed"; failure: PortalError }
  | { kind: "waiting" };

/** All that the dashboard shows, as of `now`. */
export type Facts = {
  now: Date;
  health: Health;
  account: Part<Account>;
  plans: Part<Plans>;
  weather: Part<Weather>;
  reservations: Part<Reservations>;
  telescopes: Part<Telescopes>;
  tonight: Part<Tonight>;
  skies: Sky[];
  lanes: Lanes;
  /** What the last probe of a telescope said, where there was one. */
  probes: ReadonlyMap<string, ScopeStatus>;
  bookingUrl: string | null;
};

/** A page waits no longer for the portal than this; what is late shows at the next look. */
const PATIENCE_MS = 1200;
const WISHES = { limit: 6, moon: "any", minHours: 1, minAlt: null } as const;

/** A function that gathers the facts. Nothing in it throws: what fails is told as a failed part. */
export function createGather(
  views: Views,
  sources: TonightSources,
  skyOf = skyCache(),
): () => Promise<Facts> {
  const probes = createProbes(
    (tid) => sources.probe(tid),
    () => sources.now().getTime(),
  );
  const lanesAt = createLanes();
  const ranked = rankingCache();
  return async () => {
    const now = sources.now();
    const [account, plans, weather, reservations] = await within(PATIENCE_MS, (late) =>
      Promise.all([
        part(views.account(), late),
        part(views.plans(), late),
        part(views.weather(), late),
        part(views.reservations(), late),
      ]),
    );
    const telescopes = await part((async () => views.telescopes())());
    if (telescopes.kind === "known") probes.look(telescopes.value.telescopes);
    const skies = SITES.map((site) => skyOf(site, now));
    const known = {
      weather: partValue(weather),
      account: partValue(account),
      plans: partValue(plans),
    };
    const ranking = async () => {
      const inputs = await inputsOf({ ...sources, known: async () => known });
      return ranked({ ...inputs, skies }, WISHES);
    };
    return {
      now,
      account,
      plans,
      weather,
      reservations,
      telescopes,
      tonight: await part(ranking()),
      skies,
      lanes: lanesAt(now),
      probes: probes.seen,
      bookingUrl: views.settings.bookingUrl(),
      health: views.health(),
    };
  };
}

/** The value of a part; null where there is none. */
export function partValue<T>(part: Part<T>): T | null {
  return part.kind === "known" ? part.value : null;
}

async function part<T>(asked: Promise<T>, late?: Promise<"late">): Promise<Part<T>> {
  try {
    const value = await (late ? Promise.race([asked, late]) : asked);
    return value === "late" ? { kind: "waiting" } : { kind: "known", value };
  } catch (thrown) {
    return { kind: "failed", failure: PortalFailure.from(thrown).body() };
  }
}

async function within<T>(ms: number, work: (late: Promise<"late">) => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, ms, "late");
  });
  try {
    return await work(late);
  } finally {
    clearTimeout(timer);
  }
}
