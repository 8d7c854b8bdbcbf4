import type { Effect } from "../kit/effect.ts";
import type { Json, JsonObject } from "../kit/json.ts";
import { cut } from "../kit/untrusted.ts";
import { listIn, objectIn, textOf } from "./object-paths.ts";

/** One endpoint as the cluster itself describes it. `path` is below the version. */
export type SpecEndpoint = {
  method: string;
  path: string;
  version: string;
  summary: string;
  effect: Effect;
  /** Names of query parameters. */
  query: string[];
  /** Members of the body, with `*` where required. */
  body: string[];
};

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Reads Swagger 2 and OpenAPI 3; what is neither yields nothing. */
export function readSpec(spec: JsonObject): SpecEndpoint[] {
  const base = textOf(spec, "basePath") || (serverPath(spec) ?? "");
  return Object.entries(objectIn(spec.paths)).flatMap(([path, value]) => {
    const item = objectIn(value);
    const shared = listIn(item.parameters);
    return METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const operation = objectIn(item[method]);
      // OpenAPI 3 lets a path and an operation name servers of their own: there, the endpoints that only v2 has.
      const server = serverPath(operation) ?? serverPath(item) ?? base;
      const { version, below } = splitVersion(`${server}${path}`);
      return describe(spec, { method, version, path: below }, operation, shared);
    });
  });
}

/** Templates with their parameter names taken out, so that two spellings of one path compare as equal. */
export function bare(path: string): string {
  return splitVersion(path).below.replaceAll(/\{[^}]*\}/g, "{}");
}

function describe(
  spec: JsonObject,
  where: { method: string; version: string; path: string },
  operation: JsonObject,
  shared: Json[],
): SpecEndpoint {
  const parameters = [...shared, ...listIn(operation.parameters)].map((p) => resolved(spec, p));
  const inBody = parameters.find((p) => p.in === "body");
  const content = objectIn(resolved(spec, operation.requestBody).content);
  const json = objectIn(content["application/json"] ?? Object.values(content)[0]);
  const schema = resolved(spec, inBody?.schema ?? json.schema);
  const required = new Set(listIn(schema.required));
  const method = where.method.toUpperCase();
  return {
    ...where,
    method,
    summary: cut(textOf(operation, "summary", "description").replaceAll(/\s+/g, " "), 200),
    effect: method === "GET" ? "reads" : "destroys",
    query: parameters.filter((p) => p.in === "query").map((p) => textOf(p, "name")),
    body: Object.keys(objectIn(schema.properties)).map((n) => (required.has(n) ? `${n}*` : n)),
  };
}

/** Follows one local `$ref`. */
function resolved(spec: JsonObject, value: Json | undefined): JsonObject {
  const ref = objectIn(value).$ref;
  if (typeof ref !== "string" || !ref.startsWith("#/")) return objectIn(value);
  let found: Json | undefined = spec;
  for (const part of ref.slice(2).split("/")) found = objectIn(found)[part];
  return objectIn(found);
}

function serverPath(within: JsonObject): string | undefined {
  if (within.servers === undefined) return undefined;
  const url = textOf(objectIn(listIn(within.servers)[0]), "url");
  return url.replace(/^https?:\/\/[^/]*/, "").replace(/\/$/, "");
}

function splitVersion(path: string): { version: string; below: string } {
  const found = /^(?:\/[\w-]+)?\/(v\d+)(\/.*)$/.exec(path);
  return found
    ? { version: found[1] ?? "", below: found[2] ?? path }
    : { version: "", below: path };
}
