import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoad, createShelf } from "../tools/kit/shelf.fixture.ts";
import { createAnthropic } from "../tools/llm/anthropic.ts";
import { startFakeMessagesApi } from "../tools/llm/fake-messages-api.ts";
import type { FakeStep } from "../tools/llm/fake-messages-script.ts";
import { assembleHub, modeOf } from "./assemble.ts";
import type { Clock } from "./clock.ts";
import { createHub } from "./conversation.ts";
import type { AgentEvent } from "./events.ts";
import type { Hub } from "./hub.ts";

type World = {
  hub: Hub;
  api: Awaited<ReturnType<typeof startFakeMessagesApi>>;
  shelf: ReturnType<typeof createShelf>;
  events: AgentEvent[];
};

/** A hub over the shelf, with a scripted model; everything between them is the real thing. */
async function withHub(
  steps: FakeStep[],
  work: (world: World) => Promise<void>,
  clock?: Clock,
): Promise<void> {
  const api = await startFakeMessagesApi(steps);
  const shelf = createShelf();
  const { road, close } = await createRoad();
  const hub = assembleHub({
    llm: createAnthropic({ apiKey: "k", baseUrl: api.url }),
    mode: modeOf(road.gates),
    simulated: true,
    instructions: "Lamps are sacred.",
    ...(clock ? { clock } : {}),
    servings: async () => [
      {
        name: "shelf",
        title: "Shelf",
        version: "0",
        instructions: "A shelf of things.",
        tools: shelf.tools,
        road,
        principal: "local:ada",
      },
    ],
  });
  const events: AgentEvent[] = [];
  hub.subscribe((event) => events.push(event));
  try {
    await work({ hub, api, shelf, events });
  } finally {
    await hub.close();
    await api.close();
    await close();
  }
}

const said = (events: AgentEvent[]) =>
  events.map((event) => (event.type === "text" ? event.text : "")).join("");

const until = (hub: Hub, type: AgentEvent["type"]) =>
  new Promise<void>((resolve) => {
    const stop = hub.subscribe((event) => {
      if (event.type !== type) return;
      stop();
      resolve();
    });
  });

const put = (thing: string): FakeStep => ({ calls: [{ name: "thing_put", input: { thing } }] });

test("a sentence becomes a confirmed write through the protocol, and the result is read back", () =>
  withHub([put("vase"), { say: "It stands." }], async ({ hub, shelf, events, api }) => {
    const asked: string[] = [];
    hub.askThrough(async (question) => {
      asked.push(question.sentence);
      return { say: "yes" };
    });
    await hub.say("put a vase there");
    assert.deepEqual(asked, ["Put vase on the shelf and label it."]);
    assert.deepEqual(shelf.writes, ["POST /things/vase", "PUT /things/vase:label"]);
    assert.equal(said(events), "It stands.");
    const system = JSON.stringify(api.requests[0]?.system);
    assert.match(system, /A shelf of things.*Lamps are sacred/);
    assert.match(system, /simulated/);
    assert.deepEqual(
      api.requests[0]?.tools?.map((tool) => tool.name),
      ["thing_delete", "thing_list", "thing_put"],
    );
  }));

test("how long a call took does not count the person who was asked", () => {
  let now = 0;
  const clock = { now: () => now, random: () => 0, wait: async () => undefined };
  const steps = [put("vase"), { say: "It stands." }];
  return withHub(
    steps,
    async ({ hub, events }) => {
      hub.subscribe((event) => {
        if (event.type === "tool-started") now += 3000;
      });
      hub.askThrough(async () => {
        now += 60_000;
        return { say: "yes" };
      });
      await hub.say("put a vase there");
      const ended = events.find((event) => event.type === "tool-ended");
      assert.equal(ended?.outcome.seconds, 3);
    },
    clock,
  );
});

test("without a face every question is answered no", () =>
  withHub([put("vase"), { say: "Then not." }], async ({ hub, shelf, events }) => {
    await hub.say("put a vase there");
    assert.deepEqual(shelf.writes, []);
    const ended = events.find((event) => event.type === "tool-ended");
    assert.equal(ended?.outcome.problem, "declined");
  }));

test("sentences said during a turn wait their turn, and an interrupt gives them back", () =>
  withHub([{ say: "one", end: "hang" }, { say: "after" }], async ({ hub, events, api }) => {
    const streaming = until(hub, "text");
    const first = hub.say("first");
    const second = hub.say("second");
    await streaming;
    assert.equal(hub.status().busy, true);
    assert.deepEqual(hub.queued(), ["second"]);
    assert.deepEqual(hub.interrupt(), ["second"]);
    await Promise.all([first, second]);
    assert.deepEqual(events.at(-1), { type: "turn-ended", why: { kind: "interrupted" } });
    assert.equal(hub.status().busy, false);

    await hub.say("third");
    assert.equal(said(events), "oneafter");
    const texts = JSON.stringify(api.requests.at(-1)?.messages);
    assert.match(texts, /first.*one \(interrupted.*third/);
    assert.ok(!texts.includes("second"));
  }));

test("a cleared conversation is forgotten", () =>
  withHub([{ say: "a" }, { say: "b" }], async ({ hub, api }) => {
    await hub.say("remember this");
    hub.clear();
    await hub.say("what was it?");
    assert.equal(api.requests[1]?.messages.length, 1);
  }));

test("tokens and cost add up over the turns", () =>
  withHub([{ say: "a" }, { say: "b" }], async ({ hub }) => {
    let told = 0;
    hub.onStatus(() => told++);
    assert.equal(hub.status().cost, 0);
    await hub.say("one");
    const once = hub.status();
    await hub.say("two");
    const { tokens, cost, mode, simulated, model } = hub.status();
    assert.deepEqual(tokens, { input: 14, output: 10, cacheRead: 1800, cacheWrite: 100 });
    assert.ok(
      cost !== undefined && once.cost !== undefined && Math.abs(cost - 2 * once.cost) < 1e-9,
    );
    assert.deepEqual([mode, simulated, model], ["destructive", true, "claude-opus-5-5"]);
    assert.ok(told > 0);
  }));

test("servers that cannot be reached fail the turn with a reason, and are tried again", async () => {
  const api = await startFakeMessagesApi([{ say: "hello" }]);
  let tries = 0;
  const hub = createHub({
    llm: createAnthropic({ apiKey: "k", baseUrl: api.url }),
    mode: "read-only",
    simulated: false,
    connect: async () => {
      if (tries++ === 0) throw new Error("no socket");
      return [];
    },
  });
  const events: AgentEvent[] = [];
  hub.subscribe((event) => events.push(event));
  await hub.say("hi");
  assert.deepEqual(
    hub.status().systems.map(({ state }) => state),
    ["unreachable"],
  );
  await hub.say("hi");
  assert.deepEqual(
    events.filter((event) => event.type === "turn-ended").map((event) => event.why.kind),
    ["failed", "done"],
  );
  await hub.close();
  await api.close();
});
