import assert from "node:assert/strict";
import test from "node:test";
import { stage } from "../../tools/cluster/stage.fixture.ts";
import { inputOf } from "../../tools/kit/run-tool.ts";
import { unfence } from "../../tools/kit/untrusted.ts";
import type { Message } from "../../tools/llm/llm.ts";
import { CLUSTER } from "./cluster/index.ts";
import { HELD_OUT } from "./cluster.held-out.ts";
import { CHANGING, DESTROYING, LOOKING } from "./cluster.paraphrases.ts";
import { createOperator } from "./operator.ts";

test("a conversation creates, limits, snapshots and removes a fileset on a simulated cluster", async (t) => {
  const cluster = await stage(t);
  const operator = createOperator();
  const messages: Message[] = [];
  const tools = cluster.tools.map(({ name }) => ({ name, description: "", inputSchema: {} }));

  async function say(text: string): Promise<string> {
    messages.push({ role: "user", blocks: [{ type: "text", text }] });
    for (;;) {
      const { signal } = new AbortController();
      const { blocks } = await operator.reply(
        { system: "", messages, tools },
        () => undefined,
        signal,
      );
      messages.push({ role: "assistant", model: operator.model, blocks });
      const uses = blocks.filter((block) => block.type === "tool_use");
      if (uses.length === 0)
        return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
      const results = [];
      for (const { id, name, input } of uses) {
        const args = input as Record<string, unknown>; // the operator writes nothing but objects
        const outcome = await cluster.call(name, args);
        const plain = outcome.ok && outcome.tag ? unfence(outcome.text, outcome.tag) : outcome.text;
        const { data, ok } = outcome;
        const given = data ? { plain, data } : { plain };
        results.push({
          type: "tool_result" as const,
          id,
          text: outcome.text,
          failed: !ok,
          ...given,
        });
      }
      messages.push({ role: "user", blocks: results });
    }
  }

  assert.match(await say("list the filesystems"), /fs1/);
  const created = await say(
    "create an independent fileset called journey-1 on fs1 with a 10 GiB quota",
  );
  assert.match(created, /journey-1/);
  assert.match(await say("and its quota?"), /10 GiB/);
  assert.match(await say("raise its quota to 20 gigabytes"), /20 GiB/);
  assert.match(await say("take a snapshot of it"), /journey-1-snap-1/);
  assert.match(await say("delete it"), /journey-1-snap-1/);
  assert.match(await say("remove the quota of journey-1"), /journey-1/);
  assert.match(
    await say("what would happen if I deleted the fileset journey-1?"),
    /nothing was changed/i,
  );
  await say("delete the fileset journey-1 on fs1");
  assert.match(await say("show the fileset journey-1 on fs1"), /no fileset|not found|does not/i);
  for (const sentence of [
    "how is the cluster?",
    "list the nodes",
    "how full is fs1?",
    "show the jobs",
    "list the snapshots",
    "show the default quotas of fs1",
    "what policy is installed on fs1?",
    "free memory over the last hour",
    "is there an endpoint for node classes?",
    "which version does the cluster run?",
  ])
    assert.doesNotMatch(await say(sentence), /do not fit|did not understand/, sentence);
});

test("the operator knows the cluster's tools by name, effect and input", async (t) => {
  const { tools } = await stage(t);
  const effects = Object.fromEntries(tools.map(({ name, effect }) => [name, effect]));
  assert.deepEqual(CLUSTER.tools, effects);
  for (const { say, calls } of [...LOOKING, ...CHANGING, ...DESTROYING, ...HELD_OUT])
    for (const { tool: name, input } of calls) {
      const tool = tools.find((one) => one.name === name);
      assert.ok(tool, name);
      const filled = JSON.parse(JSON.stringify(input).replaceAll(/\{(\w+)\}/g, "$1")) as unknown;
      assert.ok(inputOf(tool).safeParse(filled).success, say);
    }
});
