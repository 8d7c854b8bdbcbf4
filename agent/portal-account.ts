import type { z } from "zod";
import type { Settings } from "../config/schema.ts";
import type { Views } from "../server/portal/create-views.ts";
import { PortalFailure } from "../server/portal/failure.ts";
import type { PortalMap } from "../server/portal/portal-map.ts";
import type { PortalSettings } from "../server/portal/settings.ts";
import { HubError } from "../tools/kit/errors.ts";
import { followSettings } from "./follow-settings.ts";
import { VERSION } from "./version.ts";
import type { World } from "./world.ts";

/**
 * What the wrapper is told, from the settings. Account and map follow the files of the settings while the wrapper
 * runs; the rest is as it was at the start. Throws HubError `bad-input` for a map that is not usable.
 */
export async function portalSettings(settings: Settings, world: World): Promise<PortalSettings> {
  const follow = await followSettings(world);
  const mapOf = await followMap(settings.PORTAL_MAP, world);
  return {
    source() {
      const { settings: now, version } = follow();
      const values: Record<string, string> = {};
      if (now.PORTAL_URL) values.PORTAL_URL = now.PORTAL_URL;
      if (now.PORTAL_USERNAME) values.PORTAL_USERNAME = now.PORTAL_USERNAME;
      if (now.PORTAL_PASSWORD) values.PORTAL_PASSWORD = now.PORTAL_PASSWORD.reveal();
      if (now.BOOKING_URL) values.BOOKING_URL = now.BOOKING_URL;
      return { values, version, map: mapOf(now.PORTAL_MAP, version) };
    },
    loginPath: settings.PORTAL_LOGIN_PATH,
    rosterFile: settings.PORTAL_ROSTER_FILE,
    targetsFile: settings.PORTAL_TARGETS_FILE,
    scopeUrlTemplate: settings.PORTAL_SCOPE_URL_TEMPLATE,
    raw: settings.PORTAL_RAW,
    ...settings.PORTAL_LISTEN,
    token: settings.PORTAL_TOKEN?.reveal(),
    tlsInFront: settings.OUTPOST_TLS_IN_FRONT,
    version: VERSION,
  };
}

type MapOf = (json: unknown, version: string) => PortalMap | undefined;

/** Reads the map once for each version of the settings. One that is no longer usable is told once; the last stays. */
async function followMap(first: unknown, world: World): Promise<MapOf> {
  const { portalMap } = await import("../server/portal/portal-map.ts");
  let seen = JSON.stringify(first);
  let map = await readMap(first);
  let readAt: string | undefined;
  return (json, version) => {
    if (version === readAt) return map;
    readAt = version;
    const text = JSON.stringify(json);
    // A file that just went away or is half written: what it said last still counts.
    if (text === seen || (json === undefined && map !== undefined)) return map;
    seen = text;
    const read = portalMap.safeParse(json);
    if (read.success) map = read.data;
    else world.stderr.write(`outpost: ${faultsOf(read.error)}\nThe map before it stays in use.\n`);
    return map;
  };
}

/** The map as its file has it. Throws HubError `bad-input`, which names every member that is wrong. */
export async function readMap(json: unknown): Promise<PortalMap | undefined> {
  if (json === undefined) return undefined;
  const { portalMap } = await import("../server/portal/portal-map.ts");
  const read = portalMap.safeParse(json);
  if (read.success) return read.data;
  throw new HubError("bad-input", faultsOf(read.error), {
    advice:
      "server/portal/portal-map.ts says what it may hold; `outpost doctor portal` what it lacks.",
  });
}

function faultsOf(error: z.ZodError): string {
  const lines = error.issues.map(
    ({ path, message }) => `- ${path.length > 0 ? path.join(".") : "the whole"}: ${message}`,
  );
  return `The map of PORTAL_MAP_FILE is not usable:\n${lines.join("\n")}`;
}

/** What a member would do next, line by line; nothing where all is there. */
export function* whatIsMissing(views: Views): Generator<string> {
  const { configured, missing } = views.health();
  if (!configured)
    yield `
No account is set up (${missing.join(", ")}): roster, sky and tonight work; account, weather and
reservations do not. Run \`outpost setup portal\`; this process notices by itself.`;
  try {
    const { demo, file, skipped } = views.telescopes().roster;
    if (demo)
      yield "\nThe telescopes are invented ones. Name a file of your own in PORTAL_ROSTER_FILE.";
    for (const { line, reason } of skipped) yield `${file}, line ${line} is skipped: ${reason}`;
  } catch (thrown) {
    const { message, detail } = PortalFailure.from(thrown);
    yield `\n${message} ${detail}`;
  }
}
