import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createRoad, createShelf } from "../tools/kit/shelf.fixture.ts";
import { serveHttp } from "./http.ts";
import { TOKEN } from "./link.fixture.ts";
import { createMcpServer } from "./serve.ts";

/** What a client built on the first SDK does: list, call, and confirm a call that destroys. */
async function journey(transport: Transport): Promise<void> {
  const client = new Client(
    { name: "first-sdk", version: "1" },
    { capabilities: { elicitation: {} } },
  );
  const messages: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    messages.push(params.message);
    return { action: "accept", content: { name: "lamp" } };
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ["thing_list", "thing_put", "thing_delete"],
  );
  const list = await client.callTool({ name: "thing_list", arguments: {} });
  assert.deepEqual(list.structuredContent, { things: ["lamp"] });
  const gone = await client.callTool({ name: "thing_delete", arguments: { thing: "lamp" } });
  assert.notEqual(gone.isError, true);
  assert.match(messages.join(), /Delete lamp\./);
  assert.match(messages.join(), /DELETE \/v1\/things\/lamp/);
  const empty = await client.callTool({ name: "thing_list", arguments: {} });
  assert.deepEqual(empty.structuredContent, { things: [] });
  await client.close();
}

test("a client of the first SDK lists, calls and confirms over stdio", async () => {
  const entry = fileURLToPath(new URL("./shelf-stdio.fixture.ts", import.meta.url));
  const args = ["--import", "tsx", entry];
  await journey(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
});

test("a client of the first SDK lists, calls and confirms over HTTP", async () => {
  const { tools } = createShelf();
  const { road, close } = await createRoad();
  const words = { name: "shelf", title: "Shelf", version: "0", instructions: "" };
  const http = await serveHttp({
    make: (principal) => createMcpServer({ ...words, tools, road, principal }),
    address: { host: "127.0.0.1", port: 0 },
    token: TOKEN,
    tlsInFront: false,
  });
  const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
  const transport = new StreamableHTTPClientTransport(new URL(http.url), { requestInit });
  await journey(transport as Transport); // its own types disagree under exactOptionalPropertyTypes
  await http.close();
  await close();
});
