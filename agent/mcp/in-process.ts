import { InMemoryTransport, type Transport } from "@modelcontextprotocol/client";

/** An MCP server in this process, such as `createMcpServer` makes. */
export type LocalServer = { connect(transport: Transport): Promise<void> };

/**
 * A transport to a server in this process. Messages are copied on their way, as on a wire: without that, client and
 * server would hold the same objects and could change them under each other's hands.
 */
export async function transportTo(server: LocalServer): Promise<Transport> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  for (const side of [near, far]) {
    const send = side.send.bind(side);
    side.send = (message, options) => send(structuredClone(message), options);
  }
  await server.connect(far);
  return near;
}
