import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { page } from "../../kit/page.ts";
import { table } from "../../kit/table.ts";
import type { ClusterClient } from "../client.ts";
import { part, text, texts } from "../contract.ts";
import { readNode } from "../contract-objects.ts";
import { cursor, shortText } from "../inputs.ts";
import { closest, missing } from "../lookup.ts";
import { countWords, LIST, listEnd, present } from "../outputs.ts";

const Class = part({ nodeclassName: text, name: text, members: texts });

export const nodeList = (cluster: ClusterClient) =>
  defineRead({
    name: "node_list",
    title: "List nodes",
    description: "Nodes with state and roles, or the node classes.",
    input: z.object({
      node: shortText(255).optional().describe("Only this node"),
      classes: z.boolean().optional().describe("Classes instead"),
      cursor,
    }),
    output: z.object({
      nodes: z
        .array(
          z.object({
            name: z.string(),
            state: z.string(),
            daemon: z.string(),
            roles: z.array(z.string()),
            version: z.string().optional(),
          }),
        )
        .optional(),
      classes: z.array(z.object({ name: z.string(), members: z.array(z.string()) })).optional(),
      ...LIST,
    }),
    async run(args, call) {
      if (args.classes) {
        const listed = await cluster.list("/nodeclasses", {}, call);
        const found = listed.items.map((item) => {
          const { nodeclassName, name, members } = Class.parse(item);
          return { name: nodeclassName || name, members: members.slice(0, 100) };
        });
        const shown = page(found, (c) => c.name, args);
        return { classes: shown.items, ...listEnd(shown, listed) };
      }
      const listed = await cluster.list("/nodes", { fields: ":all:" }, call);
      const all = listed.items.map(readNode);
      const nodes =
        args.node === undefined ? all : all.filter((n) => isNode(n.name, args.node ?? ""));
      if (nodes.length === 0 && args.node !== undefined)
        throw missing(
          "node",
          args.node,
          closest(
            args.node,
            all.map((n) => n.name),
          ),
        );
      const shown = page(nodes, (n) => n.name, args);
      const rows = shown.items.map(({ name, state, daemon, roles, product }) => ({
        name,
        state: state || "not said",
        daemon: daemon || "not said",
        roles,
        ...present({ version: product || undefined }),
      }));
      return { nodes: rows, ...listEnd(shown, listed) };
    },
    tell: (found) =>
      found.classes
        ? {
            say: `${countWords("node class", found.classes.length, found)}.`,
            data: table(
              ["class", "members"],
              found.classes.map((c) => [c.name, c.members]),
            ),
          }
        : {
            say: `${countWords("node", found.nodes?.length ?? 0, found)}.`,
            data: table(
              ["node", "state", "daemon", "roles", "version"],
              (found.nodes ?? []).map((n) => [n.name, n.state, n.daemon, n.roles, n.version]),
            ),
          },
  });

/** A node by its whole name, or by the part before the first dot. */
function isNode(name: string, wanted: string): boolean {
  return name === wanted || name.split(".")[0] === wanted;
}
