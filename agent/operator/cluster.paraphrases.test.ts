import assert from "node:assert/strict";
import test from "node:test";
import { CLUSTER } from "./cluster/index.ts";
import { fill, names } from "./cluster.draws.fixture.ts";
import { HELD_OUT } from "./cluster.held-out.ts";
import {
  CHANGING,
  DESTROYING,
  HOLDING_BACK,
  LOOKING,
  type Paraphrase,
} from "./cluster.paraphrases.ts";
import { firstCalls, operatorOf } from "./first-calls.fixture.ts";

const DRAWS = 3;

const operator = operatorOf([CLUSTER]);

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
        assert.deepEqual(await firstCalls(operator, sentence), expected, sentence);
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
      const calls = await firstCalls(operator, fill(sentence, names(7)));
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
