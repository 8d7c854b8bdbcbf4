import { PassThrough, type Readable, type Writable } from "node:stream";
import {
  Client,
  type ElicitResult,
  type JSONRPCMessage,
  ReadBuffer,
  StreamableHTTPClientTransport,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import type { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { serveHttp } from "./http.ts";

export const ERAS = ["legacy", "2026-07-28"] as const;
export type Era = (typeof ERAS)[number];
export const WIRES = ["stdio", "HTTP"] as const;
export type Wire = (typeof WIRES)[number];

export type Elicit = (
  params: { message: string; _meta?: Record<string, unknown> | undefined },
  signal: AbortSignal,
) => ElicitResult | Promise<ElicitResult>;

/** A client of the present SDK, in one era; without `elicit` it does not declare that it can ask. */
export function clientOf(era: Era, elicit?: Elicit): Client {
  const client = new Client(
    { name: "matrix", version: "1" },
    {
      capabilities: elicit ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: era } },
    },
  );
  if (elicit)
    client.setRequestHandler("elicitation/create", (request, ctx) =>
      elicit(request.params, ctx.mcpReq.signal),
    );
  return client;
}

export type Served = {
  connect(era: Era, elicit?: Elicit): Promise<Client>;
  close(): Promise<void>;
};

export const TOKEN = "a-token-of-the-tests-0123456789";

/** The server behind real transports: the stdio framing over pipes in this process, or HTTP on a port of its own. */
export async function serveOver(wire: Wire, make: () => McpServer): Promise<Served> {
  if (wire === "stdio") return overPipes(make);
  const listening = await serveHttp({
    make,
    address: { host: "127.0.0.1", port: 0 },
    token: TOKEN,
    tlsInFront: false,
  });
  const clients: Client[] = [];
  return {
    async connect(era, elicit) {
      const client = clientOf(era, elicit);
      const headers = { authorization: `Bearer ${TOKEN}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(listening.url), { requestInit: { headers } }),
      );
      clients.push(client);
      return client;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await listening.close();
    },
  };
}

function overPipes(make: () => McpServer): Served {
  const closers: (() => Promise<void>)[] = [];
  return {
    async connect(era, elicit) {
      const up = new PassThrough();
      const down = new PassThrough();
      const handle = serveStdio(make, { transport: new StdioServerTransport(up, down) });
      const client = clientOf(era, elicit);
      await client.connect(pipeTransport(down, up));
      closers.push(async () => {
        await client.close();
        await handle.close();
      });
      return client;
    },
    async close() {
      for (const close of closers) await close();
    },
  };
}

/** The client's end of the stdio framing, over streams that somebody else opened. */
function pipeTransport(input: Readable, output: Writable): Transport {
  const buffer = new ReadBuffer();
  const transport: Transport = {
    async start() {
      input.on("data", (chunk: Buffer) => {
        buffer.append(chunk);
        for (let message = next(); message !== null; message = next())
          transport.onmessage?.(message);
      });
      input.on("end", () => transport.onclose?.());
    },
    async send(message: JSONRPCMessage) {
      output.write(serializeMessage(message));
    },
    async close() {
      output.end();
      transport.onclose?.();
    },
  };
  const next = () => buffer.readMessage();
  return transport;
}
