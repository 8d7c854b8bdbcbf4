import type { Root, Version } from "./call.ts";
import { openapi } from "./openapi.ts";
import { PAGE, PAGE_POLICY } from "./openapi-page.ts";
import type { Mode } from "./options.ts";
import type { Route } from "./route.ts";

const PLACE = /^(\/mgmt|\/scalemgmt)?(?:\/(v2|v3))?\/openapi(\.json|\/?)$/;

/**
 * The specification, or the page that shows it, where a request asks for one: at /openapi.json and /openapi/, the same
 * below a root, and below a root and a version that this cluster has.
 */
export function openapiAnswer(
  method: string,
  pathname: string,
  routes: readonly Route[],
  mode: Mode,
): Response | undefined {
  const found = PLACE.exec(pathname);
  if (!found || method !== "GET") return undefined;
  const root = (found[1] ?? "/mgmt") as Root; // the expression matches nothing else
  const only = found[2] as Version | undefined; // the same
  if (only && (!found[1] || (mode !== "mixed" && mode !== only))) return undefined;
  if (found[3] === ".json")
    return new Response(JSON.stringify(openapi(routes, mode, root, only)), {
      headers: { "content-type": "application/json", "x-outpost-simulator": "1" },
    });
  if (found[3] === "")
    return new Response(null, { status: 301, headers: { location: `${pathname}/` } });
  return new Response(PAGE, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": PAGE_POLICY,
      "x-content-type-options": "nosniff",
      "x-outpost-simulator": "1",
    },
  });
}
