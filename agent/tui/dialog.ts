import type { Question } from "../../tools/kit/question.ts";
import type { PersonAnswer } from "../events.ts";
import { chord, type Key } from "./key.ts";
import { graphemes } from "./width.ts";

/** A question on the screen. Nothing but a key struck by someone who has had the time to see it answers it. */
export type Dialog = {
  readonly id: number;
  readonly question: Question;
  readonly typed: string;
  readonly focus: "no" | "yes";
  /** First row of the body that is shown. */
  readonly scroll: number;
  /** When the dialog first stood on the screen; undefined before. */
  readonly paintedAt: number | undefined;
  /** When the last key came that did not count. */
  readonly disturbedAt: number | undefined;
  readonly hint: string | undefined;
};

/** Keys that come sooner than this after the dialog was painted were meant for something else. */
const ARM_MS = 300;

/** Begins with the focus on no: a key pressed for something else agrees to nothing. */
export function openDialog(id: number, question: Question): Dialog {
  return {
    id,
    question,
    typed: "",
    focus: "no",
    scroll: 0,
    paintedAt: undefined,
    disturbedAt: undefined,
    hint: undefined,
  };
}

/**
 * When keys begin to count, or undefined before the first paint. One letter approves a change, so there a person who
 * is in the middle of typing something else has to pause first; a typed name protects by itself.
 */
export function armedAt(dialog: Dialog): number | undefined {
  if (dialog.paintedAt === undefined) return undefined;
  const from =
    dialog.question.typedName === undefined
      ? Math.max(dialog.paintedAt, dialog.disturbedAt ?? 0)
      : dialog.paintedAt;
  return from + ARM_MS;
}

export function nameMatches(dialog: Dialog): boolean {
  return dialog.typed === dialog.question.typedName;
}

export type DialogStep = { dialog: Dialog; answer?: PersonAnswer; unused?: true };

/**
 * What a key does to the dialog. `alone` is false where it came in one read together with other keys, as a paste into
 * a terminal that does not mark pastes does: then it can type, but not approve.
 * `page` is how many rows of the body are shown, `most` the furthest scroll position; where the window is too small to
 * be `legible`, keys can only decline.
 */
export function dialogKey(
  dialog: Dialog,
  key: Key,
  when: { at: number; alone: boolean },
  room: { page: number; most: number; legible: boolean },
): DialogStep {
  const armed = armedAt(dialog);
  if (armed === undefined || when.at < armed)
    return { dialog: { ...dialog, disturbedAt: when.at }, unused: true };
  const calm: Dialog = { ...dialog, hint: undefined };
  const scrolled = scrollBy(calm, key, room);
  if (scrolled) return { dialog: scrolled };
  if (key.type === "paste")
    return { dialog: { ...calm, hint: "A paste does not count here: type it." } };
  if (key.type === "key" && chord(key) === "escape") return { dialog: calm, answer: { say: "no" } };
  if (!room.legible) return { dialog: calm };
  return dialog.question.typedName === undefined
    ? yesNoKey(calm, key, when.alone)
    : nameKey(calm, key, when.alone);
}

function scrollBy(
  dialog: Dialog,
  key: Key,
  room: { page: number; most: number },
): Dialog | undefined {
  const by = scrollRows(key, room.page);
  if (by === undefined) return undefined;
  const from = Math.min(dialog.scroll, room.most);
  return { ...dialog, scroll: Math.max(0, Math.min(room.most, from + by)) };
}

function scrollRows(key: Key, page: number): number | undefined {
  if (key.type === "wheel") return key.direction === "up" ? -3 : 3;
  if (key.type !== "key") return undefined;
  switch (chord(key)) {
    case "up":
      return -1;
    case "down":
      return 1;
    case "pageup":
      return -Math.max(1, page - 1);
    case "pagedown":
      return Math.max(1, page - 1);
    case "home":
      return Number.NEGATIVE_INFINITY;
    case "end":
      return Number.POSITIVE_INFINITY;
    default:
      return undefined;
  }
}

function yesNoKey(dialog: Dialog, key: Key, alone: boolean): DialogStep {
  if (key.type === "text") {
    if (key.text === "n" || key.text === "N") return { dialog, answer: { say: "no" } };
    if (key.text === "y" || key.text === "Y")
      return alone ? { dialog, answer: { say: "yes" } } : { dialog };
    return { dialog: { ...dialog, hint: "Press y to go ahead or n to decline." } };
  }
  if (key.type !== "key") return { dialog };
  switch (chord(key)) {
    case "left":
    case "right":
    case "tab":
    case "shift+tab":
      return { dialog: { ...dialog, focus: dialog.focus === "no" ? "yes" : "no" } };
    case "enter":
      if (dialog.focus === "no") return { dialog, answer: { say: "no" } };
      return alone ? { dialog, answer: { say: "yes" } } : { dialog };
    default:
      return { dialog };
  }
}

function nameKey(dialog: Dialog, key: Key, alone: boolean): DialogStep {
  if (key.type === "text")
    return { dialog: { ...dialog, typed: (dialog.typed + key.text).slice(0, 1024) } };
  if (key.type !== "key") return { dialog };
  switch (chord(key)) {
    case "backspace":
    case "ctrl+h":
      return { dialog: { ...dialog, typed: graphemes(dialog.typed).slice(0, -1).join("") } };
    case "ctrl+u":
    case "ctrl+w":
      return { dialog: { ...dialog, typed: "" } };
    case "enter":
      if (!nameMatches(dialog))
        return { dialog: { ...dialog, hint: "That is not the whole name." } };
      return alone ? { dialog, answer: { say: "yes", typed: dialog.typed } } : { dialog };
    default:
      return { dialog };
  }
}
