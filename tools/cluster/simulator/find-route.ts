import type { Version } from "./call.ts";
import type { Mode } from "./options.ts";
import { Refusal } from "./refusal.ts";
import { matchPath, offered, type Route } from "./route.ts";

/**
 * The route for a request. Refuses with 404 where this version of the API has no such endpoint, and with 405 where it has
 * the path for other methods only and no other version has this one either.
 */
export function findRoute(
  routes: readonly Route[],
  mode: Mode,
  version: Version,
  method: string,
  segments: readonly string[],
): { route: Route; params: Record<string, string> } {
  let pathIsKnown = false;
  let elsewhere = false;
  for (const route of routes) {
    const params = matchPath(route, segments);
    if (!params) continue;
    if (offered(route, version, mode)) {
      if (route.method === method) return { route, params };
      pathIsKnown = true;
    } else if (route.method === method) elsewhere = true;
  }
  const where = `/${version}/${segments.join("/")}`;
  if (pathIsKnown && !elsewhere)
    throw new Refusal(405, `The method ${method} is not allowed for ${where}.`);
  throw new Refusal(404, `There is no endpoint ${method} ${where}.`);
}
