import type { Serving } from "../mcp-servers/serve.ts";
import type { Gates } from "../tools/kit/gates.ts";
import { createHub, type HubOptions } from "./conversation.ts";
import type { Hub, HubStatus } from "./hub.ts";

type Assembly = Omit<HubOptions, "connect"> & {
  /** Makes our own server's tools and road; called behind the first paint. */
  serving: () => Promise<Serving>;
};

/** The hub with our own server in this process, reached through the same protocol as any other. */
export function assembleHub({ serving, ...options }: Assembly): Hub {
  return createHub({
    ...options,
    async connect(ask) {
      // Loaded here, behind the first paint: MCP takes a quarter of a second to load.
      const [served, { createMcpServer }, { transportTo }, { connectLink }] = await Promise.all([
        serving(),
        import("../mcp-servers/serve.ts"),
        import("./mcp/in-process.ts"),
        import("./mcp/link.ts"),
      ]);
      const { name, version } = served;
      const transport = await transportTo(createMcpServer(served));
      return [await connectLink({ name, transport, ask, version, trusted: true })];
    },
  });
}

/** The word for what is open, for the status line and the model. */
export function modeOf(gates: Pick<Gates, "writes" | "destructive">): HubStatus["mode"] {
  if (!gates.writes) return "read-only";
  return gates.destructive ? "destructive" : "writes";
}
