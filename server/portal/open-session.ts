import { createLimiter } from "./client/limiter.ts";
import { createSession, type Session } from "./client/session.ts";
import type { World } from "./create-views.ts";
import type { resolve } from "./settings.ts";

/** The one session with the portal of these settings, and the portal's origin as they stand now. Asks nothing yet. */
export function openSession(
  set: Pick<ReturnType<typeof resolve>, "known" | "map" | "loginPath">,
  world: World,
): { session: Session; origin: () => string } {
  const { now = Date.now, fetch = (request: Request) => globalThis.fetch(request) } = world;
  const origin = () => {
    const known = set.known();
    return known ? new URL(known.url).origin : "http://portal.invalid";
  };
  const session = createSession({
    line: {
      get origin() {
        return origin();
      },
      fetch,
      // At most two requests at a time, and some time between them.
      limit: createLimiter(2, world.spacingMs ?? 250, now),
      timeoutMs: world.timeoutMs ?? 10_000,
    },
    paths: () => ({ login: set.loginPath(), proof: set.map().proof }),
    credentials: set.known,
    now,
    random: world.random ?? Math.random,
  });
  return { session, origin };
}
