import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnthropic } from "../tools/llm/anthropic.ts";
import type { AgentEvent, ToolOutcome } from "./events.ts";
import { createHubStatus } from "./hub-status.ts";
import type { ToolAnswer, ToolSet } from "./tool-set.ts";

const never = new AbortController().signal;
const said = (data: object, ok = true): ToolAnswer => ({
  ok,
  forModel: "",
  plain: ok ? "" : "The cluster did not answer.\nMore.",
  data: { ...data },
});

/** A status over a cluster that answers what it is told, and counts how often it is asked. */
function watched(answers: ToolAnswer[]) {
  let asked = 0;
  const tools: ToolSet = {
    list: [
      {
        card: { name: "cluster_summary", description: "", inputSchema: {} },
        title: "",
        effect: "reads",
      },
    ],
    async call() {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      return answer ?? assert.fail("nothing to answer");
    },
  };
  const status = createHubStatus(
    { llm: createAnthropic({ model: "local" }), mode: "writes", simulated: false },
    never,
  );
  const settled = (state: string) =>
    new Promise<void>((resolve) => {
      const look = () => status.now().cluster.state === state && resolve();
      status.subscribe(look);
      look();
    });
  const called = (effect: "reads" | "changes", outcome: Partial<ToolOutcome>): void => {
    const call = { type: "tool_use" as const, id: "1", name: "t", input: {} };
    const events: AgentEvent[] = [
      { type: "tool-started", call, effect },
      { type: "tool-ended", id: "1", outcome: { ok: true, text: "", seconds: 0, ...outcome } },
      { type: "turn-ended", why: { kind: "done", stop: "end_turn" } },
    ];
    for (const event of events) status.note(event);
  };
  return { status, tools, settled, called, asked: () => asked };
}

test("health is read at the start and after a write, and not after a read", async () => {
  const { status, tools, settled, called, asked } = watched([
    said({ health: "healthy" }),
    said({ health: "degraded", problems: ["a disk is down"] }),
  ]);
  assert.equal(status.now().cluster.state, "connecting");
  status.watch(tools);
  await settled("healthy");
  called("reads", {});
  assert.equal(asked(), 1);
  called("changes", {});
  await settled("degraded");
  assert.equal(status.now().cluster.words, "1 problem");
  assert.equal(asked(), 2);
});

test("a cluster that stops answering shows at once, and one that comes back is read again", async () => {
  const { status, tools, settled, called } = watched([said({ health: "healthy" })]);
  status.watch(tools);
  await settled("healthy");
  called("reads", { ok: false, problem: "unavailable", text: "No route.\nTry later." });
  assert.deepEqual(status.now().cluster, { state: "unreachable", words: "No route." });
  called("reads", {});
  await settled("healthy");
});

test("a model without a known price shows tokens and no cost", () => {
  const { status } = watched([]);
  const usage = { input: 3, output: 2, cacheRead: 0, cacheWrite: 0 };
  status.note({ type: "reply-ended", usage, cost: undefined });
  assert.equal(status.now().cost, undefined);
  assert.equal(status.now().tokens.input, 3);
});
