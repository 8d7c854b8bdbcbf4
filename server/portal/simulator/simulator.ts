import { setTimeout as pause } from "node:timers/promises";
import { answerOf, jsonOf, wrapped } from "./answers.ts";
import { html, launchpad, loginPage, reservationGrid } from "./pages.ts";
import { postLogin } from "./post-login.ts";
import { spend } from "./spending-routes.ts";
import { type FakeState, freshState } from "./state.ts";
import type { Switches } from "./switches.ts";
import { troubled } from "./troubles.ts";

export type FakePortal = {
  fetch: (request: Request) => Promise<Response>;
  state: FakeState;
};

export type FakePortalOptions = { switches?: Partial<Switches>; now?: () => number };

const MOST_KEPT = 20_000;

/** A member portal that behaves: forms with view state, a data service that answers `d`, GET routes that spend. */
export function createFakePortal(options: FakePortalOptions = {}): FakePortal {
  const state = freshState(options.switches ?? {}, options.now ?? Date.now);
  return { state, fetch: (request) => answer(state, request) };
}

async function answer(state: FakeState, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = served(url.pathname);
  note(state, request, url, path);
  if (state.switches.latencyMs > 0)
    await pause(state.switches.latencyMs, undefined, { signal: request.signal });
  const { troubles, retryAfter } = state.switches;
  const trouble = troubles.get(path + url.search.toLowerCase()) ?? troubles.get(path);
  if (trouble) return troubled(trouble, request, retryAfter);
  if (request.method === "POST" && isLogin(path)) return postLogin(state, request);
  if (isLogin(path)) {
    state.loginPages++;
    const page = loginPage(state);
    page.headers.append("set-cookie", "ASP.NET_SessionId=s1; path=/; HttpOnly; SameSite=Lax");
    return page;
  }
  if (!isSignedIn(state, request)) return expired(state, url);
  return signedIn(state, request, url, path);
}

/**
 * The path as the server matches it: decoded, with look-alike letters taken for plain ones, lower case, without a
 * session in the path or a closing slash.
 */
function served(pathname: string): string {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // stays as it came
  }
  return path
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^\/\(s\([^)]*\)\)/, "")
    .replace(/(.)\/+$/, "$1");
}

const isLogin = (path: string) => path === "" || path === "/" || path === "/default.aspx";

function note(state: FakeState, request: Request, url: URL, path: string): void {
  const key = `${request.method} ${path}`;
  state.counts.set(key, (state.counts.get(key) ?? 0) + 1);
  if (state.requests.length >= MOST_KEPT) state.requests.shift();
  state.requests.push({
    method: request.method,
    path: url.pathname + url.search,
    cookie: request.headers.get("cookie"),
    authorization: request.headers.get("authorization"),
  });
}

function isSignedIn(state: FakeState, request: Request): boolean {
  const cookie = /(?:^|; )\.ASPXAUTH=([^;]*)/.exec(request.headers.get("cookie") ?? "")?.[1];
  return cookie !== undefined && !state.switches.forgetful && state.sessions.has(cookie);
}

function expired(state: FakeState, url: URL): Response {
  const back = `ReturnUrl=${encodeURIComponent(url.pathname)}`;
  const moved = (location: string) => new Response(null, { status: 302, headers: { location } });
  switch (state.switches.expiry) {
    case "302":
      return moved(`/Default.aspx?${back}`);
    case "cookieless":
      return moved(`/(S(abc123))/Default.aspx?${back}`);
    case "200":
      return loginPage(state);
    case "401":
      return jsonOf('{"Message":"Authentication failed.","StackTrace":null}', 401, {
        jsonerror: "true",
      });
    case "403": {
      const page = loginPage(state);
      return new Response(page.body, { status: 403, headers: page.headers });
    }
    case "d-null":
      return jsonOf('{"d":null}');
  }
}

function signedIn(state: FakeState, request: Request, url: URL, path: string): Response {
  const spent = request.method === "GET" && spend(state, path, url.searchParams);
  if (spent) return jsonOf(`{"d":"${spent.effect}"}`);
  const value = answerOf(state, path, url.searchParams);
  if (value !== undefined) {
    const asksForJson = /application\/json/.test(request.headers.get("content-type") ?? "");
    return wrapped(value, state.switches.wrap, asksForJson);
  }
  switch (path) {
    case "/launchpad.aspx":
      return launchpad(state);
    case "/reservations.aspx":
    case "/reservationgrid":
      return reservationGrid(state);
    case "/settings":
    case "/changepassword.aspx":
      return html(`<a href="/Logout.aspx">Log out</a><input type="hidden" name="__VIEWSTATE" value="abc">
<form><input type="password" name="Old"><input type="submit" name="Change" value="Change"></form>`);
    case "/picture.png":
      return new Response(new Uint8Array(300), { headers: { "content-type": "image/png" } });
    case "/logout.aspx":
      state.sessions.clear();
      return new Response(null, { status: 302, headers: { location: "/Default.aspx" } });
    default:
      return html("<h1>Not found</h1>", 404, { "set-cookie": "seen=1; path=/" });
  }
}
