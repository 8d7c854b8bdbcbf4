import assert from "node:assert/strict";
import { test } from "node:test";
import type { PersonAnswer } from "../events.ts";
import { CREATE, DELETE } from "./fixtures/questions.ts";
import type { Script } from "./fixtures/scripted-hub.ts";
import { USAGE } from "./fixtures/states.ts";
import { screenText, silent, withTui } from "./fixtures/tui-session.ts";

test("a whole conversation by keyboard: sentence, question, progress, result", async () => {
  let answer: PersonAnswer | undefined;
  const script: Script = async (_text, { emit, ask }) => {
    emit({ type: "text", text: "I will create **projects**.\n" });
    emit({ type: "reply-ended", usage: USAGE, cost: undefined });
    const call = {
      type: "tool_use",
      id: "1",
      name: "fileset_create",
      input: { fileset: "projects" },
    } as const;
    emit({ type: "tool-started", call, effect: "changes" });
    answer = await ask(CREATE);
    emit({ type: "tool-progress", id: "1", progress: { done: 1, total: 2, message: "job 12" } });
    emit({ type: "tool-ended", id: "1", outcome: { ok: true, text: "Created.", seconds: 2 } });
    emit({ type: "text", text: "It is **there**.\n" });
  };
  await withTui(script, async (session) => {
    const { terminal, clock } = session;
    await terminal.type("create a fileset");
    assert.match(await screenText(session), /❯ create a fileset/);
    await terminal.type("\r");
    assert.match(await screenText(session), /Confirm: this changes the cluster/);
    await terminal.type("y");
    assert.equal(answer, undefined);
    clock.advance(1000);
    await terminal.type("y");
    assert.deepEqual(answer, { say: "yes" });
    clock.advance(100);
    const shown = await screenText(session);
    assert.match(shown, /✓ fileset_create {2}projects/);
    assert.match(shown, /✓ You confirmed: Create the fileset projects/);
    assert.match(shown, /It is there\./);
    assert.doesNotMatch(shown, /Working/);
  });
});

test("destroying: the typed name goes with the answer, the question's own key sets nothing off", async () => {
  const answers: PersonAnswer[] = [];
  const script: Script = async (_text, { ask }) => {
    answers.push(await ask(DELETE));
  };
  await withTui(script, async (session) => {
    const { terminal, clock } = session;
    await terminal.type("delete it");
    await terminal.type("\r");
    clock.advance(1000);
    for (const letter of "project") await terminal.type(letter);
    await terminal.type("\r");
    assert.deepEqual(answers, []);
    await terminal.type("s");
    await terminal.type("\r");
    assert.deepEqual(answers, [{ say: "yes", typed: "projects" }]);
  });
});

test("a question whose time is up goes away, and one that is open at the end is cancelled", async () => {
  let atEnd: Promise<PersonAnswer> | undefined;
  await withTui(silent, async (session) => {
    const control = new AbortController();
    const first = session.hub.ask(DELETE, control.signal);
    assert.match(await screenText(session), /Confirm: this destroys/);
    control.abort();
    assert.deepEqual(await first, { say: "cancel" });
    assert.match(await screenText(session), /Not answered in time, so declined/);
    atEnd = session.hub.ask(CREATE);
  });
  assert.deepEqual(await atEnd, { say: "cancel" });
});
