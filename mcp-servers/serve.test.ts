import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallToolResult, InMemoryTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { defineRead } from "../tools/kit/define-tool.ts";
import { QUESTION_META } from "../tools/kit/question.ts";
import { createRoad, createShelf } from "../tools/kit/shelf.fixture.ts";
import { clientOf, type Elicit, ERAS, serveOver } from "./link.fixture.ts";
import { createMcpServer, PROBLEM_META, type Serving, UNTRUSTED_META } from "./serve.ts";
import { createSlots } from "./slots.ts";

type Options = Parameters<typeof createRoad>[0];

async function shelfServing(options: Options = {}) {
  const shelf = createShelf();
  const ground = await createRoad(options);
  const serving: Serving = {
    name: "shelf",
    title: "Shelf",
    version: "0",
    instructions: "Things on a shelf.",
    tools: shelf.tools,
    road: ground.road,
    principal: "local:ada",
  };
  return { shelf, ...ground, serving };
}

async function inProcess(serving: Serving, elicit?: Elicit) {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = clientOf("legacy", elicit);
  await Promise.all([createMcpServer(serving).connect(there), client.connect(here)]);
  return client;
}

const textOf = (result: CallToolResult) =>
  result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");

test("the hints a client sees follow from the effect that a tool declares", async () => {
  const { serving, close } = await shelfServing();
  const client = await inProcess(serving);
  const { tools } = await client.listTools();
  const shown = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]));
  assert.deepEqual(shown, {
    thing_list: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    thing_put: hint(false, false),
    thing_delete: hint(true, true),
  });
  await client.close();
  await close();
});

const hint = (destructiveHint: boolean, idempotentHint: boolean) => ({
  readOnlyHint: false,
  destructiveHint,
  idempotentHint,
  openWorldHint: false,
});

test("tools behind a shut gate are not listed, and refuse whatever they are called with", async () => {
  const { shelf, serving, close } = await shelfServing({ writes: false, destructive: false });
  const client = await inProcess(serving, () => ({ action: "accept", content: { confirm: true } }));
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ["thing_list"],
  );
  for (const name of ["thing_put", "thing_delete"])
    for (const args of [{ thing: "lamp" }, { nonsense: 1 }, { thing: "lamp", plan: true }]) {
      const result = await client.callTool({ name, arguments: args });
      assert.equal(result._meta?.[PROBLEM_META], "not-allowed");
    }
  assert.deepEqual(shelf.writes, []);
  await client.close();
  await close();
});

test("two connections list the same bytes, strict inputs without noise", async () => {
  const { serving, close } = await shelfServing();
  const lists: string[] = [];
  for (let i = 0; i < 2; i++) {
    const client = await inProcess(serving);
    const { tools } = await client.listTools();
    lists.push(JSON.stringify(tools));
    for (const tool of tools) assert.equal(tool.inputSchema.additionalProperties, false);
    await client.close();
  }
  assert.equal(lists[0], lists[1]);
  assert.doesNotMatch(lists[0] ?? "", /\$schema|9007199254740991|anyOf|\$ref/);
  await close();
});

test("an elicitation carries the question in words and in parts, in both eras", async () => {
  const { serving, close } = await shelfServing();
  for (const era of ERAS) {
    const asked: Parameters<Elicit>[0][] = [];
    const served = await serveOver("stdio", () => createMcpServer(serving));
    const client = await served.connect(era, (params) => {
      asked.push(params);
      return { action: "decline" };
    });
    const result = await client.callTool({ name: "thing_delete", arguments: { thing: "lamp" } });
    assert.equal(result.isError, true);
    assert.equal(result._meta?.[PROBLEM_META], "declined");
    assert.equal(asked.length, 1);
    assert.match(asked[0]?.message ?? "", /Type lamp to go ahead/);
    const question = asked[0]?._meta?.[QUESTION_META];
    assert.equal(z.object({ typedName: z.string() }).parse(question).typedName, "lamp");
    await served.close();
  }
  await close();
});

