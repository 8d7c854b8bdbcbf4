import assert from "node:assert/strict";
import test from "node:test";
import type { ToolUseBlock } from "../../tools/llm/llm.ts";
import { CLUSTER } from "./cluster/index.ts";
import { HELD_OUT } from "./cluster.held-out.ts";
import {
  CHANGING,
  DESTROYING,
  HOLDING_BACK,
  LOOKING,
  type Paraphrase,
} from "./cluster.paraphrases.ts";
import { createOperator } from "./operator.ts";

const DRAWS = 3;

/** mulberry32: small, seeded, good enough to draw names. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const EDGE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const MIDDLE = `${EDGE}._-`;
const LOOK_ALIKE =
  "list quota to snapshot delete link unlink create show with for job policy filesets full 10G free node from in at as of on fs1 status default user".split(
    " ",
  );
const NASTY = [...LOOK_ALIKE, "not", "it", "all", "don.t", "everything", "never", "a", "and", "or"];

function names(seed: number): Record<string, string> {
  const next = random(seed);
  const pick = (from: string | readonly string[]) => from[Math.floor(next() * from.length)] ?? "";
  const plain = (): string => {
    const middle = Array.from({ length: 2 + Math.floor(next() * 9) }, () => pick(MIDDLE));
    const name = `${pick(EDGE)}${middle.join("")}${pick(EDGE)}`;
    // A digit inside keeps a draw from being a word of the language by chance.
    return /\d/.test(name) && !/^\d+(?:\.\d+)?[kmgtpb]*$/i.test(name) ? name : plain();
  };
  return {
    a: next() < 0.6 ? pick(LOOK_ALIKE) : plain(),
    q: next() < 0.7 ? pick(NASTY) : plain(),
    n: plain(),
    m: plain(),
    fs: plain(),
    s: plain(),
    t: plain(),
    node: plain(),
    user: plain(),
    job: String(1_000_000_000_000 + Math.floor(next() * 1e6)),
  };
}

const fill = (text: string, drawn: Record<string, string>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => drawn[key] ?? whole);

const TOOLS = Object.keys(CLUSTER.tools).map((name) => ({
  name,
  description: "",
  inputSchema: {},
}));

async function firstCalls(sentence: string) {
  const reply = await createOnce().reply(
    {
      system: "",
      messages: [{ role: "user", blocks: [{ type: "text", text: sentence }] }],
      tools: TOOLS,
    },
    () => undefined,
    new AbortController().signal,
  );
  return reply.blocks
    .filter((block): block is ToolUseBlock => block.type === "tool_use")
    .map(({ name, input }) => ({ tool: name, input }));
}

let operator: ReturnType<typeof createOperator> | undefined;
const createOnce = () => {
  operator ??= createOperator();
  return operator;
};

for (const [group, paraphrases] of Object.entries({
  LOOKING,
  CHANGING,
  DESTROYING,
  HOLDING_BACK,
  HELD_OUT,
}))
  for (const [index, { say, calls }] of (paraphrases as Paraphrase[]).entries())
    test(`${calls.length > 0 ? "leads to the right call" : "leads to no call"}: ${say}`, async () => {
      for (let draw = 0; draw < DRAWS; draw++) {
        const drawn = names(1000 * (index + 1) + 10 * group.length + draw);
        const sentence = fill(say, drawn);
        const expected = JSON.parse(fill(JSON.stringify(calls), drawn)) as unknown;
        assert.deepEqual(await firstCalls(sentence), expected, sentence);
      }
    });

const DOUBTS = [
  "don't {say}",
  "please do not {say}",
  "never {say}",
  "should I {say}",
  "nobody said: {say}",
  "is it wise to {say}",
  "I would rather not {say}",
  "{say} unless it is in use",
  "{say} if nobody minds",
  "{say} tomorrow",
  "{say}, or better not",
  "{say}. No, don't!",
];

for (const doubt of DOUBTS)
  test(`no order to change anything survives a doubt: ${doubt}`, async () => {
    for (const { say } of [...CHANGING, ...DESTROYING]) {
      // Lower case, as inside a sentence; a policy in quotation marks keeps its letters.
      const order = say.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
      const sentence = doubt.replace("{say}", order.replace(/[.!?]$/, ""));
      const calls = await firstCalls(fill(sentence, names(7)));
      const writes = calls.filter(({ tool }) => CLUSTER.tools[tool] !== "reads");
      assert.deepEqual(writes, [], sentence);
    }
  });

test("there are at least 80 paraphrases, at least 20 of them held back", () => {
  const all = [...LOOKING, ...CHANGING, ...DESTROYING, ...HOLDING_BACK];
  assert.ok(all.length >= 80);
  assert.ok(HOLDING_BACK.length >= 20);
  assert.equal(new Set(all.map((one) => one.say)).size, all.length);
});
