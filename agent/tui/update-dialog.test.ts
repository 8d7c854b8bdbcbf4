import assert from "node:assert/strict";
import { test } from "node:test";
import { editorText } from "./editor.ts";
import { CREATE, DELETE } from "./fixtures/questions.ts";
import { agent, freshState, key, run, shownRows, tool, typed } from "./fixtures/states.ts";
import type { State } from "./state.ts";

const started = (text = "go") => agent({ type: "turn-started", text });

test("Ctrl+C interrupts a running turn and cancels its question", () => {
  const busy = run(freshState(), started(), { type: "asked", id: 3, question: CREATE }).state;
  const { effects, state } = run(busy, key("c", { ctrl: true }, 2000));
  assert.deepEqual(effects, [
    { type: "answer", id: 3, answer: { say: "cancel" } },
    { type: "interrupt" },
  ]);
  assert.equal(state.dialogs.length, 0);
});

test("a question takes the keys; the answer goes out once and is kept in the transcript", () => {
  const asked = run(
    freshState(),
    started(),
    { type: "asked", id: 7, question: CREATE },
    { type: "painted", at: 1000 },
  ).state;
  const { state, effects } = run(asked, typed("y", 1400), typed("y", 1800));
  assert.deepEqual(effects, [{ type: "answer", id: 7, answer: { say: "yes" } }]);
  assert.deepEqual(state.turn.at(-1), { kind: "answer", said: "yes", sentence: CREATE.sentence });
  assert.equal(editorText(state.editor), "y");
});

test("letters that come too soon for a question stay in the input, Enter with them does not send", () => {
  const asked = run(freshState(), typed("next "), { type: "asked", id: 7, question: CREATE }).state;
  const { state, effects } = run(asked, typed("step"), key("enter"));
  assert.deepEqual(effects, []);
  assert.equal(editorText(state.editor), "next step");
});

test("two questions are put one after the other, and the second is not answered by the first one's key", () => {
  const both = run(
    freshState(),
    { type: "asked", id: 1, question: CREATE },
    { type: "asked", id: 2, question: DELETE },
    { type: "painted", at: 1000 },
  ).state;
  const { state, effects } = run(both, typed("n", 1400), key("escape", {}, 1401));
  assert.deepEqual(effects, [{ type: "answer", id: 1, answer: { say: "no" } }]);
  assert.deepEqual(
    state.dialogs.map((dialog) => dialog.id),
    [2],
  );
});

test("a question that nobody waits for any more goes away and says so", () => {
  const asked = run(freshState(), { type: "asked", id: 1, question: DELETE }).state;
  const { state } = run(asked, { type: "withdrawn", id: 1 });
  assert.equal(state.dialogs.length, 0);
  assert.deepEqual(state.turn.at(-1), {
    kind: "answer",
    said: "withdrawn",
    sentence: DELETE.sentence,
  });
});

test("the answer stands before the card of the call that asked", () => {
  const asking = run(
    freshState(),
    started(),
    agent(tool("1", CREATE.tool, "changes", {})),
    { type: "asked", id: 1, question: CREATE },
    { type: "painted", at: 1000 },
  ).state;
  const { state } = run(asking, typed("y", 1400));
  assert.deepEqual(
    state.turn.map((block) => block.kind),
    ["person", "answer", "tool"],
  );
});

test("a card and the turn count no time while a person is asked", () => {
  const asking = run(
    freshState(),
    agent({ type: "turn-started", text: "go" }, 1000),
    agent(tool("1", CREATE.tool, "changes", {}), 1000),
    { type: "tick", at: 3000 },
    { type: "asked", id: 1, question: CREATE },
    { type: "painted", at: 3000 },
    { type: "tick", at: 63_000 },
  ).state;
  const card = (state: State) => shownRows(state).find((row) => row.includes(CREATE.tool)) ?? "";
  assert.match(card(asking), / 2 s/);
  const { state } = run(asking, typed("y", 63_000), { type: "tick", at: 64_000 });
  assert.match(card(state), / 3 s/);
  assert.match(shownRows(state).join("\n"), /Working {2}3 s/);
});
