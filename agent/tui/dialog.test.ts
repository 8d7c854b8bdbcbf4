import assert from "node:assert/strict";
import { test } from "node:test";
import type { Question } from "../../tools/kit/question.ts";
import { type Dialog, type DialogStep, dialogKey, openDialog } from "./dialog.ts";
import { CREATE, DELETE } from "./fixtures/questions.ts";
import { type Key, named } from "./key.ts";

const ROOM = { page: 10, most: 5, legible: true };
const text = (words: string): Key => ({ type: "text", text: words });
const ENTER = named("enter");

function painted(question: Question, at = 1000): Dialog {
  return { ...openDialog(1, question), paintedAt: at };
}

/** Keys struck one by one, each long enough after the one before. */
function strike(dialog: Dialog, ...keys: Key[]): DialogStep {
  let step: DialogStep = { dialog };
  for (const [index, key] of keys.entries()) {
    if (step.answer) break;
    step = dialogKey(step.dialog, key, { at: 2000 + index * 400, alone: true }, ROOM);
  }
  return step;
}

test("a change is approved by y, by nothing else that is typed", () => {
  assert.deepEqual(strike(painted(CREATE), text("y")).answer, { say: "yes" });
  assert.deepEqual(strike(painted(CREATE), text("n")).answer, { say: "no" });
  assert.equal(strike(painted(CREATE), text("x")).answer, undefined);
  assert.equal(strike(painted(CREATE), text("yes")).answer, undefined);
});

test("Enter answers what is marked, and that is No until someone moves", () => {
  assert.deepEqual(strike(painted(CREATE), ENTER).answer, { say: "no" });
  assert.deepEqual(strike(painted(CREATE), named("tab"), ENTER).answer, { say: "yes" });
  assert.deepEqual(strike(painted(CREATE), named("right"), named("left"), ENTER).answer, {
    say: "no",
  });
});

test("Esc declines", () => {
  assert.deepEqual(strike(painted(CREATE), named("escape")).answer, { say: "no" });
  assert.deepEqual(strike(painted(DELETE), named("escape")).answer, { say: "no" });
});

test("keys from before the dialog was painted, and for 300 ms after, do not count", () => {
  for (const key of [text("y"), text("n"), ENTER, named("escape")]) {
    const unseen = dialogKey(openDialog(1, CREATE), key, { at: 5000, alone: true }, ROOM);
    assert.equal(unseen.answer, undefined);
    assert.equal(unseen.unused, true);
    const early = dialogKey(painted(CREATE), key, { at: 1299, alone: true }, ROOM);
    assert.equal(early.answer, undefined);
    assert.equal(early.unused, true);
  }
});

test("someone who is typing a sentence does not approve a change with a y in it", () => {
  let dialog = painted(CREATE);
  for (let at = 1100; at < 3000; at += 120) {
    const step = dialogKey(dialog, text("y"), { at, alone: true }, ROOM);
    assert.equal(step.answer, undefined);
    dialog = step.dialog;
  }
  const after = dialogKey(dialog, text("y"), { at: 3300, alone: true }, ROOM);
  assert.deepEqual(after.answer, { say: "yes" });
});

test("what arrives together with other keys approves nothing", () => {
  const together = { at: 5000, alone: false };
  assert.equal(dialogKey(painted(CREATE), text("y"), together, ROOM).answer, undefined);
  const typed = { ...painted(DELETE), typed: "projects" };
  assert.equal(dialogKey(typed, ENTER, together, ROOM).answer, undefined);
});

test("a paste neither types the name nor approves", () => {
  const step = strike(painted(DELETE), { type: "paste", text: "projects\n" }, ENTER);
  assert.equal(step.answer, undefined);
  assert.equal(step.dialog.typed, "");
});

test("destroying takes the exact name; until then Enter does nothing", () => {
  assert.equal(strike(painted(DELETE), ENTER).answer, undefined);
  assert.equal(strike(painted(DELETE), text("y")).answer, undefined);
  assert.equal(strike(painted(DELETE), text("Projects"), ENTER).answer, undefined);
  assert.equal(strike(painted(DELETE), text("projects "), ENTER).answer, undefined);
  assert.deepEqual(strike(painted(DELETE), text("projects"), ENTER).answer, {
    say: "yes",
    typed: "projects",
  });
  const mended = strike(painted(DELETE), text("projectsx"), named("backspace"), ENTER);
  assert.deepEqual(mended.answer, { say: "yes", typed: "projects" });
});

test("the body scrolls within its bounds", () => {
  const scroll = (...keys: Key[]) => strike(painted(DELETE), ...keys).dialog.scroll;
  assert.equal(scroll(named("down")), 1);
  assert.equal(scroll(named("pagedown")), 5);
  assert.equal(scroll(named("end"), named("up")), 4);
  assert.equal(scroll({ type: "wheel", direction: "down" }), 3);
  assert.equal(scroll(named("end"), named("home")), 0);
});

test("in a window too small to read nothing can be approved", () => {
  const small = { page: 1, most: 0, legible: false };
  const when = { at: 5000, alone: true };
  assert.equal(dialogKey(painted(CREATE), text("y"), when, small).answer, undefined);
  const typed = { ...painted(DELETE), typed: "projects" };
  assert.equal(dialogKey(typed, ENTER, when, small).answer, undefined);
  assert.deepEqual(dialogKey(typed, named("escape"), when, small).answer, { say: "no" });
});
