import type { Serving } from "../mcp-servers/serve.ts";
import type { Gates } from "../tools/kit/gates.ts";
import { createHub, type HubOptions } from "./conversation.ts";
import type { AskPerson } from "./events.ts";
import type { Hub, HubStatus } from "./hub.ts";
import type { Link } from "./mcp/link.ts";

type Assembly = Omit<HubOptions, "connect"> & {
  /** Makes the tools and roads of our own servers, one for each system; called behind the first paint. */
  servings: () => Promise<readonly Serving[]>;
};

/** The hub with our own servers in this process, reached through the same protocol as any other. */
export function assembleHub({ servings, ...options }: Assembly): Hub {
  return createHub({ ...options, connect: (ask) => linkHere(servings, ask) });
}

/** A link to each server in this process. */
export async function linkHere(
  servings: () => Promise<readonly Serving[]>,
  ask: AskPerson,
): Promise<Link[]> {
  // Loaded here, behind the first paint: MCP takes a quarter of a second to load.
  const [served, { createMcpServer }, { transportTo }, { connectLink }] = await Promise.all([
    servings(),
    import("../mcp-servers/serve.ts"),
    import("./mcp/in-process.ts"),
    import("./mcp/link.ts"),
  ]);
  return Promise.all(
    served.map(async (one) => {
      const { name, version } = one;
      const transport = await transportTo(createMcpServer({ ...one, ownClient: true }));
      return connectLink({ name, transport, ask, version, trusted: true });
    }),
  );
}

const MODES = ["read-only", "writes", "destructive"] as const;

/** The word for what is open, for the status line and the model. */
export function modeOf(gates: Pick<Gates, "writes" | "destructive">): HubStatus["mode"] {
  if (!gates.writes) return "read-only";
  return gates.destructive ? "destructive" : "writes";
}

/** What is open over several systems: the most that is open towards one of them. */
export function widestMode(modes: readonly HubStatus["mode"][]): HubStatus["mode"] {
  return MODES.findLast((mode) => modes.includes(mode)) ?? "read-only";
}
