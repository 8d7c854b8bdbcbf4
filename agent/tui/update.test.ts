import assert from "node:assert/strict";
import { test } from "node:test";
import { editorText } from "./editor.ts";
import { CREATE } from "./fixtures/questions.ts";
import {
  agent,
  DONE,
  freshState,
  key,
  run,
  shownRows,
  tool,
  typed,
  USAGE,
} from "./fixtures/states.ts";
import type { State } from "./state.ts";
import { wakeAt } from "./update.ts";

const started = (text = "go") => agent({ type: "turn-started", text });

test("Enter sends what stands in the input and empties it", () => {
  const { state, effects } = run(freshState(), typed("how full is fs1?"), key("enter"));
  assert.deepEqual(effects, [{ type: "say", text: "how full is fs1?" }]);
  assert.equal(editorText(state.editor), "");
});

test("Enter on nothing but spaces sends nothing", () => {
  assert.deepEqual(run(freshState(), typed("  "), key("enter")).effects, []);
});

test("a reply streams into blocks: finished ones are frozen, the last stays open until the reply ends", () => {
  const streaming = run(
    freshState(),
    started(),
    agent({ type: "text", text: "# One\n\nsome te" }),
    agent({ type: "text", text: "xt\n\nmore" }),
    agent({ type: "text", text: "\n" }),
  ).state;
  assert.deepEqual(streaming.turn.slice(1), [
    { kind: "reply", text: "# One", open: false },
    { kind: "reply", text: "some text", open: false },
    { kind: "reply", text: "more\n", open: true },
  ]);
  const { state } = run(
    streaming,
    agent({ type: "reply-ended", usage: USAGE, cost: undefined }),
    agent(DONE),
  );
  assert.equal(state.turn.length, 0);
  assert.equal(state.past.length, 4);
  assert.ok(state.past.every((block) => block.kind !== "reply" || !block.open));
});

test("a tool card runs, shows progress and ends; without an answer it is stopped with its turn", () => {
  const running = run(
    freshState(),
    started(),
    agent(tool("1", "fileset_create", "changes", {}), 2000),
    agent(tool("2", "job_wait", "reads", {}), 2000),
    agent({ type: "tool-progress", id: "1", progress: { done: 1, total: 2, message: "half" } }),
    agent({ type: "tool-ended", id: "1", outcome: { ok: true, text: "made", seconds: 1.5 } }),
  ).state;
  const { state } = run(running, agent({ type: "turn-ended", why: { kind: "interrupted" } }));
  const [, first, second, note] = state.past;
  assert.ok(first?.kind === "tool" && first.outcome?.ok && first.progress?.message === "half");
  assert.ok(second?.kind === "tool" && second.stopped);
  assert.ok(note?.kind === "notice" && note.text === "Stopped.");
});

test("a write that was stopped in the middle of its job says that the job goes on", () => {
  const { state } = run(
    freshState(),
    started(),
    agent(tool("1", "fileset_create", "changes", {}), 2000),
    agent({ type: "tool-progress", id: "1", progress: { done: 0, message: "Job 17 RUNNING" } }),
    agent({ type: "turn-ended", why: { kind: "interrupted" } }),
  );
  const note = state.past.at(-1);
  assert.ok(note?.kind === "notice");
  assert.match(note.advice ?? "", /goes on; last heard: Job 17 RUNNING\. Say .*“wait for job 17”/);
});

test("whoever only waited for a job is told too how to look again", () => {
  const { state } = run(
    freshState(),
    started(),
    agent(tool("1", "job_wait", "reads", {}), 2000),
    agent({ type: "tool-progress", id: "1", progress: { done: 0, message: "Job 17 RUNNING" } }),
    agent({ type: "turn-ended", why: { kind: "interrupted" } }),
  );
  const note = state.past.at(-1);
  assert.ok(note?.kind === "notice");
  assert.match(note.advice ?? "", /“show job 17”/);
});

test("every way a turn can end that a person should know of is said", () => {
  const said = (why: Parameters<typeof agent>[0]) => {
    const last = run(freshState(), started(), agent(why)).state.past.at(-1);
    return last?.kind === "notice" ? last.text : undefined;
  };
  assert.equal(said(DONE), undefined);
  assert.match(
    said({ type: "turn-ended", why: { kind: "done", stop: "max_tokens" } }) ?? "",
    /cut/,
  );
  assert.match(
    said({ type: "turn-ended", why: { kind: "done", stop: "refusal" } }) ?? "",
    /declined/,
  );
  assert.match(
    said({ type: "turn-ended", why: { kind: "too-many-rounds", rounds: 20 } }) ?? "",
    /20 rounds/,
  );
  assert.equal(
    said({ type: "turn-ended", why: { kind: "failed", message: "no route" } }),
    "no route",
  );
});

