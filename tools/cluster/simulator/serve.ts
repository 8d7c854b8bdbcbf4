import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeCertificate } from "./certificate.ts";
import type { SimulatorOptions } from "./options.ts";
import { createSimulator, type Simulator } from "./simulator.ts";

/** What `outpost simulate cluster` can be told. */
export type ServeSimulatorOptions = SimulatorOptions & {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** A certificate that ended yesterday, to see what a client makes of it. */
  expiredCertificate?: boolean;
};

export type ServedSimulator = {
  /** "https://127.0.0.1:46443", without a path. */
  url: string;
  /** The certificate, which is its own authority. */
  caPem: string;
  /** SHA-256 of the certificate, as "AB:CD:…". */
  fingerprint: string;
  simulator: Simulator;
  /** Breaks what is still open. */
  close: () => Promise<void>;
};

const MOST_BODY_BYTES = 4 * 1024 * 1024;

/** Serves a simulated cluster over HTTPS with a certificate made on the spot. Rejects where the port is taken. */
export async function serveSimulator(
  options: ServeSimulatorOptions = {},
): Promise<ServedSimulator> {
  const { port = 0, host = "127.0.0.1", expiredCertificate = false } = options;
  const certificate = await makeCertificate(expiredCertificate);
  const simulator = createSimulator(options);
  const server = createServer({ key: certificate.keyPem, cert: certificate.certPem });
  // Longer than clients keep an idle connection, so that none is closed under a request on its way.
  server.keepAliveTimeout = 60_000;
  server.on("request", (incoming, outgoing) => {
    // Whatever breaks, the client sees a broken connection; that is what `drop` and `cut` are for.
    answer(simulator, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address() as AddressInfo; // it listens on a port, so it is no pipe and not null
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `https://${name}:${address.port}`,
    caPem: certificate.certPem,
    fingerprint: certificate.fingerprint,
    simulator,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  simulator: Simulator,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const body = await readAll(incoming);
  if (body === undefined) {
    outgoing.writeHead(413, { "content-type": "application/json", connection: "close" });
    outgoing.end('{"status":{"code":413,"message":"The request body is too large."}}');
    return;
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, [value].flat().join(", "));
  const method = incoming.method ?? "GET";
  // A GET of this kind of client may carry a body ("null"), which a Request may not.
  const hasBody = body.length > 0 && method !== "GET" && method !== "HEAD";
  const response = await simulator.fetch(
    new Request(new URL(incoming.url ?? "/", `https://${incoming.headers.host ?? "localhost"}`), {
      method,
      headers,
      signal: gone.signal,
      ...(hasBody ? { body } : {}),
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  await pipeline(Readable.fromWeb(response.body), outgoing);
}

async function readAll(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length; // no encoding is set, so chunks are buffers
    if (bytes > MOST_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
