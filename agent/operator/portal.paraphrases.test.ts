import assert from "node:assert/strict";
import test from "node:test";
import { firstCalls, operatorOf } from "./first-calls.fixture.ts";
import { PORTAL } from "./portal/index.ts";
import { portalDraws } from "./portal.draws.fixture.ts";
import { HELD_OUT } from "./portal.held-out.ts";
import { ASKING, CALLING_NOTHING } from "./portal.paraphrases.ts";
import { random } from "./random.fixture.ts";

const DRAWS = 3;
const operator = operatorOf([PORTAL]);

for (const [group, paraphrases] of Object.entries({ ASKING, CALLING_NOTHING, HELD_OUT }))
  for (const [index, { say, calls }] of paraphrases.entries())
    test(`${calls.length > 0 ? "leads to the right call" : "leads to no call"}: ${say}`, async () => {
      for (let draw = 0; draw < DRAWS; draw++) {
        const fill = portalDraws(random(1000 * (index + 1) + 10 * group.length + draw));
        const expected = JSON.parse(fill(JSON.stringify(calls))) as unknown;
        const sentence = fill(say);
        assert.deepEqual(await firstCalls(operator, sentence), expected, sentence);
      }
    });

test("there are at least 80 paraphrases, at least 20 of which lead to no call", () => {
  const all = [...ASKING, ...CALLING_NOTHING];
  assert.ok(all.length >= 80);
  assert.ok(CALLING_NOTHING.length >= 20);
  assert.equal(new Set(all.map(({ say }) => say)).size, all.length);
});
