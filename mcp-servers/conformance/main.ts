import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequestStateCodec, InMemoryServerEventBus } from "@modelcontextprotocol/server";
import { pathRules } from "../../tools/kit/path-rules.ts";
import type { Road } from "../../tools/kit/road.ts";
import { openState } from "../../tools/kit/state.ts";
import { createTickets } from "../../tools/kit/tickets.ts";
import { serveHttp } from "../http.ts";
import { createMcpServer } from "../serve.ts";
import { addFormTools, addQuestionTools } from "./asking-tools.ts";
import { addContentTools } from "./content-tools.ts";
import { addPrompts, addResources } from "./resources-and-prompts.ts";

/**
 * A server for the official conformance suite alone: the tools, resources and prompts that the suite calls by name, on
 * the same factory, transports and guards as every server of ours. Prints its address; its bearer token is the first
 * argument.
 */
async function main(token: string): Promise<void> {
  const state = await openState(await mkdtemp(join(tmpdir(), "outpost-conformance-")), {
    writesPerHour: 0,
  });
  const road: Road = {
    gates: { writes: false, destructive: false, paths: pathRules({ allow: [], deny: [] }) },
    state,
    tickets: createTickets(300, () => state.now()),
    confirm: "ask",
    confirmSeconds: 300,
    source: "conformance",
  };
  const codec = createRequestStateCodec({ key: randomBytes(32), ttlSeconds: 300 });
  const bus = new InMemoryServerEventBus();
  const notifier = {
    toolsChanged: () => bus.publish({ kind: "tools_list_changed" }),
    promptsChanged: () => bus.publish({ kind: "prompts_list_changed" }),
  };
  const http = await serveHttp({
    make: (principal) =>
      createMcpServer({
        name: "conformance",
        title: "Conformance fixtures",
        version: "1.0.0",
        instructions: "Fixtures for the conformance suite.",
        tools: [],
        road,
        principal,
        requestState: { verify: (text, ctx) => codec.verify(text, ctx) },
        extend: (server) => {
          server.server.registerCapabilities({
            logging: {},
            tools: { listChanged: true },
            prompts: { listChanged: true },
            resources: { subscribe: true, listChanged: true },
          });
          addContentTools(server, notifier);
          addFormTools(server);
          addQuestionTools(server, codec);
          addResources(server);
          addPrompts(server);
        },
      }),
    address: { host: "127.0.0.1", port: 0 },
    token,
    tlsInFront: false,
    bus,
    onError: (error) => process.stderr.write(`${error.message}\n`),
  });
  process.stdout.write(`${http.url}\n`);
  process.once("SIGTERM", () => void http.close().then(() => process.exit(0)));
}

await main(process.argv[2] ?? "");
