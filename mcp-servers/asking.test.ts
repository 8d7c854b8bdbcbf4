import assert from "node:assert/strict";
import { test } from "node:test";
import { InMemoryTransport } from "@modelcontextprotocol/client";
import { auditLines } from "../tools/kit/audit-verify.ts";
import { CONFIRMED_META } from "../tools/kit/question.ts";
import { createRoad, createShelf } from "../tools/kit/shelf.fixture.ts";
import { clientOf } from "./link.fixture.ts";
import { createMcpServer } from "./serve.ts";

/** How the log says that a write was confirmed whose client claims, beside its yes, that a flag gave it. */
async function claimed(ownClient: boolean): Promise<unknown> {
  const { road, close } = await createRoad();
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer({
    name: "shelf",
    title: "Shelf",
    version: "0",
    instructions: "",
    tools: createShelf().tools,
    road,
    principal: "local:ada",
    ...(ownClient ? { ownClient } : {}),
  });
  const client = clientOf("legacy", () => ({
    action: "accept",
    content: { confirm: true },
    _meta: { [CONFIRMED_META]: "flag" },
  }));
  await Promise.all([server.connect(there), client.connect(here)]);
  await client.callTool({ name: "thing_put", arguments: { thing: "vase" } });
  await client.close();
  const lines: string[] = [];
  for await (const line of auditLines(road.state.folder)) lines.push(line);
  await close();
  const intent = lines.find((line) => line.includes('"event":"intent"'));
  assert.ok(intent);
  return JSON.parse(intent).confirmed;
}

test("only the hub's own client is believed that a yes came by a flag", async () => {
  assert.equal(await claimed(true), "flag");
  assert.equal(await claimed(false), "elicitation");
});
