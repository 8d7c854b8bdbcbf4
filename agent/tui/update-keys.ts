import { cleanText } from "../../tools/kit/untrusted.ts";
import { commandOf, completions } from "../slash-commands.ts";
import { dialogKey } from "./dialog.ts";
import {
  type Editor,
  editorText,
  insert,
  insertPaste,
  isBlank,
  submitted,
  unitsOf,
} from "./editor.ts";
import { editFor } from "./editor-keys.ts";
import { chord, type Key } from "./key.ts";
import { type Effect, isBusy, LEAVE_MS, only, type State, type Step } from "./state.ts";
import { add, addAnswer } from "./update-agent.ts";
import { runCommand } from "./update-commands.ts";
import { cardKey, clickAt, focusCard, scrollKey, toggleLatest } from "./update-transcript.ts";
import { inputColumns, questionSheet } from "./view.ts";

type When = { at: number; alone: boolean };

/** What a key does, wherever the person is: in a question, on the cards, or in the input. */
export function onKey(state: State, key: Key, when: When): Step {
  if (key.type === "focus") return only({ ...state, terminalFocused: key.on });
  const struck = key.type === "key" ? chord(key) : undefined;
  if (struck === "ctrl+c") return interruptOrLeave(state);
  const calm = { ...state, leavingAt: undefined };
  if (struck === "ctrl+z") return only(calm, { type: "suspend" });
  if (struck === "ctrl+l") return only(calm, { type: "redraw" });
  if (calm.dialogs.length > 0) return inDialog(calm, key, when);
  return outside(calm, key, struck);
}

function outside(state: State, key: Key, struck: string | undefined): Step {
  if (key.type === "click") return only(clickAt(state, key.y));
  const moved = scrollKey(state, key, state.editor.units.length === 0);
  if (moved) return only(moved);
  if (struck === "ctrl+o") return only(toggleLatest(state));
  if (state.focus !== undefined) {
    const name = key.type === "text" && key.text === " " ? "space" : struck;
    const onCard = name === undefined ? undefined : cardKey(state, name);
    if (onCard) return only(onCard);
    return outside({ ...state, focus: undefined }, key, struck);
  }
  // A terminal that does not mark pastes sends a long one as text, so the length decides.
  if (key.type === "text" || key.type === "paste")
    return only(edited(state, insertPaste(state.editor, cleanText(key.text))));
  return struck === undefined ? only(state) : inInput(state, struck);
}

function edited(state: State, editor: Editor): State {
  return { ...state, editor, choice: 0 };
}

function inInput(state: State, struck: string): Step {
  const { editor } = state;
  const found = completions(editorText(editor));
  switch (struck) {
    case "enter":
      return found.length > 0 ? choose(state, true) : send(state);
    case "escape":
      if (found.length > 0) return only(edited(state, { ...editor, units: [], caret: 0 }));
      return isBusy(state)
        ? only(state, { type: "interrupt" })
        : only({ ...state, scroll: { at: "end" } });
    case "tab":
      return found.length > 0 ? choose(state, false) : only(focusCard(state));
    case "shift+tab":
      return only(focusCard(state));
    case "ctrl+d":
      if (editor.units.length === 0) return leave(state, 0);
      break;
    case "up":
    case "down":
      if (found.length > 1) {
        const step = struck === "up" ? found.length - 1 : 1;
        return only({
          ...state,
          choice: (Math.min(state.choice, found.length - 1) + step) % found.length,
        });
      }
      break;
    default:
  }
  const edit = editFor(struck);
  return only(edit ? edited(state, edit(editor, inputColumns(state.columns))) : state);
}

/** Takes the marked completion; Enter also runs it. */
function choose(state: State, run: boolean): Step {
  const found = completions(editorText(state.editor));
  const chosen = found[Math.min(state.choice, found.length - 1)];
  if (!chosen) return only(state);
  const units = unitsOf(`/${chosen.name}`);
  const filled = { ...state, editor: { ...state.editor, units, caret: units.length } };
  return run ? send(filled) : only(filled);
}

/** Sends what stands in the input; while a turn runs the hub queues it. */
function send(state: State): Step {
  if (isBlank(state.editor)) return only(state);
  const text = editorText(state.editor).trim();
  const next: State = {
    ...state,
    editor: submitted(state.editor),
    choice: 0,
    scroll: { at: "end" },
  };
  const command = commandOf(text);
  if (!command) return only(next, { type: "say", text });
  if ("name" in command) return runCommand(next, command.name);
  const { unknown, advice } = command;
  return only(add(next, { kind: "notice", level: "warning", text: unknown, advice }));
}

/** Ctrl+C stops a running turn or clears the input; struck again soon after, it leaves. */
function interruptOrLeave(state: State): Step {
  if (state.leavingAt !== undefined && state.now - state.leavingAt < LEAVE_MS)
    return leave(state, 130);
  const next: State = { ...state, leavingAt: state.now, focus: undefined };
  if (isBusy(state)) {
    const { dialogs } = state;
    const cancelled = dialogs.map(
      (dialog): Effect => ({ type: "answer", id: dialog.id, answer: { say: "cancel" } }),
    );
    return only({ ...next, dialogs: [] }, ...cancelled, { type: "interrupt" });
  }
  return only({ ...next, editor: submitted(state.editor), choice: 0 });
}

function leave(state: State, code: number): Step {
  const effects: Effect[] = isBusy(state) ? [{ type: "interrupt" }] : [];
  return only(state, ...effects, { type: "exit", code });
}

function inDialog(state: State, key: Key, when: When): Step {
  const [dialog, ...others] = state.dialogs;
  const sheet = questionSheet(state);
  if (!dialog || !sheet) return only(state);
  const step = dialogKey(dialog, key, when, sheet);
  if (step.unused) {
    const next = { ...state, dialogs: [step.dialog, ...others] };
    // Whoever was typing when the question came does not lose the letters; what would send them does not count.
    if (key.type === "text") return only(edited(next, insert(next.editor, cleanText(key.text))));
    return only(next);
  }
  if (!step.answer) return only({ ...state, dialogs: [step.dialog, ...others] });
  const said = step.answer.say === "yes" ? "yes" : "no";
  const answered = addAnswer({ ...state, dialogs: others }, said, dialog.question);
  return only(answered, { type: "answer", id: dialog.id, answer: step.answer });
}