test("a confirmation that is replayed, tampered with, re-aimed or expired is refused", async () => {
  const { shelf, clock, serving, close } = await shelfServing();
  const served = await serveOver("HTTP", () => createMcpServer(serving));
  const client = await served.connect("2026-07-28", () => ({ action: "cancel" }));
  const manual = { allowInputRequired: true } as const;
  const ask = async (thing: string) => {
    const params = { name: "thing_delete", arguments: { thing } };
    const asked = z
      .object({ requestState: z.string() })
      .parse(await client.callTool(params, manual));
    return asked.requestState;
  };
  const answerWith = (thing: string, requestState: string, typed = thing) =>
    client.callTool(
      {
        name: "thing_delete",
        arguments: { thing },
        requestState,
        inputResponses: { confirm: { action: "accept", content: { name: typed } } },
      } as Parameters<typeof client.callTool>[0], // a retry by hand: the client's types leave it to its driver
      manual,
    );
  shelf.things.set("vase", { id: 2 });

  const tampered = await answerWith("lamp", `${(await ask("lamp")).slice(0, -1)}_`);
  assert.match(textOf(tampered), /unknown, expired or already used/);
  const reaimed = await answerWith("vase", await ask("lamp"));
  assert.match(textOf(reaimed), /not what would happen now/);
  const late = await ask("lamp");
  clock.time += 301_000;
  assert.match(textOf(await answerWith("lamp", late)), /expired/);
  const changed = await ask("lamp");
  shelf.things.set("lamp", { id: 99 });
  assert.match(textOf(await answerWith("lamp", changed)), /not what would happen now/);
  assert.deepEqual(shelf.writes, []);

  const good = await ask("lamp");
  assert.notEqual((await answerWith("lamp", good)).isError, true);
  shelf.things.set("lamp", { id: 99 });
  assert.match(textOf(await answerWith("lamp", good)), /already used/);
  assert.deepEqual(shelf.writes, ["DELETE /things/lamp"]);
  await served.close();
  await close();
});

test("text of the system is fenced, and the answer says by which fence", async () => {
  const { serving, close } = await shelfServing();
  const client = await inProcess(serving);
  const result = await client.callTool({ name: "thing_list", arguments: {} });
  const { tag, source } = z
    .object({ tag: z.string(), source: z.string() })
    .parse(result._meta?.[UNTRUSTED_META]);
  assert.equal(source, "shelf");
  assert.ok(textOf(result).includes(`</${tag}>`));
  assert.deepEqual(result.structuredContent, { things: ["lamp"] });
  await client.close();
  await close();
});

test("progress always rises, and a cancelled call is aborted", async () => {
  const { road, close } = await createRoad();
  const aborted: string[] = [];
  const slow = defineRead({
    name: "slow",
    title: "Slow",
    description: "Waits for its end.",
    input: z.object({}),
    output: z.object({}),
    async run(_args, call) {
      for (const done of [0, 0, 5, 3]) call.progress({ done, total: 10, message: "still" });
      assert.equal(call.waitSeconds, 300);
      await new Promise((_resolve, reject) => {
        call.signal.addEventListener("abort", () => {
          aborted.push(call.client);
          reject(call.signal.reason);
        });
      });
      return {};
    },
    tell: () => ({ say: "done" }),
  });
  const client = await inProcess({
    name: "s",
    title: "S",
    version: "0",
    instructions: "",
    tools: [slow],
    road,
    principal: "local:ada",
  });
  const stop = new AbortController();
  const seen: number[] = [];
  const result = client.callTool(
    { name: "slow", arguments: {} },
    {
      signal: stop.signal,
      onprogress: ({ progress }) => {
        seen.push(progress);
        if (seen.length === 4) stop.abort("enough");
      },
    },
  );
  await assert.rejects(result);
  await client.close();
  assert.deepEqual(
    seen,
    [...seen].sort((a, b) => a - b),
  );
  assert.equal(new Set(seen).size, 4);
  assert.deepEqual(aborted, ["matrix/1"]);
  await close();
});

test("no more calls run at once than there are slots", async () => {
  const slots = createSlots(3);
  const { signal } = new AbortController();
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const work = () =>
    slots.run(signal, async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running--;
    });
  const all = Array.from({ length: 10 }, work);
  const stopped = new AbortController();
  const left = slots.run(stopped.signal, async () => assert.fail("it had left"));
  stopped.abort(new Error("left"));
  await assert.rejects(left, /left/);
  while (running > 0 || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all([...all, slots.idle()]);
  assert.equal(most, 3);
});
