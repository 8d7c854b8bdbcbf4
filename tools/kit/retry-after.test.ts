import assert from "node:assert/strict";
import { test } from "node:test";
import { readRetryAfter } from "./retry-after.ts";

const NOW = Date.UTC(2026, 10, 21, 8, 0, 0);

test("seconds and HTTP dates are how long to wait, and a date that has passed is not at all", () => {
  const cases: [text: string | null | undefined, seconds: number | undefined][] = [
    ["0", 0],
    [" 120 ", 120],
    ["1.5", 1.5],
    ["Sat, 21 Nov 2026 08:01:30 GMT", 90],
    ["Saturday, 21-Nov-26 08:01:30 GMT", 90],
    ["Wed, 21 Oct 2015 07:28:00 GMT", 0],
  ];
  for (const [text, seconds] of cases) assert.equal(readRetryAfter(text, NOW), seconds, `${text}`);
});

test("what is neither asks for nothing", () => {
  for (const text of [
    "",
    "soon",
    "-5",
    "1e9",
    "Infinity",
    "Sat, GMT",
    "2026-11-21",
    null,
    undefined,
  ])
    assert.equal(readRetryAfter(text, NOW), undefined, `${text}`);
});
