import type { Settings } from "../../config/schema.ts";
import { portalServing } from "../../mcp-servers/portal.ts";
import { createSlots } from "../../mcp-servers/slots.ts";
import { NO_PATH_RULES } from "../../tools/kit/gates.ts";
import { originHere } from "../../tools/kit/loopback.ts";
import { createTickets } from "../../tools/kit/tickets.ts";
import { CALLS_AT_ONCE, type OpenServing, type Shared } from "../serving.ts";

/** Nobody is asked about what only reads. */
const CONFIRM_SECONDS = 300;

/** The portal's tools on their road, from the settings. Nothing is asked of the wrapper before the first call. */
export async function openPortalTools(settings: Settings, shared: Shared): Promise<OpenServing> {
  const { state, now, ...rest } = shared;
  const serving = portalServing({
    ...rest,
    async portal() {
      const { createPortalClient } = await import("../../tools/portal/client.ts");
      return createPortalClient(wrapperOf(settings));
    },
    raw: settings.PORTAL_RAW_TOOL,
    instructions: settings.PORTAL_INSTRUCTIONS,
    road: {
      gates: { writes: false, destructive: false, paths: NO_PATH_RULES },
      state,
      tickets: createTickets(CONFIRM_SECONDS, now),
      confirm: "ask",
      confirmSeconds: CONFIRM_SECONDS,
      source: "portal",
    },
    slots: createSlots(CALLS_AT_ONCE),
  });
  return { serving, close: async () => undefined };
}

/** Where the tools find the wrapper, and what they send it. */
export function wrapperOf(settings: Settings): { url: string; token: string | undefined } {
  const { PORTAL_API_URL, PORTAL_LISTEN, PORTAL_TOKEN } = settings;
  return { url: PORTAL_API_URL ?? originHere(PORTAL_LISTEN), token: PORTAL_TOKEN?.reveal() };
}
