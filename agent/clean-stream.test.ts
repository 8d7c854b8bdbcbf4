import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanText } from "../tools/kit/untrusted.ts";
import { cleanStream } from "./clean-stream.ts";

const NASTY =
  "plain \u001b[1;31mred\u001b[0m \u001b]8;;http://x\u001b\\link\u001b]8;;\u0007 \u{1f600}\u{1f468}\u200d\u{1f469} a\r\nb \u009b2Jc \u202eright\u202c end";

test("however a text is cut into pieces, it comes out as if it had come whole", () => {
  const whole = cleanText(NASTY);
  for (let first = 0; first <= NASTY.length; first++)
    for (let second = first; second <= NASTY.length; second += 3) {
      const stream = cleanStream();
      const pieces = [NASTY.slice(0, first), NASTY.slice(first, second), NASTY.slice(second)];
      const out = pieces.map((piece) => stream.push(piece)).join("") + stream.end();
      assert.equal(out, whole, `cut at ${first} and ${second}`);
    }
});

test("what never ends is not held back for ever, and never reaches the terminal as a sequence", () => {
  const stream = cleanStream();
  const out = stream.push(`\u001b]0;${"x".repeat(500)}`) + stream.push("after") + stream.end();
  assert.ok(!out.includes("\u001b"));
  assert.ok(out.endsWith("after"));
});
