import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  hostHeaderValidation,
  localhostHostValidation,
  localhostOriginValidation,
  type NodeIncomingMessageLike,
  originValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpServer,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { HubError } from "../tools/kit/errors.ts";
import { listen } from "../tools/kit/listen.ts";
import { isLoopback } from "../tools/kit/loopback.ts";
import { type Address, urlHost } from "./http-address.ts";
import { createSessions, type SessionLimits } from "./http-sessions.ts";
import { bearerCheck, tokenPrincipal } from "./http-token.ts";

const BODY_BYTES = 2 * 1024 * 1024;
const PATH = "/mcp";

export type HttpServing = {
  /** Makes a server for one request of 2026-07-28, or for one session of an earlier era. */
  make: (principal: string) => McpServer;
  address: Address;
  /** What every client must send as a bearer token. */
  token: string;
  /** The operator's word that a TLS proxy stands in front; without it only loopback is served. */
  tlsInFront: boolean;
  sessions?: SessionLimits;
  /** Where changes are announced that clients of 2026-07-28 listen for. */
  bus?: ServerEventBus;
  onError?: (error: Error) => void;
};

export type Listening = { url: string; sessions: () => number; close(): Promise<void> };

/**
 * Serves MCP over Streamable HTTP at /mcp, both eras. Every request needs the token; Host and Origin are checked
 * before it, so that a web page in the person's browser learns nothing. Throws HubError: `not-allowed` off loopback
 * without TLS in front, `unavailable` where the address cannot be had.
 */
export async function serveHttp(serving: HttpServing): Promise<Listening> {
  const { address, token, tlsInFront } = serving;
  if (!isLoopback(address.host) && !tlsInFront)
    throw new HubError(
      "not-allowed",
      `${address.host} is not loopback, and the token would be sent in the clear.`,
      {
        advice:
          "Put a TLS proxy in front and declare it with OUTPOST_TLS_IN_FRONT=true, or listen on 127.0.0.1.",
      },
    );
  const make = () => serving.make(tokenPrincipal(token));
  const onerror = (error: Error) => serving.onError?.(error);
  const sessions = createSessions(make, serving.sessions ?? { most: 64, idleMs: 3_600_000 });
  const modern = createMcpHandler(make, {
    legacy: "reject",
    maxRequestBodySize: BODY_BYTES,
    onerror,
    ...(serving.bus ? { bus: serving.bus } : {}),
  });
  const options = { maxRequestBodySize: BODY_BYTES };
  const fetch = async (request: Request) =>
    (await isLegacyRequest(request, undefined, options))
      ? sessions.fetch(request)
      : modern.fetch(request);
  const handle = toNodeHandler({ fetch }, { ...options, onerror });
  const guard = guards(serving);

  const server = createServer({ connectionsCheckingInterval: 2_000 }, (request, response) => {
    // Node's own request, whose optional members may also be undefined: the adapter reads them so.
    const plain = request as NodeIncomingMessageLike;
    if (guard(request, response)) handle(plain, response).catch(onerror);
  });
  limit(server);
  await listen(server, address, "--http");
  const bound = server.address();
  const port = typeof bound === "object" && bound ? bound.port : address.port;
  return {
    url: `http://${urlHost(address.host)}:${port}${PATH}`,
    sessions: sessions.count,
    async close() {
      sessions.close();
      await modern.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Bounds on how long a client may take to say what it wants, and on how many may talk at once. */
function limit(server: Server): void {
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 10_000;
  server.maxHeadersCount = 60;
  server.maxConnections = 256;
}

/** Answers a request that may not go on, and says whether it may. The cheapest and the most secret checks come first. */
function guards({ address, token }: HttpServing) {
  const local = isLoopback(address.host);
  const names = [urlHost(address.host)];
  const anyHost = address.host === "0.0.0.0" || address.host === "::";
  const hostFits = local ? localhostHostValidation() : hostHeaderValidation(names);
  const originFits = local ? localhostOriginValidation() : originValidation(names);
  const hasToken = bearerCheck(token);

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!anyHost && !hostFits(request, response)) return false;
    if (anyHost && request.headers.origin !== undefined)
      return refuse(response, 403, "Requests from web pages are not served here.");
    if (!originFits(request, response)) return false;
    if (!hasToken(request.headers.authorization))
      return refuse(response, 401, "A bearer token is needed.", {
        "www-authenticate": 'Bearer realm="outpost", error="invalid_token"',
      });
    // The target as it came, up to its query: to parse it as a URL would throw on one such as "//".
    if (request.url?.split("?", 1)[0] !== PATH)
      return refuse(response, 404, `MCP is served at ${PATH}.`);
    if (request.method === "POST" && !isJsonContentType(request.headers["content-type"] ?? null))
      return refuse(response, 415, "Content-Type must be application/json.");
    return true;
  };
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): false {
  const body = { jsonrpc: "2.0", error: { code: -32_000, message }, id: null };
  // The body of a refused request is not read, so its connection cannot be used again.
  response.writeHead(status, {
    "content-type": "application/json",
    connection: "close",
    ...headers,
  });
  response.end(JSON.stringify(body));
  return false;
}
