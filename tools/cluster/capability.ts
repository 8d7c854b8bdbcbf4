import { asText } from "../kit/as-text.ts";
import type { Route } from "./endpoints.ts";
import type { Answer, Http, Version } from "./http.ts";
import { bare, readSpec, type SpecEndpoint } from "./live-spec.ts";
import { listIn, objectIn } from "./object-paths.ts";
import { until } from "./until.ts";

/** Which version will answer a route: known, or to be found out by asking v3 first. */
export type Choice = Version | "unknown";

const SHARED_MS = 30_000;

type Table = Map<string, Set<string>>;

export type Capability = ReturnType<typeof createCapability>;

/**
 * Learns which endpoints the cluster has, from its own `/info` tables and from the answers that came. v2 is only
 * ever chosen where the cluster itself named it or has answered there: a passing failure of v3 is no reason.
 */
export function createCapability(http: Http) {
  const learned = new Map<Route, Version>();
  const info = new Map<Version, Promise<Table | undefined>>();
  let spec: Promise<SpecEndpoint[]> | undefined;

  /** The `/info` table of a version; undefined where there is none. A cluster that was busy is asked again later. */
  function tableOf(version: Version, signal: AbortSignal): Promise<Table | undefined> {
    const known = info.get(version);
    if (known) return until(signal, known);
    // Shared by all calls, so it ends by its own time and not with the call that happened to come first.
    const wanted = { method: "GET", version, path: "/info" } as const;
    const asked = http.read(wanted, AbortSignal.timeout(SHARED_MS)).then((answer) => {
      if (answer.status >= 500) info.delete(version);
      return readTable(answer);
    });
    info.set(version, asked);
    asked.catch(() => info.delete(version));
    return until(signal, asked);
  }

  /** What the cluster's own specification lists; empty where it has none. */
  function liveSpec(signal: AbortSignal): Promise<SpecEndpoint[]> {
    spec ??= readLive(http, AbortSignal.timeout(SHARED_MS)).catch((thrown: unknown) => {
      spec = undefined;
      throw thrown;
    });
    return until(signal, spec);
  }

  async function chooseNew(route: Route, signal: AbortSignal): Promise<Choice> {
    const v3 = await tableOf("v3", signal);
    if (lists(v3, route.method, route.path)) return "v3";
    if (route.v2 === "none") return "unknown";
    const v2 = await tableOf("v2", signal);
    const onV2 = lists(v2, route.v2?.method ?? route.method, route.v2?.path ?? route.path);
    if (v3) return onV2 ? "v2" : "unknown";
    // A read finds out by asking. A write is better planned as what it will be: v2 may spell it as a DELETE.
    if (route.method === "GET") return "unknown";
    const endpoints = await liveSpec(signal);
    const path = bare(route.path);
    const has = (e: SpecEndpoint) =>
      e.version === "v3" && e.method === route.method && bare(e.path) === path;
    if (endpoints.some(has)) return "v3";
    return onV2 && endpoints.length > 0 ? "v2" : "unknown";
  }

  return {
    liveSpec,
    /** The first call of a client also is its sign-in. */
    async choose(route: Route | undefined, signal: AbortSignal): Promise<Choice> {
      const known = route && learned.get(route);
      if (known) return known;
      if (!route) {
        await tableOf("v3", signal);
        return "unknown";
      }
      return chooseNew(route, signal);
    },
    /** Call after a 2xx only. */
    learn(route: Route | undefined, version: Version): void {
      if (route) learned.set(route, version);
    },
  };
}

function readTable(answer: Answer): Table | undefined {
  const info = objectIn(answer.json?.info);
  const paths = Object.entries(objectIn(info.paths));
  if (answer.status !== 200 || paths.length === 0) return undefined;
  const table: Table = new Map();
  for (const [path, methods] of paths)
    table.set(bare(path), new Set(listIn(methods).map((m) => asText(m).toUpperCase())));
  return table;
}

function lists(table: Table | undefined, method: string, path: string): boolean {
  return table?.get(bare(path))?.has(method) ?? false;
}

async function readLive(http: Http, signal: AbortSignal): Promise<SpecEndpoint[]> {
  const places = [
    { method: "GET", path: "/openapi.json" },
    { method: "GET", version: "v3", path: "/openapi.json" },
  ] as const;
  for (const place of places) {
    const answer = await http.read({ ...place, mayBePage: true }, signal);
    const endpoints = answer.json && answer.status === 200 ? readSpec(answer.json) : [];
    if (endpoints.length > 0) return endpoints;
  }
  return [];
}
