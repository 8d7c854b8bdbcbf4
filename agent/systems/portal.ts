import type { System } from "./system.ts";

const WELL: Record<string, string> = { idle: "up", logging_in: "signing in", ready: "signed in" };

export const portal = {
  name: "portal",
  isSetUp: ({ PORTAL_URL, PORTAL_API_URL }) => (PORTAL_URL ?? PORTAL_API_URL) !== undefined,
  // Nothing can be changed through it, whatever is set.
  mode: () => "read-only",
  open: async (settings, shared) => {
    const { openPortalTools } = await import("./open-portal-tools.ts");
    return openPortalTools(settings, shared);
  },
  health: {
    server: "outpost-portal",
    name: "portal",
    tool: "portal_health",
    read(data) {
      const session = data?.session;
      if (typeof session !== "string") return { state: "healthy", words: "up" };
      if (data?.configured === false) return { state: "degraded", words: "no account" };
      const words = WELL[session];
      if (words !== undefined) return { state: "healthy", words };
      return { state: "degraded", words: session.replaceAll("_", " ") };
    },
  },
  check: async function* (settings, world, deep) {
    const { checkPortal } = await import("../doctor/check-portal.ts");
    yield* checkPortal(settings, world, deep);
  },
  setUp: async (terminal, world) => {
    const { setUpPortal } = await import("../setup-portal.ts");
    return setUpPortal(terminal, world);
  },
  operator: async ({ BOOKING_URL }) => {
    const { portalSystem } = await import("../operator/portal/index.ts");
    return portalSystem(BOOKING_URL);
  },
} satisfies System;
