import { createPortal } from "./create-portal.ts";
import type { World } from "./create-views.ts";
import type { PortalSettings } from "./settings.ts";
import { createFakePortal } from "./simulator/simulator.ts";
import type { Switches } from "./simulator/switches.ts";

/** The settings of a member of the fake portal. */
export const MEMBER = {
  portalUrl: "https://portal.test/",
  username: "stargazer",
  password: "correct horse",
  scopeUrlTemplate: "http://{tid_lower}.itelescope.net/",
} satisfies PortalSettings;

/** A wrapper of a fake portal. `seen` is every request it sent anywhere; the clock moves only by hand. */
export function startPortal(
  switches: Partial<Switches> = {},
  settings: PortalSettings = {},
  world: World = {},
  extend?: Parameters<typeof createPortal>[2],
) {
  const clock = { ms: Date.UTC(2026, 4, 1) };
  const now = () => clock.ms;
  const fake = createFakePortal({ switches, now });
  const seen: Request[] = [];
  const fetch = (request: Request) => {
    seen.push(request.clone());
    return fake.fetch(request);
  };
  const portal = createPortal(
    { ...MEMBER, ...settings },
    { now, spacingMs: 0, fetch, ...world },
    extend,
  );
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await portal.fetch(new Request(`http://127.0.0.1:8000${path}`, init));
    const { status, headers } = response;
    const text = await response.text();
    const isJson = /json/.test(headers.get("content-type") ?? "") && text !== "";
    return { status, headers, text, body: isJson ? JSON.parse(text) : null };
  };
  return { ...fake, portal, get, seen, clock };
}

/** Paths of the fake as its switches name them. */
export const ACCOUNT = "/services/portal.asmx/getaccount";
export const PLANS = "/services/portal.asmx/getplans";
export const WEATHER = "/services/portal.asmx/getweather";
