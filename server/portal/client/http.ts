import type { CookieJar } from "tough-cookie";
import { whileHeld } from "../../../tools/kit/time-limit.ts";
import { PortalFailure } from "../failure.ts";
import type { Limiter } from "./limiter.ts";
import { readBody } from "./read-body.ts";

/** The network as the client sees it: the global `fetch`, or a fake portal's. */
export type Fetch = (request: Request) => Promise<Response>;

export type Line = {
  origin: string;
  fetch: Fetch;
  limit: Limiter;
  timeoutMs: number;
};

export type Exchange = {
  url: URL;
  status: number;
  headers: Headers;
  body: Uint8Array;
  truncated: boolean;
  /** A redirect to the login page, which is not followed. */
  toLogin: boolean;
  /** When the portal wants to be asked again; set by the session. */
  comeBackSeconds?: number;
};

export type Ask = {
  form?: URLSearchParams;
  json?: boolean;
  mostBytes?: number;
  /** Cut at the limit instead of failing. */
  cut?: boolean;
  /** Whoever asks for the login page by its own address gets it, signed in or not. */
  loginPageIsFine?: boolean;
  /** Redirects to a login page end the exchange. */
  stopAtLogin?: (url: URL) => boolean;
  /** Throws for a place that must not be asked. Called before every request, redirects included. */
  guard?: (url: URL) => void;
};

const MOST_HOPS = 5;
const MOST_BYTES = 5 * 1024 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * One GET, or the one POST that signs in, with the redirects followed by hand: the cookie of a 302 would be lost
 * otherwise. No request leaves the origin, and no posted form is sent a second time. Throws PortalFailure.
 */
export async function exchange(
  line: Line,
  jar: CookieJar,
  start: URL,
  ask: Ask,
): Promise<Exchange> {
  let url = start;
  let form = ask.form;
  let signal: AbortSignal | undefined;
  for (let hop = 0; hop <= MOST_HOPS; hop++) {
    if (url.origin !== line.origin) throw offsite();
    ask.guard?.(url);
    const result = await line.limit(async () => {
      signal ??= AbortSignal.timeout(line.timeoutMs);
      return once(line, jar, url, form, ask, signal);
    });
    if (!("location" in result)) return result;
    const next = nextUrl(result.location, url);
    if (next.origin !== line.origin) throw offsite();
    if (form && (result.status === 307 || result.status === 308))
      throw new PortalFailure(
        "portal_bad_response",
        "The portal wants the login form sent elsewhere.",
      );
    if (ask.stopAtLogin?.(next))
      return { ...result, url: next, body: new Uint8Array(), truncated: false, toLogin: true };
    form = undefined;
    url = next;
  }
  throw new PortalFailure("portal_bad_response", "The portal redirects in a circle.");
}

type Moved = { status: number; headers: Headers; location: string | null };

async function once(
  line: Line,
  jar: CookieJar,
  url: URL,
  form: URLSearchParams | undefined,
  ask: Ask,
  signal: AbortSignal,
): Promise<Exchange | Moved> {
  const headers = new Headers({ "user-agent": "outpost-portal/0.1 (read-only)" });
  const cookies = await jar.getCookieString(url.href);
  if (cookies) headers.set("cookie", cookies);
  if (ask.json) headers.set("accept", "application/json");
  // An ASMX service answers XML to whoever does not name the type, even on a GET.
  if (ask.json) headers.set("content-type", "application/json; charset=utf-8");
  if (form) headers.set("content-type", "application/x-www-form-urlencoded");
  const how = form ? { method: "POST", body: form.toString() } : { method: "GET" };
  const read = async (request: Request) => {
    const response = await line.fetch(request);
    for (const cookie of response.headers.getSetCookie())
      await jar.setCookie(cookie, url.href, { ignoreError: true });
    const { status } = response;
    if (REDIRECTS.has(status)) {
      await response.body?.cancel();
      return { status, headers: response.headers, location: response.headers.get("location") };
    }
    const body = await readBody(response, ask.mostBytes ?? MOST_BYTES, ask.cut ?? false);
    return { url, status, headers: response.headers, ...body, toLogin: false };
  };
  try {
    return await whileHeld(new Request(url, { ...how, headers, redirect: "manual", signal }), read);
  } catch (thrown) {
    throw networkFailure(thrown);
  }
}

function nextUrl(location: string | null, from: URL): URL {
  if (location !== null && URL.canParse(location, from.href)) return new URL(location, from);
  throw new PortalFailure("portal_bad_response", "The portal redirects to nowhere.");
}

const offsite = () =>
  new PortalFailure("portal_redirect_offsite", "The portal redirects to another site.", {
    detail: "It was not followed. If the portal moved, change PORTAL_URL.",
  });

function networkFailure(thrown: unknown): PortalFailure {
  if (thrown instanceof PortalFailure) return thrown;
  if (thrown instanceof DOMException && thrown.name === "TimeoutError")
    return new PortalFailure("portal_timeout", "The portal did not answer in time.");
  return new PortalFailure("portal_unavailable", "The portal cannot be reached.", {
    detail: "Check PORTAL_URL and the network.",
    cause: thrown,
  });
}
