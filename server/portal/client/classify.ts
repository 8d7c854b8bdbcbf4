import type { Exchange } from "./http.ts";
import { textOf } from "./read-body.ts";

export type Verdict = "fine" | "expired" | "bot";

const LOGIN_PATH =
  /^\/(?:(?:default|login|signin|logon)(?:\.aspx)?)?$|\/(?:login|signin|logon)(?:\.aspx)?$/i;

/** A redirect to here means that nobody is signed in. */
export function isLoginUrl(url: URL): boolean {
  const path = url.pathname.replace(/^\/\(S\([^)]*\)\)/i, "");
  return (
    LOGIN_PATH.test(path) || [...url.searchParams.keys()].some((key) => /^returnurl$/i.test(key))
  );
}

/** What an answer is, whatever its status says. A login page that was asked for is no sign of anything. */
export function classify(answer: Exchange, loginPageIsFine = false): Verdict {
  if (isBotPage(answer)) return "bot";
  if (loginPageIsFine && answer.status === 200) return "fine";
  if (answer.toLogin || answer.status === 401) return "expired";
  return (answer.status === 200 || answer.status === 403) && isLoginPage(pageOf(answer))
    ? "expired"
    : "fine";
}

export function pageOf(answer: Exchange): string {
  const type = answer.headers.get("content-type") ?? "";
  return /html|^$/i.test(type) ? textOf(answer.body, type) : "";
}

/** A password field with view state, and no way out: a page with a change-password form has a link to log out. */
export function isLoginPage(page: string): boolean {
  return (
    /type=["']?password/i.test(page) &&
    /__VIEWSTATE/.test(page) &&
    !/log ?out|log ?off|sign ?out/i.test(page)
  );
}

/** By the header; otherwise only by status, server and body together: words alone are in innocent pages too. */
function isBotPage(answer: Exchange): boolean {
  if (/challenge/i.test(answer.headers.get("cf-mitigated") ?? "")) return true;
  return (
    [403, 429, 503].includes(answer.status) &&
    /cloudflare/i.test(answer.headers.get("server") ?? "") &&
    /\/cdn-cgi\/challenge-platform\/|_cf_chl_opt|<title>Just a moment/i.test(pageOf(answer))
  );
}
