import type { Mode } from "./options.ts";
import type { Route } from "./route.ts";

export function openapiAnswer(
  _method: string,
  _path: string,
  _routes: Route[],
  _mode: Mode,
): Response | undefined {
  return undefined;
}
