import { createServer, type Server } from "node:http";
import { isIP, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { HubError } from "../../tools/kit/errors.ts";
import { listen } from "../../tools/kit/listen.ts";
import { isLoopback } from "../../tools/kit/loopback.ts";
import { PortalFailure } from "./failure.ts";
import { protect } from "./local-safety.ts";

export type ServedPortal = {
  url: string;
  /** Takes no more callers, lets those under way finish for a moment, and cuts off the rest. */
  close: () => Promise<void>;
};

export type ServeAt = {
  host: string;
  port: number;
  token: string | undefined;
  tlsInFront: boolean;
};

const DRAIN_MS = 2000;

/**
 * Serves the wrapper. Throws HubError: `not-allowed` off loopback without TLS in front or without a token, and
 * `unavailable` where the address cannot be had.
 */
export async function servePortal(
  fetch: (request: Request) => Promise<Response>,
  at: ServeAt,
): Promise<ServedPortal> {
  refuseOpenHouse(at);
  const handle = getRequestListener(fetch, {
    errorHandler: unreadable,
    overrideGlobalObjects: false,
  });
  // Browsers open connections ahead of need; for Node one is not idle before it has had a request.
  const silent = new Set<Socket>();
  const server = createServer((request, response) => {
    silent.delete(request.socket);
    void handle(request, response);
  });
  server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  // A caller who does not say what it wants holds no connection.
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.maxConnections = 512;
  await listen(server, at, "--port or PORTAL_LISTEN");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : at.port;
  const host = isIP(at.host) === 6 ? `[${at.host}]` : at.host;
  return { url: `http://${host}:${port}`, close: () => drain(server, silent) };
}

/** For a request with an address or a Host that is none, which never gets as far as our own answers. */
function unreadable(): Response {
  const failure = new PortalFailure("bad_request", "The request's address or Host cannot be read.");
  return protect(Response.json(failure.body(), { status: failure.status }));
}

function refuseOpenHouse({ host, token, tlsInFront }: ServeAt): void {
  if (isLoopback(host)) return;
  if (!tlsInFront)
    throw new HubError(
      "not-allowed",
      `${host} is not loopback, and what a member sees would travel in the clear.`,
      {
        advice:
          "Put a TLS proxy in front and declare it with OUTPOST_TLS_IN_FRONT=true, or listen on 127.0.0.1.",
      },
    );
  if (token === undefined)
    throw new HubError("not-allowed", `${host} is not loopback, so callers need a token.`, {
      advice: "Set PORTAL_TOKEN to at least 16 characters, or listen on 127.0.0.1.",
    });
}

async function drain(server: Server, silent: Set<Socket>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of silent) socket.destroy();
  server.closeIdleConnections();
  // A connection whose answer has gone out would be kept for a next request.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(patience);
}
