import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { foreignPart, isLocalHost } from "../../tools/kit/web/caller.ts";
import { PortalFailure } from "./failure.ts";

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

type Border = {
  host: string;
  tlsInFront: boolean;
  hasToken: (header: string | null) => boolean;
};

/**
 * Throws for a request that a web page elsewhere could have made, for one that does more than read, and for one
 * without the token where there is one; in this order, so that a page elsewhere learns nothing.
 */
export function checkCaller(request: Request, border: Border): void {
  const { host, tlsInFront } = border;
  const open = tlsInFront && (host === "0.0.0.0" || host === "::");
  const known = host.includes(":") ? `[${host}]` : host;
  const foreign = foreignPart(
    asSent(request, tlsInFront),
    (name) => open || isLocalHost(name) || name === known,
  );
  if (foreign === "host")
    throw new PortalFailure("host_not_allowed", "This address is not one of the wrapper's.");
  if (foreign === "origin")
    throw new PortalFailure("origin_not_allowed", "Other web sites may not ask here.");
  if (request.method !== "GET" && request.method !== "HEAD")
    throw new PortalFailure("method_not_allowed", "Only reading is possible here.");
  if (!border.hasToken(request.headers.get("authorization")))
    throw new PortalFailure("unauthorized", "A token is needed.", {
      detail: "Send it as a bearer token, or as the password that the browser asks for.",
    });
}

/** A browser's origin names the scheme that it spoke: that of the proxy, not ours. */
function asSent(request: Request, tlsInFront: boolean): Request {
  const isHttps = tlsInFront && request.headers.get("origin")?.startsWith("https:");
  return isHttps ? new Request(request.url.replace(/^http:/, "https:"), request) : request;
}

/** Says whether an Authorization header holds the token; without a token every one does. */
export function tokenCheck(token: string | undefined): Border["hasToken"] {
  if (token === undefined) return () => true;
  const wanted = sha256(token);
  return (header) => {
    const [, scheme = "", given = ""] = /^(Bearer|Basic) +(.+)$/i.exec(header ?? "") ?? [];
    // A browser asks its person for a name too; any will do.
    const said = /^basic$/i.test(scheme)
      ? Buffer.from(given, "base64")
          .toString()
          .replace(/^[^:]*:/, "")
      : given;
    return timingSafeEqual(sha256(said), wanted);
  };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();

/** Sets the headers that keep a browser from making more of an answer than it is. */
export function protect(answer: Response): Response {
  // In place: a second Response around the first one's body would cost more than the rest of a cached answer.
  const { headers } = answer;
  headers.set("content-security-policy", CSP);
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "no-referrer");
  // A page's files name their version and may be kept; nothing that the portal said may.
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  headers.set("x-request-id", randomUUID());
  return answer;
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
