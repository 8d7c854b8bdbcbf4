import assert from "node:assert/strict";
import { test } from "node:test";
import { pick, seededRandom } from "./fixtures/random.ts";
import { rowText, span } from "./rows.ts";
import { expandTabs, fitRow, hang, justify, rowWidth, wrap, wrapText } from "./wrap.ts";

const lines = (text: string, columns: number) => wrapText(text, columns).map(rowText);

test("text is broken at spaces, and a word that is too long inside", () => {
  assert.deepEqual(lines("the quick brown fox", 10), ["the quick", "brown fox"]);
  assert.deepEqual(lines("abcdefghij klm", 4), ["abcd", "efgh", "ij", "klm"]);
  assert.deepEqual(lines("", 10), [""]);
  assert.deepEqual(lines("a\n\nb", 10), ["a", "", "b"]);
});

test("a path is broken after a slash where one is near", () => {
  assert.deepEqual(lines("/filesystems/fs1/filesets/projects", 20), [
    "/filesystems/fs1/",
    "filesets/projects",
  ]);
});

test("CJK text may be broken between any two characters", () => {
  assert.deepEqual(lines("한글한글한", 4), ["한글", "한글", "한"]);
});

test("an indent is kept and not taken for a place to break", () => {
  assert.deepEqual(lines("    deep word", 10), ["    deep", "word"]);
});

test("no row is wider than asked and no letter is lost, whatever the text", () => {
  const random = seededRandom(11);
  const pieces = [
    "a",
    "word",
    "averyveryverylongword",
    " ",
    "  ",
    "한글",
    "😀",
    "e\u0301",
    "/path/to",
  ] as const;
  for (let round = 0; round < 500; round++) {
    const parts = Array.from({ length: 1 + Math.floor(random() * 20) }, () => pick(random, pieces));
    const columns = 2 + Math.floor(random() * 20);
    const rows = wrap(
      parts.map((part) => span(part, { bold: true })),
      columns,
    );
    for (const row of rows) assert.ok(rowWidth(row) <= columns, `${rowText(row)} in ${columns}`);
    const letters = (text: string) => text.replaceAll(" ", "");
    assert.equal(letters(rows.map(rowText).join("")), letters(parts.join("")));
  }
});

test("tabs reach the next multiple of four", () => {
  assert.equal(expandTabs("a\tb\n\tc"), "a   b\n    c");
  assert.equal(expandTabs("한\tb"), "한  b");
});

test("the two ends of a row keep their places and the left one gives way", () => {
  assert.equal(rowText(justify([span("left")], [span("right")], 12)), "left   right");
  assert.equal(rowText(justify([span("a long left")], [span("right")], 12)), "a lon… right");
});

test("a cut row says that it was cut", () => {
  assert.equal(rowText(fitRow([span("abc"), span("defg")], 5)), "abcd…");
  assert.equal(rowText(fitRow([span("abc"), span("defg")], 7)), "abcdefg");
  assert.equal(rowText(fitRow([span("abc"), span("defg")], 3)), "ab…");
});

test("a mark stands before the first row alone", () => {
  const rows = hang(wrapText("one two", 3), [span("• ")], [span("  ")]);
  assert.deepEqual(rows.map(rowText), ["• one", "  two"]);
});
