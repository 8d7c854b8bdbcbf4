import assert from "node:assert/strict";
import test from "node:test";
import { firstCalls, operatorOf } from "./first-calls.fixture.ts";
import { random } from "./random.fixture.ts";
import { RECORDER } from "./recorder/index.ts";
import { recorderDraws } from "./recorder.draws.fixture.ts";
import { HELD_OUT } from "./recorder.held-out.ts";
import { ASKING, CALLING_NOTHING, DOING } from "./recorder.paraphrases.ts";

const DRAWS = 4;
const operator = operatorOf([RECORDER]);

for (const [group, paraphrases] of Object.entries({ ASKING, DOING, CALLING_NOTHING, HELD_OUT }))
  for (const [index, { say, calls }] of paraphrases.entries())
    test(`leads to ${calls.length > 0 ? "the right call" : "no call"}: ${say}`, async () => {
      for (let draw = 0; draw < DRAWS; draw++) {
        const fill = recorderDraws(random(1000 * (index + 1) + 10 * group.length + draw));
        const expected = JSON.parse(fill(JSON.stringify(calls))) as unknown;
        const sentence = fill(say);
        assert.deepEqual(await firstCalls(operator, sentence), expected, sentence);
      }
    });

test("there are at least 80 paraphrases, at least 20 of which lead to no call", () => {
  const all = [...ASKING, ...DOING, ...CALLING_NOTHING];
  assert.ok(all.length >= 80, `${all.length}`);
  assert.ok(CALLING_NOTHING.length >= 20);
  assert.equal(new Set(all.map(({ say }) => say)).size, all.length);
});
