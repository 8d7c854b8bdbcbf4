const LOCAL = new Set(["127.0.0.1", "localhost", "[::1]"]);

export function isLocalHost(hostname: string): boolean {
  return LOCAL.has(hostname);
}

/**
 * Whether the hostname is an address in digits. A web page that points a name of its own at us cannot have one, so
 * it is as good as a name that we know.
 */
export function isIpAddress(hostname: string): boolean {
  return /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/.test(hostname);
}

/**
 * What is wrong with a request that a web page elsewhere could have made: a "host" that is not ours (a name pointed at
 * this machine), or an "origin" that is not this service itself. Undefined where nothing is.
 */
export function foreignPart(
  request: Request,
  isOurs: (hostname: string) => boolean,
): "host" | "origin" | undefined {
  const url = new URL(request.url);
  const named = request.headers.get("host") ?? url.host;
  const at = `${url.protocol}//${named}`;
  const isPlain = /^[^@/\\?#\s]+$/.test(named) && URL.canParse(at);
  const hostname = isPlain ? new URL(at).hostname : "";
  if (hostname === "" || !isOurs(hostname)) return "host";
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== at.toLowerCase()) return "origin";
  const site = request.headers.get("sec-fetch-site") ?? "none";
  const isForeign = /^(cross|same)-site$/.test(site) && url.pathname.startsWith("/api/");
  return isForeign ? "origin" : undefined;
}
