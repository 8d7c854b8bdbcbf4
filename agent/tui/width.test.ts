import assert from "node:assert/strict";
import { test } from "node:test";
import { fit, graphemes, plainEmoji, textWidth } from "./width.ts";

const CORPUS: readonly [string, number][] = [
  ["", 0],
  ["plain", 5],
  ["naïve café", 10],
  ["e\u0301", 1],
  ["한글", 4],
  ["中文、日本", 10],
  ["ｆｕｌｌ", 8],
  ["😀", 2],
  ["✅ done", 7],
  ["⚡", 2],
  ["→ ● ─ █", 7],
  ["\u1112\u1161\u11ab", 2],
  ["नमस्ते", 4],
  ["สวัสดี", 4],
  ["עברית", 5],
  ["❤", 1],
];

test("text is as wide as terminals draw it", () => {
  for (const [text, columns] of CORPUS)
    assert.equal(textWidth(text), columns, JSON.stringify(text));
});

test("emoji whose width terminals dispute are written plainly", () => {
  assert.equal(plainEmoji("❤\ufe0f"), "❤");
  assert.equal(plainEmoji("👍🏽"), "👍");
  assert.equal(plainEmoji("1\ufe0f\u20e3"), "1");
  assert.equal(plainEmoji("🇩🇪 🇰🇷"), "DE KR");
  assert.equal(plainEmoji("plain"), "plain");
});

test("letters are counted as a person counts them", () => {
  assert.deepEqual(graphemes("ae\u0301b"), ["a", "e\u0301", "b"]);
  assert.deepEqual(graphemes("👩‍🔬x"), ["👩‍🔬", "x"]);
  assert.deepEqual(graphemes("x\u0301한글y"), ["x\u0301", "한", "글", "y"]);
});

test("a very long line of foreign letters is segmented to the end", () => {
  assert.equal(graphemes("한".repeat(100_000)).length, 100_000);
  assert.equal(graphemes("e\u0301".repeat(20_000)).length, 20_000);
  assert.equal(graphemes("👩‍🔬".repeat(2_000)).length, 2_000);
});

test("a line that does not fit is cut between letters and marked", () => {
  assert.equal(fit("projects", 8), "projects");
  assert.equal(fit("projects", 7), "projec…");
  assert.equal(fit("한글글", 5), "한글…");
  assert.equal(fit("한글글", 4), "한…");
  assert.equal(fit("abc", 0), "");
});
