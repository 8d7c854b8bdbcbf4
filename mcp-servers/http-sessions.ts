import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createReplay } from "./http-replay.ts";

const REPLAY_BYTES = 512 * 1024;
/** Of JSON-RPC. */
const PARSE_ERROR = -32_700;

type Session = {
  transport: WebStandardStreamableHTTPServerTransport;
  server: McpServer;
  used: number;
};

export type SessionLimits = { most: number; idleMs: number };

/**
 * Streamable HTTP of 2025-11-25 and earlier, with a session for each client: only so can a server ask its client
 * something while a call waits. Sessions that nobody uses expire; beyond `most` the one used longest ago goes.
 */
export function createSessions(make: () => McpServer, limits: SessionLimits) {
  const sessions = new Map<string, Session>();
  const sweeper = setInterval(() => sweep(Date.now() - limits.idleMs), 60_000).unref();

  function sweep(before: number): void {
    for (const [id, session] of sessions) if (session.used < before) drop(id);
  }

  function drop(id: string): void {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.server.close().catch(() => undefined);
  }

  async function open(request: Request, parsedBody: unknown): Promise<Response> {
    const oldest = [...sessions].sort(([, a], [, b]) => a.used - b.used)[0];
    if (sessions.size >= limits.most && oldest) drop(oldest[0]);
    const server = make();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      eventStore: createReplay(REPLAY_BYTES),
      retryInterval: 1000,
      onsessioninitialized: (id) => {
        sessions.set(id, { transport, server, used: Date.now() });
      },
      onsessionclosed: drop,
    });
    await server.connect(transport);
    return transport.handleRequest(request, { parsedBody });
  }

  return {
    async fetch(request: Request): Promise<Response> {
      const body = request.method === "POST" ? await bodyOf(request) : undefined;
      if (request.method === "POST" && body === undefined)
        return refusal(400, "The body is no JSON.", {}, PARSE_ERROR);
      // A client that starts anew is welcome, whatever session it thinks it had.
      if (isInitializeRequest(body)) return open(withoutSession(request), body);
      const id = request.headers.get("mcp-session-id");
      if (id === null) return refusal(400, "Mcp-Session-Id is missing; start with initialize.");
      const session = sessions.get(id);
      if (!session) return refusal(404, "This session is unknown or has expired; start a new one.");
      session.used = Date.now();
      return session.transport.handleRequest(
        request,
        body === undefined ? {} : { parsedBody: body },
      );
    },
    count: () => sessions.size,
    close(): void {
      clearInterval(sweeper);
      for (const id of sessions.keys()) drop(id);
    },
  };
}

function withoutSession(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("mcp-session-id");
  // Its body was read already and travels beside it.
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

async function bodyOf(request: Request): Promise<unknown> {
  try {
    return await request.clone().json();
  } catch {
    return undefined;
  }
}

/** A JSON-RPC error that answers no request in particular. */
function refusal(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code = -32_000,
) {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}
