import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnthropic } from "../tools/llm/anthropic.ts";
import type { AgentEvent, ToolOutcome } from "./events.ts";
import { createHubStatus } from "./hub-status.ts";
import { cluster } from "./systems/cluster.ts";
import { portal } from "./systems/portal.ts";
import type { LinkedTool, ToolAnswer, ToolSet } from "./tool-set.ts";

const never = new AbortController().signal;
const said = (data: object, ok = true): ToolAnswer => ({
  ok,
  forModel: "",
  plain: ok ? "" : "The cluster did not answer.\nMore.",
  data: { ...data },
});

const listed = (name: string, server: string): LinkedTool => ({
  card: { name, description: "", inputSchema: {} },
  title: "",
  effect: "reads",
  server,
});

/** A status over a cluster and a portal that answer what they are told, and count how often they are asked. */
function watched(answers: { cluster: ToolAnswer[]; portal?: ToolAnswer[] }) {
  const asked = { cluster: 0, portal: 0 };
  const tools: ToolSet = {
    list: [
      listed("cluster_summary", "outpost-cluster"),
      listed("fileset_create", "outpost-cluster"),
      ...(answers.portal
        ? [listed("portal_health", "outpost-portal"), listed("tonight", "outpost-portal")]
        : []),
    ],
    async call(name) {
      const system = name === "portal_health" ? "portal" : "cluster";
      const all = answers[system] ?? [];
      const answer = all[Math.min(asked[system]++, all.length - 1)];
      return answer ?? assert.fail("nothing to answer");
    },
  };
  const probes = [cluster.health, portal.health];
  const status = createHubStatus(
    { llm: createAnthropic({ model: "local" }), mode: "writes", simulated: false, probes },
    never,
  );
  const settled = (...states: string[]) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (
          states.join() ===
          status
            .now()
            .systems.map(({ state }) => state)
            .join()
        )
          resolve();
      };
      status.subscribe(look);
      look();
    });
  const called = (tool: string, outcome: Partial<ToolOutcome>): void => {
    const call = { type: "tool_use" as const, id: "1", name: tool, input: {} };
    const effect = tool === "fileset_create" ? "changes" : "reads";
    const events: AgentEvent[] = [
      { type: "tool-started", call, effect },
      { type: "tool-ended", id: "1", outcome: { ok: true, text: "", seconds: 0, ...outcome } },
      { type: "turn-ended", why: { kind: "done", stop: "end_turn" } },
    ];
    for (const event of events) status.note(event);
  };
  const words = () => status.now().systems.map(({ name, words: said_ }) => `${name}: ${said_}`);
  return { status, tools, settled, called, words, asked };
}

test("health is read at the start and after a write, and not after a read", async () => {
  const { status, tools, settled, called, words, asked } = watched({
    cluster: [
      said({ health: "healthy" }),
      said({ health: "degraded", problems: ["a disk is down"] }),
    ],
  });
  assert.deepEqual(
    status.now().systems.map(({ state }) => state),
    ["connecting"],
  );
  status.watch(tools);
  await settled("healthy");
  called("cluster_summary", {});
  assert.equal(asked.cluster, 1);
  called("fileset_create", {});
  await settled("degraded");
  assert.deepEqual(words(), ["cluster: 1 problem"]);
  assert.equal(asked.cluster, 2);
});

test("a cluster that stops answering shows at once, and one that comes back is read again", async () => {
  const { tools, settled, called, words, status } = watched({
    cluster: [said({ health: "healthy" })],
  });
  status.watch(tools);
  await settled("healthy");
  called("cluster_summary", { ok: false, problem: "unavailable", text: "No route.\nTry later." });
  assert.deepEqual(words(), ["cluster: No route."]);
  called("cluster_summary", {});
  await settled("healthy");
});

test("each of two systems has its own health, and a failure is that of the system whose tool failed", async () => {
  const { status, tools, settled, called, words, asked } = watched({
    cluster: [said({ health: "healthy" })],
    portal: [
      said({ configured: true, session: "idle" }),
      said({ configured: true, session: "ready" }),
      said({ configured: true, session: "bad_credentials" }),
    ],
  });
  status.watch(tools);
  await settled("healthy", "healthy");
  assert.deepEqual(words(), ["cluster: healthy", "portal: up"]);
  called("tonight", { ok: false, problem: "unavailable", text: "Nothing listens." });
  assert.deepEqual(words(), ["cluster: healthy", "portal: Nothing listens."]);
  called("tonight", {});
  await settled("healthy", "healthy");
  assert.deepEqual(words(), ["cluster: healthy", "portal: signed in"]);
  assert.deepEqual(asked, { cluster: 1, portal: 2 });
});

test("a system that is not linked is not there", () => {
  const { status } = watched({ cluster: [] });
  status.watch({ list: [], call: () => assert.fail("nothing is asked") });
  assert.deepEqual(status.now().systems, []);
});

test("a model without a known price shows tokens and no cost", () => {
  const { status } = watched({ cluster: [] });
  const usage = { input: 3, output: 2, cacheRead: 0, cacheWrite: 0 };
  status.note({ type: "reply-ended", usage, cost: undefined });
  assert.equal(status.now().cost, undefined);
  assert.equal(status.now().tokens.input, 3);
});
