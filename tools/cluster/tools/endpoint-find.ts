import { z } from "zod";
import { type Call, defineRead } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { table } from "../../kit/table.ts";
import { cut } from "../../kit/untrusted.ts";
import type { ClusterClient } from "../client.ts";
import { MORE_ROUTES, ROUTES } from "../endpoints.ts";
import { shortText } from "../inputs.ts";
import { bare, type SpecEndpoint } from "../live-spec.ts";

const MOST = 20;

export const endpointFind = (cluster: ClusterClient) =>
  defineRead({
    name: "endpoint_find",
    title: "Find endpoint",
    description: "Search the API for endpoint_read and endpoint_call.",
    input: z.object({ words: shortText(200).describe("node health") }),
    output: z.object({
      endpoints: z.array(
        z.object({
          method: z.string(),
          path: z.string(),
          purpose: z.string(),
          effect: z.string(),
          query: z.array(z.string()).optional(),
          body: z.array(z.string()).optional(),
        }),
      ),
      total: z.number(),
      truncated: z.boolean(),
      note: z.string().optional(),
    }),
    async run({ words }, call) {
      const { endpoints: live, note } = await liveOf(cluster, call);
      const all = merged(live);
      const wanted = words
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter(Boolean);
      const scored = all
        .map((endpoint) => ({ endpoint, score: score(endpoint, wanted) }))
        .filter(({ score: points }) => points > 0)
        .sort((a, b) => b.score - a.score || (a.endpoint.path < b.endpoint.path ? -1 : 1));
      return {
        endpoints: scored.slice(0, MOST).map(({ endpoint }) => endpoint),
        total: scored.length,
        truncated: scored.length > MOST,
        ...(note === undefined ? {} : { note }),
      };
    },
    tell: (found) => ({
      say: `${found.endpoints.length} of ${found.total} endpoints that fit.${found.note ? ` ${found.note}` : ""}`,
      data: table(
        ["method", "path", "effect", "purpose", "body"],
        found.endpoints.map((e) => [e.method, e.path, e.effect, e.purpose, e.body]),
      ),
    }),
  });

type Endpoint = {
  method: string;
  path: string;
  purpose: string;
  effect: string;
  query?: string[];
  body?: string[];
};

/** The live specification, which is no reason to fail: the table of the known endpoints is always there. */
async function liveOf(
  cluster: ClusterClient,
  call: Call,
): Promise<{ endpoints: SpecEndpoint[]; note?: string }> {
  try {
    const endpoints = await cluster.liveSpec(call);
    return endpoints.length > 0
      ? { endpoints }
      : { endpoints, note: "This cluster shows no specification of its own." };
  } catch (thrown) {
    if (!(thrown instanceof HubError) || thrown.problem === "sign-in") throw thrown;
    if (thrown.problem === "interrupted") throw thrown;
    return { endpoints: [], note: `Its own specification could not be read: ${thrown.message}` };
  }
}

/** The known endpoints with what the cluster says about their bodies, then those that only the cluster knows. */
function merged(live: SpecEndpoint[]): Endpoint[] {
  const spoken = new Map<string, SpecEndpoint>();
  for (const one of live) {
    const key = `${one.method} ${bare(one.path)}`;
    // Both versions are listed; v3 is the one that is asked first.
    if (one.version !== "v2" || !spoken.has(key)) spoken.set(key, one);
  }
  const known = [...ROUTES, ...MORE_ROUTES].map((route): Endpoint => {
    const said = spoken.get(`${route.method} ${bare(route.path)}`);
    spoken.delete(`${route.method} ${bare(route.path)}`);
    const old = route.v2 === "none" ? undefined : route.v2;
    if (old) spoken.delete(`${old.method ?? route.method} ${bare(old.path ?? route.path)}`);
    return {
      method: route.method,
      path: route.path,
      purpose: route.purpose,
      effect: route.effect,
      ...details(said),
    };
  });
  const unknown = [...spoken.values()].map((one) => ({
    method: one.method,
    path: one.path,
    purpose: one.summary,
    effect: one.effect,
    ...details(one),
  }));
  return [...known, ...unknown];
}

function details(said: SpecEndpoint | undefined) {
  return {
    ...(said && said.query.length > 0 ? { query: said.query.slice(0, 20) } : {}),
    ...(said && said.body.length > 0
      ? { body: said.body.slice(0, 20).map((m) => cut(m, 60)) }
      : {}),
  };
}

function score(endpoint: Endpoint, words: string[]): number {
  const path = endpoint.path.toLowerCase();
  const text = `${endpoint.method} ${endpoint.purpose}`.toLowerCase();
  const hits = words.map((word) => {
    const stem = word.length > 3 ? word.replace(/(es|s)$/, "") : word;
    return (path.includes(stem) ? 3 : 0) + (text.includes(stem) ? 2 : 0);
  });
  const all = hits.every((hit) => hit > 0) ? 10 : 0;
  return hits.reduce((sum, hit) => sum + hit, 0) + (words.length > 0 ? all : 0);
}
