import { foreignPart, isLocalHost } from "../../tools/kit/web/caller.ts";
import { PortalFailure } from "./failure.ts";

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Throws for a request that a web page elsewhere could have made, and for any method that does more than read. */
export function checkCaller(request: Request, host: string): void {
  const foreign = foreignPart(request, (name) => isLocalHost(name) || name === host);
  if (foreign === "host")
    throw new PortalFailure("host_not_allowed", "This address is not one of the wrapper's.");
  if (foreign === "origin")
    throw new PortalFailure("origin_not_allowed", "Other web sites may not ask here.");
  if (request.method !== "GET" && request.method !== "HEAD")
    throw new PortalFailure("method_not_allowed", "Only reading is possible here.");
}

/** The answer with the headers that keep a browser from making more of it than it is. */
export function protect(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set("content-security-policy", CSP);
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "no-referrer");
  headers.set("cache-control", "no-store");
  return new Response(answer.body, { status: answer.status, headers });
}

/** Throws `rate_limited` beyond so many costly requests in a minute. */
export function createCallerLimit(most: number, now: () => number): () => void {
  let left = most;
  let at = now();
  return () => {
    left = Math.min(most, left + ((now() - at) / 60_000) * most);
    at = now();
    if (left < 1)
      throw new PortalFailure("rate_limited", "Too many requests.", { retryAfterSeconds: 1 });
    left--;
  };
}
