import type { Tool } from "../kit/define-tool.ts";
import type { PortalClient } from "./client.ts";
import { portalAccount } from "./tools/portal-account.ts";
import { portalHealth } from "./tools/portal-health.ts";
import { portalPlans } from "./tools/portal-plans.ts";
import { portalRaw } from "./tools/portal-raw.ts";
import { portalReservations } from "./tools/portal-reservations.ts";
import { portalTelescopes } from "./tools/portal-telescopes.ts";
import { portalWeather } from "./tools/portal-weather.ts";
import { scopeStatus } from "./tools/scope-status.ts";
import { tonight } from "./tools/tonight.ts";
import { visibility } from "./tools/visibility.ts";

export type { PortalClient } from "./client.ts";

/**
 * Every tool of the telescope portal, in the order in which a person would look for them. All of them read.
 * `portal_raw` comes last: a server lists it only where its operator says so.
 */
export function portalTools(portal: PortalClient): Tool[] {
  return [
    tonight(portal),
    visibility(portal),
    portalWeather(portal),
    scopeStatus(portal),
    portalAccount(portal),
    portalPlans(portal),
    portalTelescopes(portal),
    portalReservations(portal),
    portalHealth(portal),
    portalRaw(portal),
  ];
}
