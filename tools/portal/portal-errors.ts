import { HubError, type Problem } from "../kit/errors.ts";
import { jsonOrNothing } from "../kit/json.ts";
import { cut } from "../kit/untrusted.ts";
import { type PortalErrorCode, portalError } from "./contract.ts";

const PROBLEMS: Record<PortalErrorCode, Problem> = {
  bad_request: "bad-input",
  bad_tid: "bad-input",
  bad_path: "bad-input",
  path_blocked: "not-allowed",
  host_not_allowed: "not-allowed",
  origin_not_allowed: "not-allowed",
  not_found: "not-found",
  unknown_site: "not-found",
  unknown_telescope: "not-found",
  method_not_allowed: "failed",
  rate_limited: "limit",
  internal: "failed",
  roster_invalid: "failed",
  portal_login_failed: "sign-in",
  portal_bad_response: "failed",
  portal_error: "failed",
  portal_redirect_offsite: "failed",
  not_configured: "unavailable",
  portal_unavailable: "unavailable",
  portal_blocked: "unavailable",
  login_backoff: "unavailable",
  roster_missing: "unavailable",
  portal_timeout: "timed-out",
  unauthorized: "sign-in",
};

/** What a person can do about it, where the wrapper's own words may quote the portal's page or say too little. */
const ADVICE: Partial<Record<keyof typeof PROBLEMS, string>> = {
  not_configured:
    "Run `outpost setup portal`, or set PORTAL_URL, PORTAL_USERNAME and PORTAL_PASSWORD for `outpost portal`. Telescopes, tonight and visibility work without them.",
  portal_login_failed:
    "The portal refused the member's login; nothing more is tried with it. Correct PORTAL_USERNAME and PORTAL_PASSWORD.",
  portal_blocked:
    "Its bot protection stands in between, and is not fought: open the portal in a browser, try again in some minutes.",
  login_backoff: "The last login failed; try again in a minute.",
  portal_bad_response:
    "`outpost doctor portal` prints the shape of its answers for the portal map.",
  portal_error: "Try again; `outpost doctor portal` looks closer.",
  portal_unavailable: "Check PORTAL_URL and the network.",
  portal_timeout: "Try again.",
  rate_limited: "Wait a few seconds and ask less often.",
  unauthorized: "Give the wrapper's token as PORTAL_TOKEN.",
};

/** The wrapper's error as ours. `text` is the body of an answer that is no success. */
export function errorOf(status: number, text: string, place: string): HubError {
  const said = portalError.safeParse(jsonOrNothing(text)).data;
  const code = said && isKnown(said.code) ? said.code : status === 401 ? "unauthorized" : undefined;
  if (!said || !code)
    return new HubError(
      "failed",
      `${place} answered with status ${status}, not as a wrapper does.`,
      {
        advice: "Check that PORTAL_API_URL is the address of `outpost portal`.",
      },
    );
  const advice = ADVICE[code] ?? said.detail;
  return new HubError(PROBLEMS[code], cut(said.error, 200), {
    ...(advice ? { advice: cut(advice, 300) } : {}),
    cause: code,
  });
}

function isKnown(code: string): code is keyof typeof PROBLEMS {
  return Object.hasOwn(PROBLEMS, code);
}
