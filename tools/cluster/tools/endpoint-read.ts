import { z } from "zod";
import { type Call, defineRead } from "../../kit/define-tool.ts";
import { page } from "../../kit/page.ts";
import { belowRoot } from "../api-root.ts";
import { classify } from "../classify.ts";
import type { ClusterClient } from "../client.ts";
import { parseFilter } from "../filter.ts";
import { cursor, shortText } from "../inputs.ts";
import { fitting, present } from "../outputs.ts";
import { parseQuery } from "../query.ts";

const LONGEST = 9_000;

export const endpointRead = (cluster: ClusterClient) =>
  defineRead({
    name: "endpoint_read",
    title: "Read endpoint",
    description: "Any GET of the API, for what no other tool shows.",
    input: z.object({
      path: shortText(2000).describe("/nodes/n1/health/states"),
      fields: shortText(500).optional().describe("a,b.c or :all:"),
      filter: shortText(1000).optional().describe("field=value,…"),
      query: shortText(1000).optional().describe("view=BASIC&x=y"),
      cursor,
    }),
    output: z.object({
      path: z.string(),
      json: z.string(),
      total: z.number().optional(),
      truncated: z.boolean(),
      cursor: z.string().optional(),
      hidden: z.number().optional(),
      api: z.string(),
    }),
    async run(args, call) {
      const path = belowRoot(args.path, cluster.apiRoot);
      const target = classify("GET", path);
      const ask = {
        ...present({ fields: args.fields }),
        ...(args.filter === undefined ? {} : { filter: parseFilter(args.filter) }),
        ...(args.query === undefined ? {} : { query: parseQuery(args.query) }),
      };
      if (target.route?.item) return pageOf(cluster, target.path, ask, args.cursor, call);
      const { json, version } = await cluster.read(target.path, ask, call);
      const text = JSON.stringify(json);
      return {
        path: target.path,
        json: fitting(text, LONGEST),
        truncated: fitting(text, LONGEST) !== text,
        api: version,
      };
    },
    tell: ({ path, json, total, truncated }) => ({
      say: `GET ${path}${total === undefined ? "" : `: ${total} in all`}${truncated ? "; cut here: narrow it with fields or filter" : ""}.`,
      data: json,
    }),
  });

/** A collection, whole items only, as JSON text; the cursor goes by the place in the list. */
async function pageOf(
  cluster: ClusterClient,
  path: string,
  ask: Parameters<ClusterClient["list"]>[1],
  cursor: string | undefined,
  call: Call,
) {
  const listed = await cluster.list(path, ask, call);
  const placed = listed.items.map((item, index) => ({
    key: String(index).padStart(8, "0"),
    text: fitting(JSON.stringify(item), LONGEST),
  }));
  const shown = page(placed, (item) => item.key, { cursor, bytes: LONGEST });
  return {
    path,
    json: `[${shown.items.map((item) => item.text).join(",")}]`,
    total: shown.total,
    truncated: shown.truncated || listed.capped,
    ...present({ cursor: shown.cursor, hidden: listed.hidden || undefined }),
    api: listed.version,
  };
}
