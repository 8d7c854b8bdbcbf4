import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Editor,
  editorText,
  emptyEditor,
  insert,
  insertPaste,
  moveTo,
  submitted,
} from "./editor.ts";
import { editFor } from "./editor-keys.ts";
import { layoutEditor, lineRow } from "./editor-layout.ts";
import { rowText } from "./rows.ts";

/** "ab|c": the text with a bar where the caret is. */
function at(marked: string, history: string[] = []): Editor {
  const caret = marked.indexOf("|");
  return moveTo(insert(emptyEditor(history), marked.replace("|", "")), caret);
}

function shown(editor: Editor): string {
  const units = editor.units.map((unit) => (typeof unit === "string" ? unit : `<${unit.paste}>`));
  return [...units.slice(0, editor.caret), "|", ...units.slice(editor.caret)].join("");
}

function press(editor: Editor, ...chords: string[]): Editor {
  return chords.reduce((before, chord) => editFor(chord)?.(before, 20) ?? before, editor);
}

test("the keys of readline move and cut as they do in a shell", () => {
  const cases: [string, string, string][] = [
    ["one two|", "ctrl+a", "|one two"],
    ["one| two", "ctrl+e", "one two|"],
    ["one two|", "alt+b", "one |two"],
    ["|one two", "alt+f", "one| two"],
    ["one two|", "ctrl+left", "one |two"],
    ["one |two", "ctrl+u", "|two"],
    ["one |two", "ctrl+k", "one |"],
    ["a\nb|c", "ctrl+u", "a\n|c"],
    ["a|\nb", "ctrl+k", "a|b"],
    ["rm /gpfs/fs1|", "ctrl+w", "rm |"],
    ["rm /gpfs/fs1|", "alt+backspace", "rm /gpfs/|"],
    ["|one two", "alt+d", "| two"],
    ["ab|c", "backspace", "a|c"],
    ["a|bc", "delete", "a|c"],
    ["a|b", "alt+enter", "a\n|b"],
    ["a|b", "shift+enter", "a\n|b"],
    ["a|b", "ctrl+j", "a\n|b"],
    ["ab\ncd|", "home", "ab\n|cd"],
  ];
  for (const [before, chord, after] of cases)
    assert.equal(shown(press(at(before), chord)), after, `${chord} in ${JSON.stringify(before)}`);
});

test("what was cut last can be pasted back", () => {
  assert.equal(shown(press(at("one two|"), "ctrl+w", "ctrl+a", "ctrl+y")), "two|one ");
});

test("a letter of several code points is one step and one deletion", () => {
  const family = insert(emptyEditor(), "a👩‍🔬e\u0301");
  assert.equal(shown(press(family, "backspace")), "a👩‍🔬|");
  assert.equal(shown(press(family, "backspace", "backspace")), "a|");
  assert.equal(insert(insert(emptyEditor(), "e"), "\u0301").units.length, 1);
});

test("up and down move through the rows first and through the history at the edges", () => {
  const editor = at("ab\ncd|", ["older", "old"]);
  const up = press(editor, "up");
  assert.equal(shown(up), "ab|\ncd");
  assert.equal(shown(press(up, "up")), "old|");
  assert.equal(shown(press(up, "up", "up")), "older|");
  assert.equal(shown(press(up, "up", "up", "up")), "older|");
  assert.equal(shown(press(up, "up", "up", "down", "down")), "ab\ncd|");
});

test("up moves by rows of the screen where a line is wrapped", () => {
  const editor = at(`${"x".repeat(25)}|`);
  assert.equal(press(editor, "up").caret, 5);
  assert.equal(press(editor, "up", "down").caret, 25);
});

test("a sent line joins the history once, however often it is sent", () => {
  let editor = submitted(insert(emptyEditor(), "same"));
  editor = submitted(insert(editor, "same"));
  assert.equal(editor.history.length, 1);
  assert.equal(editorText(editor), "");
});

test("a short paste is typed, a long one stands as one unit and is sent in full", () => {
  assert.equal(shown(insertPaste(emptyEditor(), "two\nlines")), "two\nlines|");
  const long = "line\n".repeat(119);
  const editor = insertPaste(insert(emptyEditor(), "see "), long);
  assert.equal(shown(editor), "see <1>|");
  const row = lineRow(editor, { from: 0, to: editor.units.length });
  assert.equal(rowText(row), "see [Pasted #1 +119 lines]");
  assert.equal(editorText(editor), `see ${long}`);
  assert.equal(shown(press(editor, "backspace")), "see |");
});

test("a megabyte pasted costs one unit", () => {
  const editor = insertPaste(emptyEditor(), "x".repeat(1_000_000));
  assert.equal(editor.units.length, 1);
  assert.equal(layoutEditor(editor, 40).lines.length, 1);
});

test("the caret stands where the next letter will appear", () => {
  const where = (marked: string, columns: number) => {
    const { x, y } = layoutEditor(at(marked), columns);
    return [x, y];
  };
  assert.deepEqual(where("ab|", 10), [2, 0]);
  assert.deepEqual(where("한|글", 10), [2, 0]);
  assert.deepEqual(where("abcd|", 4), [0, 1]);
  assert.deepEqual(where("abc|d", 4), [3, 0]);
  assert.deepEqual(where("ab\n|", 10), [0, 1]);
  assert.deepEqual(where("abc한|", 4), [2, 1]);
});
