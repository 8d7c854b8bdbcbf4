import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { listen } from "../../../tools/kit/listen.ts";
import { API_PREFIX, type ErrorBody, type ErrorCode } from "../../../tools/recorder/contract.ts";
import { answerUnreadable } from "../../../tools/recorder/surface/unreadable.ts";
import type { RecorderServerSettings } from "../settings.ts";
import { limitConnections } from "./limit-connections.ts";

export type Listening = { url: string; close: () => Promise<void> };

/** How long answers under way may take when the server is to end. */
const DRAIN_MS = 10_000;
/** A client that sends what nobody wants is listened to for so long, that it may read the answer. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 16 << 20;

/** Listens; `tell` hears of connections that are refused. Throws HubError `unavailable` where the port cannot be had. */
export async function serve(
  fetch: (request: Request, env: object) => Promise<Response>,
  { host, port, tls, unreadMs }: RecorderServerSettings,
  tell: (sentence: string) => void = () => undefined,
): Promise<Listening> {
  const handle = getRequestListener((request, env) => fetch(request, env), {
    errorHandler: answerUnreadable,
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
  });
  const connections = trackConnections();
  const looking = setInterval(() => connections.cutUnread(), unreadMs).unref();
  const listener: RequestListener = (incoming, outgoing) => {
    connections.busy(incoming.socket, outgoing);
    outgoing.once("finish", () => linger(incoming));
    void handle(incoming, outgoing);
  };
  const options = { requestTimeout: 0, headersTimeout: 20_000, keepAliveTimeout: 10_000 };
  const server = tls
    ? createTlsServer({ ...options, ...tls }, listener)
    : createServer(options, listener);
  server.on(tls ? "secureConnection" : "connection", (socket: Socket) => connections.add(socket));
  limitConnections(server, tell);
  server.on("clientError", answerNoHttp);
  // A client that asks before it sends its audio is told to go on by the route, once its key was seen to be good.
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!isIngest(incoming)) outgoing.writeContinue();
    listener(incoming, outgoing);
  });
  await listen(server, { host, port }, "--port or --listen").catch((error: unknown) => {
    clearInterval(looking);
    throw error;
  });
  const { address, family, port: taken } = server.address() as AddressInfo; // it listens on a port
  const name = family === "IPv6" ? `[${address}]` : address;
  return {
    url: `${tls ? "https" : "http"}://${name}:${taken}`,
    close() {
      clearInterval(looking);
      return drain(server, connections);
    },
  };
}

/** What is no request, or one that takes too long to come, is answered as any other; the connection ends with it. */
function answerNoHttp(cause: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || cause.code === "ECONNRESET") return void socket.destroy();
  const [status, code, error] = NO_HTTP[cause.code ?? ""] ?? NOT_UNDERSTOOD;
  const body = JSON.stringify({ error, detail: null, code } satisfies ErrorBody);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

type NoHttp = [status: number, code: ErrorCode, error: string];
const NOT_UNDERSTOOD: NoHttp = [400, "bad_request", "This is no well-formed HTTP."];
const NO_HTTP: Record<string, NoHttp> = {
  HPE_HEADER_OVERFLOW: [431, "too_large", "The headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "request_timeout", "The headers did not come in time."],
};

function isIngest({ url, method }: IncomingMessage): boolean {
  return method === "POST" && url === `${API_PREFIX}/ingest`;
}

/** A body that nobody reads any more is thrown away for a while, then the connection ends. */
function linger(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  let bytes = 0;
  const end = () => incoming.socket.destroySoon();
  const timer = setTimeout(end, LINGER_MS);
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LINGER_BYTES) end();
  });
  incoming.on("error", () => undefined);
  incoming.once("close", () => clearTimeout(timer));
  incoming.once("end", () => clearTimeout(timer));
  incoming.resume();
}

type Connections = ReturnType<typeof trackConnections>;

/** Which connections have a request under way. Node's own idle ones are not those that never asked anything. */
function trackConnections() {
  const underWay = new Map<Socket, number>();
  /** How much had been read of an answer that waited to be read at the last look. */
  const waited = new WeakMap<Socket, number>();
  let isEnding = false;
  const count = (socket: Socket, more: number) => {
    const requests = (underWay.get(socket) ?? 0) + more;
    underWay.set(socket, requests);
    if (isEnding && requests === 0) socket.destroySoon();
  };
  return {
    add(socket: Socket) {
      count(socket, 0);
      socket.once("close", () => underWay.delete(socket));
    },
    busy(socket: Socket, outgoing: ServerResponse) {
      count(socket, 1);
      outgoing.once("close", () => {
        // An answer that broke off ends after its connection, which is counted no more.
        if (underWay.has(socket)) count(socket, -1);
      });
    },
    /** Ends those that have read nothing of their answer since the last look: of a stream, not one piece. */
    cutUnread() {
      for (const socket of underWay.keys()) {
        const read = socket.bytesWritten - socket.writableLength;
        if (socket.writableLength === 0) waited.delete(socket);
        else if (waited.get(socket) === read) socket.destroy();
        else waited.set(socket, read);
      }
    },
    /** Ends each as soon as it has nothing under way. */
    end() {
      isEnding = true;
      for (const socket of underWay.keys()) count(socket, 0);
    },
  };
}

/** Takes no more requests, lets those under way end, and cuts off what is left after a while. */
async function drain(server: Server, connections: Connections): Promise<void> {
  const closed = once(server, "close");
  server.close();
  connections.end();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cut);
}
