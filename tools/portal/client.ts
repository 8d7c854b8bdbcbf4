import type { z } from "zod";
import { HubError } from "../kit/errors.ts";
import { type Json, parseJson } from "../kit/json.ts";
import { isLoopback } from "../kit/loopback.ts";
import { cleanJson } from "../kit/untrusted.ts";
import * as contract from "./contract.ts";
import { scopesAnswer, tonightAnswer, visibilityAnswer } from "./contract-tonight.ts";
import { type Fetch, get, type Line } from "./http.ts";
import { errorOf } from "./portal-errors.ts";

export type PortalClient = ReturnType<typeof createPortalClient>;

export type PortalWorld = {
  /** PORTAL_API_URL: where `outpost portal` listens. */
  url: string;
  /** Where the wrapper asks for one. */
  token?: string | undefined;
  /** Instead of the network: a wrapper in this process. */
  fetch?: Fetch;
  now?: () => number;
  /** How long one request may take as a whole. Default 45 s: the wrapper asks the portal politely, one by one. */
  requestMs?: number;
};

const DEFAULT_PORTAL_API_URL = "http://127.0.0.1:8000";

type Query = Record<string, string | number | undefined>;

/**
 * The wrapper of the telescope portal, as its callers see it: GET alone, every answer parsed by the contract. Each
 * call throws HubError and ends with its signal. Throws `bad-input` for an address that is none.
 */
export function createPortalClient(world: PortalWorld) {
  const line: Line = {
    origin: originOf(world.url),
    token: world.token,
    fetch: world.fetch ?? ((request) => globalThis.fetch(request)),
    requestMs: world.requestMs ?? 45_000,
  };
  const place = new URL(line.origin).host;

  async function read<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    query: Query,
    signal: AbortSignal,
  ): Promise<z.output<Schema>> {
    const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const search = new URLSearchParams(given).toString();
    const { status, text } = await get(line, search ? `${path}?${search}` : path, signal);
    if (status !== 200) throw errorOf(status, text, place);
    const parsed = schema.safeParse(cleanJson(jsonOf(text, place)));
    if (parsed.success) return parsed.data;
    throw new HubError("failed", `The answer of ${place} does not have the shape of ${path}.`, {
      advice: "Wrapper and tools may be of different versions; start `outpost portal` again.",
      cause: parsed.error,
    });
  }

  const word = encodeURIComponent;
  return {
    /** `host:port`, for sentences. */
    place,
    now: world.now ?? Date.now,
    health: (signal: AbortSignal) => read(contract.health, "/api/health", {}, signal),
    account: (signal: AbortSignal) => read(contract.account, "/api/account", {}, signal),
    plans: (signal: AbortSignal) => read(contract.plans, "/api/plans", {}, signal),
    telescopes: (signal: AbortSignal) => read(contract.telescopes, "/api/telescopes", {}, signal),
    weather: (signal: AbortSignal) => read(contract.weather, "/api/weather", {}, signal),
    siteWeather: (site: string, signal: AbortSignal) =>
      read(contract.siteWeather, `/api/weather/${word(site)}`, {}, signal),
    scopeStatus: (tid: string, signal: AbortSignal) =>
      read(contract.scopeStatus, `/api/scope/${word(tid)}/status`, {}, signal),
    scopes: (signal: AbortSignal) => read(scopesAnswer, "/api/scopes/status", {}, signal),
    reservations: (signal: AbortSignal) =>
      read(contract.reservations, "/api/reservations", {}, signal),
    tonight: (query: Query, signal: AbortSignal) =>
      read(tonightAnswer, "/api/tonight", query, signal),
    visibility: (query: Query, signal: AbortSignal) =>
      read(visibilityAnswer, "/api/visibility", query, signal),
    raw: (path: string, signal: AbortSignal) => read(contract.raw, "/api/raw", { path }, signal),
  };
}

/** Plain http only to this machine: what the wrapper says is a member's, and so is its token. */
function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const safe =
    parsed?.protocol === "https:" || (parsed?.protocol === "http:" && isLoopback(parsed.hostname));
  if (parsed && safe && parsed.pathname === "/" && !parsed.search && !parsed.username)
    return parsed.origin;
  throw new HubError("bad-input", "PORTAL_API_URL is no address of a wrapper.", {
    advice: `Write where \`outpost portal\` listens, such as ${DEFAULT_PORTAL_API_URL}.`,
  });
}

function jsonOf(text: string, place: string): Json {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new HubError("failed", `The answer of ${place} is not JSON.`, {
      advice: "Check that PORTAL_API_URL is the address of `outpost portal`.",
      cause,
    });
  }
}
