import { HubError } from "../../tools/kit/errors.ts";
import type { ToolSet } from "../tool-set.ts";
import type { Link } from "./link.ts";

/**
 * The tools of all links as one set, sorted by name. Where two servers have a tool of the same name, the first link
 * given keeps it: our own come first, and a stranger cannot take their place.
 */
export function joinLinks(links: readonly Link[]): ToolSet {
  const owners = new Map<string, Link>();
  for (const link of links)
    for (const { card } of link.tools) if (!owners.has(card.name)) owners.set(card.name, link);
  const list = links
    .flatMap((link) => link.tools.filter(({ card }) => owners.get(card.name) === link))
    .sort((a, b) => (a.card.name < b.card.name ? -1 : 1));
  return {
    list,
    async call(name, input, on) {
      const link = owners.get(name);
      if (!link) throw new HubError("not-found", `There is no tool called ${name}.`);
      return link.call(name, input, on);
    },
  };
}
