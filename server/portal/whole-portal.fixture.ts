import type { World } from "./create-views.ts";
import { openPortal } from "./open-portal.ts";
import { MEMBER } from "./portal.fixture.ts";
import type { PortalSettings } from "./settings.ts";
import { createFakePortal } from "./simulator/simulator.ts";
import type { Switches } from "./simulator/switches.ts";

/**
 * The whole wrapper, tonight and all, over a fake portal in this process. The fake counts what it is asked; control
 * servers of telescopes answer "401" but for those in `silent`. The clock moves only by hand.
 */
export function wholePortal(
  switches: Partial<Switches> = {},
  settings: PortalSettings = {},
  world: World = {},
) {
  const clock = { ms: Date.parse("2026-11-21T12:00:00Z") };
  const now = () => clock.ms;
  const fake = createFakePortal({ switches, now });
  const silent = new Set<string>();
  const probed: string[] = [];
  const fetch = async (request: Request) => {
    const { origin, hostname } = new URL(request.url);
    if (`${origin}/` === MEMBER.portalUrl) return fake.fetch(request);
    probed.push(hostname);
    if (silent.has(hostname.split(".")[0] ?? ""))
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }),
      });
    return new Response("login", { status: 401 });
  };
  const portal = openPortal({ ...MEMBER, ...settings }, { now, spacingMs: 0, fetch, ...world });
  return { fake, portal, clock, now, silent, probed };
}
