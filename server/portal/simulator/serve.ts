import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createFakePortal, type FakePortal, type FakePortalOptions } from "./simulator.ts";

export type ServedFakePortal = FakePortal & { url: string; close: () => Promise<void> };

/** Serves a fake portal on loopback. `port` 0, the default, takes a free one. */
export async function serveFakePortal(
  options: FakePortalOptions & { port?: number } = {},
): Promise<ServedFakePortal> {
  const portal = createFakePortal(options);
  // Plain http: createAdaptorServer yields another kind only where it is given one.
  const server = createAdaptorServer({
    fetch: portal.fetch,
    overrideGlobalObjects: false,
  }) as Server;
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port, so it is no pipe and not null
  return {
    ...portal,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
