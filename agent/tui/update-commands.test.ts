import assert from "node:assert/strict";
import { test } from "node:test";
import { editorText } from "./editor.ts";
import { agent, DONE, freshState, key, run, shownRows, typed } from "./fixtures/states.ts";
import { type State, UNKNOWN_STATUS } from "./state.ts";

const started = (text = "go") => agent({ type: "turn-started", text });
const kinds = (state: State) => [...state.past, ...state.turn].map((block) => block.kind);

test("slash commands are completed, chosen with the arrows and run by Enter", () => {
  const typing = run(freshState(), typed("/")).state;
  assert.ok(shownRows(typing).some((row) => row.includes("/details")));
  const help = run(typing, key("enter"));
  assert.deepEqual(kinds(help.state), ["help"]);
  const quit = run(freshState(), typed("/"), key("up"), key("enter"));
  assert.deepEqual(quit.effects, [{ type: "exit", code: 0 }]);
  const completed = run(freshState(), typed("/de"), key("tab")).state;
  assert.equal(editorText(completed.editor), "/details");
});

test("a word that is no command is named; a path is a sentence", () => {
  const wrong = run(freshState(), typed("/quite"), key("enter"));
  assert.deepEqual(wrong.effects, []);
  const [named] = wrong.state.turn;
  assert.ok(named?.kind === "notice");
  assert.deepEqual([named.text, named.advice], ["There is no /quite.", "Did you mean /quit?"]);
  assert.deepEqual(run(freshState(), typed("/gpfs/fs1 is full?"), key("enter")).effects, [
    { type: "say", text: "/gpfs/fs1 is full?" },
  ]);
});

test("/status tells what the status line has no room for, and claims nothing before it is known", () => {
  const told = (state: State) => {
    const [block] = run(state, typed("/status"), key("enter")).state.turn;
    return block?.kind === "notice" ? block.text : undefined;
  };
  const fresh = freshState();
  const places = [
    { name: "recordings", url: "http://127.0.0.1:8022/", key: "rec_1" },
    { name: "dashboard", url: "http://127.0.0.1:8080/" },
  ];
  const text = told({ ...fresh, status: { ...fresh.status, places } }) ?? "";
  assert.ok(text.startsWith(`Outpost, ${fresh.status.model} | `), text);
  // A key stands on a line of its own: beside its address it would be broken in two at eighty columns.
  assert.deepEqual(text.split("\n").slice(1), [
    "  recordings: http://127.0.0.1:8022/",
    "    its API key: rec_1",
    "  dashboard: http://127.0.0.1:8080/",
  ]);
  assert.equal(told({ ...fresh, status: UNKNOWN_STATUS }), "Outpost is starting.");
});

test("/clear empties the transcript and the hub's conversation", () => {
  const { state, effects } = run(
    freshState(),
    started(),
    agent(DONE),
    typed("/clear"),
    key("enter"),
  );
  assert.deepEqual(effects, [{ type: "clear" }]);
  assert.deepEqual(kinds(state), []);
});
