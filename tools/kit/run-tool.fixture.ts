import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Outcome, Step } from "./road.ts";
import { createRoad, createShelf } from "./shelf.fixture.ts";

/** A road and a shelf for one test. */
export async function world(t: TestContext, options: Parameters<typeof createRoad>[0] = {}) {
  const made = await createRoad(options);
  t.after(made.close);
  return { ...made, shelf: createShelf() };
}

/** A client that can put a question to a person, and one that cannot. */
export const can = { canAsk: true };
export const cannot = { canAsk: false };

/** The outcome of a call that asks nothing more. */
export function done(step: Step): Outcome {
  assert.equal(step.kind, "done");
  return step.outcome;
}
