import type { Settings } from "../../config/schema.ts";
import type { PortalFailure } from "../../server/portal/failure.ts";
import type { Look } from "../../server/portal/inspect/inspect-portal.ts";
import type { PortalSettings } from "../../server/portal/settings.ts";
import { HubError, type Problem } from "../../tools/kit/errors.ts";
import { isInTheClear } from "../../tools/kit/loopback.ts";
import { wrapperOf } from "../systems/open-portal-tools.ts";
import type { World } from "../world.ts";
import type { Check } from "./check.ts";

const NO_ACCOUNT = "Run `outpost setup portal`. Roster, sky and tonight work without an account.";

/**
 * From the account to each answer of the portal, with the shape of it and what the map finds there. Signs in once;
 * looks at the answers where `deep`. Last, whether the wrapper listens where the tools look for it.
 */
export async function* checkPortal(
  settings: Settings,
  world: World,
  deep: boolean,
): AsyncGenerator<Check> {
  const name = "portal map";
  const { portalSettings } = await import("../portal-account.ts");
  try {
    const set = await portalSettings(settings, world);
    const says = settings.PORTAL_MAP === undefined ? "the built-in map" : "your own map";
    yield { name, result: "good", says };
    yield* checkAccount(settings, set, deep);
  } catch (thrown) {
    const { message, advice, problem } = HubError.from(thrown);
    yield { name, result: "bad", says: message, problem, ...(advice ? { fix: advice } : {}) };
  }
  yield await checkWrapper(settings);
}

async function* checkAccount(
  settings: Settings,
  set: PortalSettings,
  deep: boolean,
): AsyncGenerator<Check> {
  const { PORTAL_URL, PORTAL_USERNAME, PORTAL_PASSWORD } = settings;
  const missing = Object.entries({ PORTAL_URL, PORTAL_USERNAME, PORTAL_PASSWORD })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (missing.length > 0) {
    const says = `${missing.join(", ")} not set`;
    yield { name: "portal login", result: "note", says, fix: NO_ACCOUNT };
    return;
  }
  if (PORTAL_URL !== undefined && isInTheClear(PORTAL_URL))
    yield {
      name: "portal",
      result: "note",
      says: "the password travels in the clear to an http:// address",
      fix: "Set PORTAL_URL=https://… where the portal has it.",
    };
  const { inspectPortal } = await import("../../server/portal/inspect/inspect-portal.ts");
  for await (const look of inspectPortal(set)) {
    yield checkOf(look, PORTAL_URL ?? "");
    if (!deep) break;
  }
}

function checkOf(look: Look, url: string): Check {
  const { about, path, shape, remarks, failure } = look;
  const name = about === "login" ? "portal login" : about;
  if (failure) return failed(name, path, failure);
  if (about === "login") return { name, result: "good", says: `${url} let the member in` };
  const lines = shape.map((line) => `  ${line}`);
  const lost = look.fields.filter(({ key }) => key === null);
  const found = look.fields.filter(({ key }) => key !== null);
  if (found.length > 0)
    lines.push(`found: ${found.map(({ field, key }) => `${field} in ${key}`).join(", ")}`);
  for (const { field, aliases } of lost)
    lines.push(`MISSING: ${field} (no key is called ${aliases.join(" or ")})`);
  lines.push(...remarks);
  const isWhole = lost.length === 0 && remarks.length === 0;
  return {
    name,
    result: isWhole ? "good" : "note",
    says: path,
    lines,
    ...(lost.length > 0
      ? {
          fix: mapFix(
            about,
            lost.map(({ field }) => field),
          ),
        }
      : {}),
  };
}

/** The member of the map to write, with a place for each key. */
function mapFix(about: string, fields: readonly string[]): string {
  const places = Object.fromEntries(fields.map((field) => [field, ["KEY"]]));
  return `Where a key above holds one of these, write it into the file of PORTAL_MAP_FILE: ${JSON.stringify({ [about]: { fields: places } })}`;
}

function failed(name: string, path: string, failure: PortalFailure): Check {
  const { code, message, detail } = failure;
  const problem: Problem =
    code === "portal_login_failed"
      ? "sign-in"
      : code === "portal_timeout"
        ? "timed-out"
        : "unavailable";
  return {
    name,
    result: "bad",
    says: `${path}: ${message}${detail ? ` ${detail}` : ""} (${code})`,
    problem,
    fix: fixOf(name, code),
  };
}

/** What to do about a failure: a portal that keeps everybody out says nothing of the settings. */
function fixOf(name: string, code: PortalFailure["code"]): string {
  if (code === "portal_blocked")
    return "Open the portal in a browser, and look again in five minutes.";
  if (code === "portal_unavailable" || code === "portal_timeout")
    return "Check PORTAL_URL and the network, and look again later.";
  return name === "portal login"
    ? "Check PORTAL_URL, PORTAL_USERNAME, PORTAL_PASSWORD and PORTAL_LOGIN_PATH."
    : `Write the right path into the file of PORTAL_MAP_FILE: {"${name}":{"path":"/…"}}`;
}

async function checkWrapper(settings: Settings): Promise<Check> {
  const name = "wrapper";
  const { createPortalClient } = await import("../../tools/portal/client.ts");
  const at = wrapperOf(settings);
  try {
    const { version, configured } = await createPortalClient({ ...at, requestMs: 5000 }).health(
      AbortSignal.timeout(5000),
    );
    const says = `${at.url} answers, version ${version}${configured ? "" : ", without an account"}`;
    return { name, result: "good", says };
  } catch (thrown) {
    const { message, advice, problem } = HubError.from(thrown);
    // It need not run yet; a token that it does not take is a mistake.
    if (problem === "unavailable")
      return { name, result: "note", says: `nothing answers at ${at.url}`, fix: "outpost portal" };
    return { name, result: "bad", says: message, problem, ...(advice ? { fix: advice } : {}) };
  }
}
