import assert from "node:assert/strict";
import test from "node:test";
import { CLUSTER } from "./cluster/index.ts";
import { fill, names } from "./cluster.draws.fixture.ts";
import { HELD_OUT as CLUSTER_HELD_OUT } from "./cluster.held-out.ts";
import { CHANGING, DESTROYING, HOLDING_BACK, LOOKING } from "./cluster.paraphrases.ts";
import { firstCalls, operatorOf } from "./first-calls.fixture.ts";
import { PORTAL } from "./portal/index.ts";
import { portalDraws } from "./portal.draws.fixture.ts";
import { HELD_OUT as PORTAL_HELD_OUT } from "./portal.held-out.ts";
import { ASKING, CALLING_NOTHING } from "./portal.paraphrases.ts";
import { random } from "./random.fixture.ts";
import { RECORDER } from "./recorder/index.ts";
import { recorderDraws } from "./recorder.draws.fixture.ts";
import { HELD_OUT as RECORDER_HELD_OUT } from "./recorder.held-out.ts";
import * as recorder from "./recorder.paraphrases.ts";

const all = operatorOf([CLUSTER, PORTAL, RECORDER]);
/** Which of them comes first must not matter. */
const anyWay = (index: number) => (index % 2 === 0 ? all : turned);
const turned = operatorOf([RECORDER, PORTAL, CLUSTER]);

/** What the operator answers by itself, where these tools are there. */
async function say(text: string, ...tools: string[]): Promise<string> {
  const request = {
    system: "",
    messages: [{ role: "user" as const, blocks: [{ type: "text" as const, text }] }],
    tools: tools.map((name) => ({ name, description: "", inputSchema: {} })),
  };
  const { blocks } = await all.llm.reply(request, () => undefined, new AbortController().signal);
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}

test("with all systems connected every sentence about the cluster still means what it meant", async () => {
  const sentences = [...LOOKING, ...CHANGING, ...DESTROYING, ...HOLDING_BACK, ...CLUSTER_HELD_OUT];
  for (const [index, { say, calls }] of sentences.entries()) {
    const drawn = names(7000 + index);
    const sentence = fill(say, drawn);
    const expected = JSON.parse(fill(JSON.stringify(calls), drawn)) as unknown;
    assert.deepEqual(await firstCalls(anyWay(index), sentence), expected, sentence);
  }
});

test("with all systems connected every sentence about the portal still means what it meant", async () => {
  for (const [index, { say, calls }] of [
    ...ASKING,
    ...CALLING_NOTHING,
    ...PORTAL_HELD_OUT,
  ].entries()) {
    const drawn = portalDraws(random(7000 + index));
    const expected = JSON.parse(drawn(JSON.stringify(calls))) as unknown;
    const sentence = drawn(say);
    assert.deepEqual(await firstCalls(anyWay(index), sentence), expected, sentence);
  }
});

test("with all systems connected every sentence about the recorder still means what it meant", async () => {
  const { ASKING: asking, DOING, CALLING_NOTHING: nothing } = recorder;
  for (const [index, { say, calls }] of [
    ...asking,
    ...DOING,
    ...nothing,
    ...RECORDER_HELD_OUT,
  ].entries()) {
    const drawn = recorderDraws(random(7000 + index));
    const expected = JSON.parse(drawn(JSON.stringify(calls))) as unknown;
    const sentence = drawn(say);
    assert.deepEqual(await firstCalls(anyWay(index), sentence), expected, sentence);
  }
});

test("no booking wish changes anything on the cluster", async () => {
  for (const say of [
    "delete my reservation",
    "delete reservations",
    "remove the booking",
    "cancel T17",
    "cancel the reservation on fs1",
    "drop my telescope",
    "delete tonight",
    "delete the weather",
    "create a reservation",
    "set my points to 500",
    "rename T17 to T18",
  ]) {
    const calls = await firstCalls(all, say);
    const writes = calls.filter(({ tool }) => (CLUSTER.tools[tool] ?? "reads") !== "reads");
    assert.deepEqual(writes, [], say);
  }
});

test("a fileset may still be called weather, once it is said that it is a fileset", async () => {
  assert.deepEqual(await firstCalls(all, "show the fileset weather on fs1"), [
    { tool: "fileset_get", input: { filesystem: "fs1", fileset: "weather" } },
  ]);
});

test("where only one system is connected, the other's sentences are told whose they are", async () => {
  assert.match(
    await say("is it safe at SSO?", "node_list"),
    /No portal is connected.*outpost portal/,
  );
  assert.match(await say("list the filesystems", "tonight"), /No cluster is connected/);
  assert.match(await say("hello", "tonight"), /what can I image tonight/);
  assert.doesNotMatch(await say("hello", "tonight"), /fileset/);
});

test("with all systems connected a place that is no site is still said to be unknown", async () => {
  const tools = [CLUSTER, PORTAL, RECORDER].flatMap((system) => Object.keys(system.tools));
  for (const text of [
    "when does it get dark in Berlin?",
    "when will it get dark in Berlin tomorrow?",
    "is it safe in Berlin?",
    "is it clear in Berlin tonight?",
    "what can I image tonight from Berlin?",
    "weather in Berlin",
    "when can I see M42 from Berlin?",
  ])
    assert.match(await say(text, ...tools), /^I know no site called “Berlin”/, text);
});

test("a question about another system is not taken for one about a place", async () => {
  for (const text of ["is everything ok in fs1?", "what is good in fs1?", "what is up in the lab?"])
    assert.doesNotMatch(await say(text, "tonight", "portal_weather"), /no site called/, text);
});

test("a sentence that names a place is no order, and none of these is half understood", async () => {
  for (const text of [
    "get it dark in Berlin",
    "clear it in Berlin",
    "don't tell me when it gets dark in Berlin",
    "is it safe in Berlin to delete fs1?",
    "when does it get dark in Berlin and delete fs1",
  ])
    assert.deepEqual(await firstCalls(all, text), [], text);
});
