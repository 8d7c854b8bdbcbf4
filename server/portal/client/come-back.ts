import { PortalFailure } from "../failure.ts";
import type { Exchange } from "./http.ts";

const MOST_SECONDS = 3600;

/** Seconds until the portal wants to be asked again, at most an hour; 0 where its answer does not say. */
export function comeBackSeconds({ status, headers }: Exchange, now: number): number {
  const written = headers.get("retry-after");
  if ((status !== 429 && status !== 503) || written === null) return 0;
  const seconds = /^\d+$/.test(written) ? Number(written) : (Date.parse(written) - now) / 1000;
  return seconds > 0 ? Math.min(MOST_SECONDS, Math.ceil(seconds)) : 0;
}

/** The failure of a portal that answers 429 or 503; it says when to come back where the portal does. */
export function busyFailure(status: number, seconds: number): PortalFailure {
  return new PortalFailure(
    "portal_unavailable",
    `The portal answered with an error (${status}).`,
    seconds > 0 ? { retryAfterSeconds: seconds } : {},
  );
}
