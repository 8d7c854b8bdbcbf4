import type { Json } from "../kit/json.ts";
import type { Classified } from "./classify.ts";
import type { Version, Wanted } from "./http.ts";
import { objectIn } from "./object-paths.ts";
import { fillTemplate } from "./paths.ts";

/** How a judged request is written in one version of the API; undefined where that version has no such endpoint. */
export function spelled(
  target: Classified,
  version: Version,
  query: Record<string, string>,
  body?: Json,
): Wanted | undefined {
  const { method, path, route, params } = target;
  const same = { method, version, path, ...present("query", query), ...presentBody(body) };
  if (version === "v3") return same;
  const v2 = route?.v2;
  if (v2 === "none") return undefined;
  if (v2 === undefined) return same;
  const members = objectIn(body);
  const asked = v2.query ? v2.query(query, members) : query;
  return {
    method: v2.method ?? method,
    version,
    path: v2.path === undefined ? path : fillTemplate(v2.path, params),
    ...present("query", asked),
    ...presentBody(v2.body ? v2.body(members) : body),
  };
}

function present(name: "query", query: Record<string, string>) {
  return Object.keys(query).length > 0 ? { [name]: query } : {};
}

function presentBody(body: Json | undefined) {
  return body === undefined ? {} : { body };
}
