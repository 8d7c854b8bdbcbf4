import assert from "node:assert/strict";
import { test } from "node:test";
import { frameCost } from "./frame-cost.ts";

test("a frame sends what changed on the screen, not the transcript", () => {
  const short = frameCost(100, 20);
  const long = frameCost(20_000, 20);
  assert.ok(long.bytes < short.bytes * 1.5, `${short.bytes} and ${long.bytes} bytes a frame`);
});
