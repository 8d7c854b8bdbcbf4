import type { Call, Reply, Version } from "./call.ts";
import type { Mode } from "./options.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One endpoint: where it is, what it says of itself in the specification, and what it does. */
export type Route = {
  method: Method;
  /** Below root and version, with parameters in braces: "/filesystems/{filesystemName}:mount". */
  path: string;
  /**
   * Where it exists in a cluster that serves both. `both*`: in `mixed` mode only v2 has it. These are the endpoints that
   * real clusters of the native v3 generation leave to v2: jobs, info, config, perfmon, nodes, policies and some quotas.
   */
  on: "both" | "both*" | "v2" | "v3";
  /** One sentence for the specification. */
  says: string;
  /** Query parameters besides fields and filter. */
  query?: string[];
  /** What a body looks like. */
  body?: object;
  /** A collection: takes fields, filter and lastId. */
  list?: boolean;
  run: (call: Call) => Reply;
};

/** Whether a cluster in this mode offers the route under this version of the API. */
export function offered(route: Route, version: Version, mode: Mode): boolean {
  if (mode !== "mixed" && mode !== version) return false;
  if (route.on === "both*") return !(mode === "mixed" && version === "v3");
  return route.on === "both" || route.on === version;
}

/** The values of the path's parameters, or undefined where the path is not this route's. Segments come decoded. */
export function matchPath(
  route: Route,
  segments: readonly string[],
): Record<string, string> | undefined {
  const wanted = templateOf(route.path);
  if (wanted.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, { name, before, after }] of wanted.entries()) {
    const segment = segments[index] ?? "";
    const inner = segment.slice(before.length, segment.length - after.length);
    if (`${before}${inner}${after}` !== segment) return undefined;
    if (name === undefined) {
      if (inner !== "") return undefined;
    } else {
      // A colon begins a verb, except in keywords (":all:") and in paths.
      if (inner === "" || (inner.indexOf(":") > 0 && name !== "path")) return undefined;
      params[name] = inner;
    }
  }
  return params;
}

type Part = { before: string; name: string | undefined; after: string };

const templates = new Map<string, Part[]>();

function templateOf(path: string): Part[] {
  let parts = templates.get(path);
  if (!parts) {
    parts = path.slice(1).split("/").map(readPart);
    templates.set(path, parts);
  }
  return parts;
}

function readPart(part: string): Part {
  const [, before = "", name, after = ""] = /^([^{]*)(?:\{(\w+)\}(.*))?$/.exec(part) ?? [];
  return { before, name, after };
}