test("Esc interrupts a running turn, and queued sentences come back before the draft", () => {
  const busy = run(freshState(), started(), typed("draft")).state;
  const step = run(busy, key("escape"));
  assert.deepEqual(step.effects, [{ type: "interrupt" }]);
  const back = run(step.state, { type: "restored", texts: ["one", "two"] }).state;
  assert.equal(editorText(back.editor), "one\ntwo\ndraft");
  assert.deepEqual(run(freshState(), key("escape")).effects, []);
});

test("Ctrl+C clears first and leaves with 130 when struck again soon", () => {
  const once = run(freshState(), typed("draft"), key("c", { ctrl: true }, 2000));
  assert.deepEqual(once.effects, []);
  assert.equal(editorText(once.state.editor), "");
  assert.deepEqual(run(once.state, key("c", { ctrl: true }, 3000)).effects, [
    { type: "exit", code: 130 },
  ]);
  assert.deepEqual(run(once.state, key("c", { ctrl: true }, 5000)).effects, []);
});

test("Ctrl+D leaves on an empty input and deletes in a full one", () => {
  assert.deepEqual(run(freshState(), key("d", { ctrl: true })).effects, [
    { type: "exit", code: 0 },
  ]);
  const { state, effects } = run(freshState(), typed("ab"), key("home"), key("d", { ctrl: true }));
  assert.deepEqual(effects, []);
  assert.equal(editorText(state.editor), "b");
});

test("cards open and close: Ctrl+O the latest, /details all, Tab and Enter the chosen one", () => {
  const two = run(
    freshState(),
    started(),
    agent(tool("1", "a", "reads", {})),
    agent({ type: "tool-ended", id: "1", outcome: { ok: true, text: "first", seconds: 0 } }),
    agent(tool("2", "b", "reads", {})),
    agent({ type: "tool-ended", id: "2", outcome: { ok: true, text: "second", seconds: 0 } }),
    agent(DONE),
  ).state;
  const open = (state: State) => state.past.map((block) => block.kind === "tool" && block.open);
  assert.deepEqual(open(run(two, key("o", { ctrl: true })).state), [false, false, true]);
  assert.deepEqual(open(run(two, typed("/details"), key("enter")).state), [false, true, true]);
  const chosen = run(two, key("tab"), key("up"), key("enter")).state;
  assert.deepEqual(open(chosen), [false, true, false]);
  assert.equal(run(chosen, key("escape")).state.focus, undefined);
  assert.equal(editorText(run(chosen, typed("x")).state.editor), "x");
  const clicked = shownRows(two).findIndex((row) => row.includes("b  "));
  const click = {
    type: "key",
    key: { type: "click", x: 5, y: clicked },
    at: 0,
    alone: true,
  } as const;
  assert.deepEqual(open(run(two, click).state), [false, false, true]);
});

test("nothing wakes an idle screen; a turn, a leaving hint and an unarmed question do", () => {
  const idle = freshState();
  assert.equal(wakeAt(idle), undefined);
  const busy = run(idle, started()).state;
  assert.equal(wakeAt(busy), 1125);
  const unfocused = run(busy, {
    type: "key",
    key: { type: "focus", on: false },
    at: 1000,
    alone: true,
  }).state;
  assert.equal(wakeAt(unfocused), 2000);
  assert.equal(wakeAt(run(idle, key("c", { ctrl: true }, 1000)).state), 3000);
  const asked = run(idle, { type: "asked", id: 1, question: CREATE }).state;
  assert.equal(wakeAt(asked), undefined);
  assert.equal(wakeAt(run(asked, { type: "painted", at: 1500 }).state), 1800);
  assert.equal(
    wakeAt(run(idle, key("c", { ctrl: true }, 1000), { type: "tick", at: 3000 }).state),
    undefined,
  );
});

test("a retry counts down until the model speaks again", () => {
  const waiting = run(
    freshState(),
    started(),
    agent({ type: "retrying", reason: "The model is overloaded;", attempt: 2, inSeconds: 4 }),
  );
  const row = (state: State) =>
    shownRows(state).find((line) => line.includes("trying again")) ?? "";
  assert.match(row(waiting.state), /overloaded; trying again in 4 s \(attempt 2\)/);
  assert.match(row(run(waiting.state, { type: "tick", at: 3500 }).state), /in 2 s/);
  assert.equal(row(run(waiting.state, agent({ type: "text", text: "hi" })).state), "");
});
