import { graphemes } from "./width.ts";

/** A long paste stands in the input as one unit, so that a megabyte costs no more than a letter. */
export type Paste = { paste: number; text: string; lines: number };

/** A grapheme, "\n", or a paste. */
export type Unit = string | Paste;

export type Editor = {
  readonly units: readonly Unit[];
  /** Index into `units`, from 0 to their number. */
  readonly caret: number;
  readonly killed: readonly Unit[];
  readonly history: readonly (readonly Unit[])[];
  /** Which line of the history is shown; the history's length while it is the person's own draft. */
  readonly at: number;
  readonly draft: readonly Unit[];
  /** Pastes so far; numbers are never given twice. */
  readonly pastes: number;
};

const MOST_HISTORY = 500;
const LONG_PASTE = 400;
const LONG_PASTE_LINES = 4;

export function emptyEditor(history: readonly string[] = []): Editor {
  const lines = history.slice(-MOST_HISTORY).map(unitsOf);
  return {
    units: [],
    caret: 0,
    killed: [],
    history: lines,
    at: lines.length,
    draft: [],
    pastes: 0,
  };
}

/** Text as what the caret steps over: characters as a person counts them, and line ends. */
export function unitsOf(text: string): Unit[] {
  return text
    .split("\n")
    .flatMap((line, at) => (at > 0 ? ["\n", ...graphemes(line)] : graphemes(line)));
}

/** What is sent: pastes in full. */
export function editorText(editor: Editor): string {
  return editor.units.map((unit) => (typeof unit === "string" ? unit : unit.text)).join("");
}

export function isBlank(editor: Editor): boolean {
  return editor.units.every((unit) => typeof unit === "string" && unit.trim() === "");
}

/** Types text at the caret. A combining mark joins the letter before it. */
export function insert(editor: Editor, text: string): Editor {
  const before = editor.units[editor.caret - 1];
  const joins = typeof before === "string" && before !== "\n" && !/^[\x20-\x7e]/.test(text);
  const from = joins ? editor.caret - 1 : editor.caret;
  return replace(editor, from, editor.caret, unitsOf(joins ? before + text : text));
}

/** Pastes text: a short one letter by letter, a long one as a single unit. */
export function insertPaste(editor: Editor, text: string): Editor {
  // A line break at the end begins no line of its own.
  const lines = text.replace(/\n$/, "").split("\n").length;
  if (text.length <= LONG_PASTE && lines < LONG_PASTE_LINES) return insert(editor, text);
  const paste: Paste = { paste: editor.pastes + 1, text, lines };
  return { ...replace(editor, editor.caret, editor.caret, [paste]), pastes: editor.pastes + 1 };
}

/** How a paste is written where it stands for its text. */
export function pasteLabel(paste: Paste): string {
  const size = paste.lines > 1 ? `${paste.lines} lines` : `${paste.text.length} characters`;
  return `[Pasted #${paste.paste} +${size}]`;
}

/** Puts `units` in place of those from `from` to before `to`; the caret stands after them. */
export function replace(editor: Editor, from: number, to: number, units: readonly Unit[]): Editor {
  return {
    ...editor,
    units: [...editor.units.slice(0, from), ...units, ...editor.units.slice(to)],
    caret: from + units.length,
  };
}

export function moveTo(editor: Editor, caret: number): Editor {
  return { ...editor, caret: Math.max(0, Math.min(editor.units.length, caret)) };
}

/** Removes what stands between the caret and `other`; where `keep` is set it can be yanked back. */
export function cutTo(editor: Editor, other: number, keep: boolean): Editor {
  const from = Math.max(0, Math.min(editor.caret, other));
  const to = Math.min(editor.units.length, Math.max(editor.caret, other));
  if (from === to) return editor;
  const next = replace(editor, from, to, []);
  return keep ? { ...next, killed: editor.units.slice(from, to) } : next;
}

export function lineStart(editor: Editor): number {
  return editor.units.lastIndexOf("\n", editor.caret - 1) + 1 || 0;
}

export function lineEnd(editor: Editor): number {
  const end = editor.units.indexOf("\n", editor.caret);
  return end === -1 ? editor.units.length : end;
}

const WORD = /[\p{L}\p{N}_]/u;
const isWord = (unit: Unit | undefined) =>
  typeof unit === "object" || (unit !== undefined && WORD.test(unit));
const isSpace = (unit: Unit | undefined) => typeof unit === "string" && /^\s$/.test(unit);

/** Where the word before the caret begins; `spaced` takes everything up to a space as one word. */
export function wordStart(editor: Editor, spaced = false): number {
  const inside = spaced ? (unit: Unit | undefined) => unit !== undefined && !isSpace(unit) : isWord;
  let at = editor.caret;
  while (at > 0 && !inside(editor.units[at - 1])) at--;
  while (at > 0 && inside(editor.units[at - 1])) at--;
  return at;
}

export function wordEnd(editor: Editor): number {
  let at = editor.caret;
  const end = editor.units.length;
  while (at < end && !isWord(editor.units[at])) at++;
  while (at < end && isWord(editor.units[at])) at++;
  return at;
}

/** Shows an older (-1) or newer (+1) line of the history; the draft is kept for the way back. */
export function recall(editor: Editor, step: -1 | 1): Editor {
  const at = editor.at + step;
  if (at < 0 || at > editor.history.length) return editor;
  const draft = editor.at === editor.history.length ? editor.units : editor.draft;
  const units = at === editor.history.length ? draft : (editor.history[at] ?? []);
  return { ...editor, at, draft, units, caret: units.length };
}

/** Empties the input; what stood there becomes the newest line of the history. */
export function submitted(editor: Editor): Editor {
  const text = editorText(editor);
  const last = editor.history.at(-1);
  const repeated = last !== undefined && editorText({ ...editor, units: last }) === text;
  const history =
    text.trim() === "" || repeated
      ? editor.history
      : [...editor.history, editor.units].slice(-MOST_HISTORY);
  return { ...editor, units: [], caret: 0, history, at: history.length, draft: [] };
}
