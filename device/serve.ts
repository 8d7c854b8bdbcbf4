import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { listen } from "../tools/kit/listen.ts";
import { mostOpenFiles } from "../tools/kit/open-files.ts";
import { answerUnreadable } from "../tools/recorder/surface/unreadable.ts";
import type { Certificate } from "./certificate.ts";

/** A request's own head has to come in this time. */
const HEAD_MS = 20_000;
/** A connection over which nothing goes either way ends: each one holds a file that recordings need. */
const IDLE_MS = 120_000;
/** What is under way may end in this time when the device is stopped. */
const DRAIN_MS = 3_000;

/** What the device itself keeps open, and opens to put a recording on its shelf. */
const OWN_FILES = 40;
const MOST_CONNECTIONS = 256;

export type Served = { url: string; close: () => Promise<void> };

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/** Serves over HTTPS with a certificate, else over HTTP. Throws `unavailable` where the port cannot be had. */
export async function serve(
  fetch: Fetch,
  address: { host: string; port: number; idleMs?: number | undefined },
  certificate?: Certificate,
): Promise<Served> {
  const handle = getRequestListener(fetch, {
    errorHandler: answerUnreadable,
    overrideGlobalObjects: false,
  });
  const listener: RequestListener = (incoming, outgoing) => void handle(incoming, outgoing);
  // How long a body may take is for whoever reads it: firmware comes over poor networks.
  const options = { requestTimeout: 0, headersTimeout: HEAD_MS };
  const server = certificate
    ? createTlsServer({ ...options, key: certificate.keyPem, cert: certificate.certPem }, listener)
    : createServer(options, listener);
  server.timeout = address.idleMs ?? IDLE_MS;
  server.maxConnections = mostConnections();
  await listen(server, address, "--listen");
  const at = server.address() as AddressInfo; // it listens on a port, so it is no pipe and not null
  const host = at.family === "IPv6" ? `[${at.address}]` : at.address;
  return {
    url: `${certificate ? "https" : "http"}://${host}:${at.port}`,
    async close() {
      const closed = once(server, "close");
      const late = new AbortController();
      server.close();
      server.closeIdleConnections();
      const cut = pause(DRAIN_MS, undefined, { signal: late.signal }).then(
        () => server.closeAllConnections(),
        () => undefined,
      );
      await closed;
      late.abort();
      await cut;
    },
  };
}

/** So many that there are always files left to record with: each may hold one besides itself. */
function mostConnections(): number {
  const files = mostOpenFiles() ?? Number.POSITIVE_INFINITY;
  return Math.max(4, Math.min(MOST_CONNECTIONS, Math.floor((files - OWN_FILES) / 2)));
}
