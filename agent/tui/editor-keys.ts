import {
  cutTo,
  type Editor,
  insert,
  lineEnd,
  lineStart,
  moveTo,
  recall,
  replace,
  wordEnd,
  wordStart,
} from "./editor.ts";
import { verticalMove } from "./editor-layout.ts";

type Edit = (editor: Editor, columns: number) => Editor;

const left: Edit = (e) => moveTo(e, e.caret - 1);
const right: Edit = (e) => moveTo(e, e.caret + 1);
const wordLeft: Edit = (e) => moveTo(e, wordStart(e));
const wordRight: Edit = (e) => moveTo(e, wordEnd(e));
const home: Edit = (e) => moveTo(e, lineStart(e));
const end: Edit = (e) => moveTo(e, lineEnd(e));
const back: Edit = (e) => cutTo(e, e.caret - 1, false);
const forward: Edit = (e) => cutTo(e, e.caret + 1, false);
const newline: Edit = (e) => insert(e, "\n");
const up: Edit = (e, columns) => verticalMove(e, columns, -1) ?? recall(e, -1);
const down: Edit = (e, columns) => verticalMove(e, columns, 1) ?? recall(e, 1);
/** To the end of the line, or over it where the caret stands there already. */
const killLine: Edit = (e) =>
  cutTo(e, Math.max(lineEnd(e), lineEnd(e) === e.caret ? e.caret + 1 : 0), true);
const killWordBack: Edit = (e) => cutTo(e, wordStart(e), true);
const killWord: Edit = (e) => cutTo(e, wordEnd(e), true);

const EDITS: Record<string, Edit> = {
  left,
  "ctrl+b": left,
  right,
  "ctrl+f": right,
  "alt+b": wordLeft,
  "ctrl+left": wordLeft,
  "alt+left": wordLeft,
  "alt+f": wordRight,
  "ctrl+right": wordRight,
  "alt+right": wordRight,
  home,
  "ctrl+a": home,
  end,
  "ctrl+e": end,
  backspace: back,
  "shift+backspace": back,
  "ctrl+h": back,
  delete: forward,
  "ctrl+d": forward,
  up,
  "ctrl+p": up,
  down,
  "ctrl+n": down,
  "ctrl+k": killLine,
  "ctrl+u": (e) => cutTo(e, lineStart(e), true),
  "ctrl+w": (e) => cutTo(e, wordStart(e, true), true),
  "alt+backspace": killWordBack,
  "ctrl+backspace": killWordBack,
  "alt+d": killWord,
  "ctrl+delete": killWord,
  "ctrl+y": (e) => replace(e, e.caret, e.caret, e.killed),
  "alt+enter": newline,
  "shift+enter": newline,
  "ctrl+j": newline,
};

/** The edit a key stands for in the input, or undefined where it means nothing there. */
export function editFor(chord: string): Edit | undefined {
  return Object.hasOwn(EDITS, chord) ? EDITS[chord] : undefined;
}
