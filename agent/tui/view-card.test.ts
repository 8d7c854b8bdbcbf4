import assert from "node:assert/strict";
import { test } from "node:test";
import type { Problem } from "../../tools/kit/errors.ts";
import { agent, freshState, run, shownRows, tool } from "./fixtures/states.ts";

/** The line of a card whose call ended with this problem. */
function card(problem: Problem | undefined): string {
  const outcome = { ok: false, text: "No.", seconds: 1.5, ...(problem ? { problem } : {}) };
  const { state } = run(
    freshState(),
    agent({ type: "turn-started", text: "go" }),
    agent(tool("1", "fileset_delete", "destroys", {})),
    agent({ type: "tool-ended", id: "1", outcome }),
  );
  return shownRows(state).find((row) => row.includes("fileset_delete")) ?? "";
}

test("a card tells a no, a shut gate and a stop from a failure", () => {
  assert.match(card("declined"), /✗ .*declined {2}destroys {2}1\.5 s/);
  assert.match(card("not-allowed"), /✗ .*not allowed {2}destroys/);
  assert.match(card("interrupted"), /■ .*stopped {2}destroys/);
  assert.match(card("failed"), /✗ .*failed {2}destroys/);
  assert.match(card(undefined), /✗ .*failed {2}destroys/);
});
