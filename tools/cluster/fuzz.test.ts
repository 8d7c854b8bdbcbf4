import assert from "node:assert/strict";
import { test } from "node:test";
import { fuzzTools } from "./fuzz.fixture.ts";

test("generated arguments make no tool fail in a way that is ours", async () => {
  const { faults, ok, refused } = await fuzzTools({ seed: 7, writes: true, more: (n) => n < 600 });
  assert.deepEqual(faults, []);
  assert.ok(ok > 20 && refused > 100, `${ok} ok, ${refused} refused`);
});

test("generated arguments get no write past shut gates", async () => {
  const { faults } = await fuzzTools({ seed: 8, writes: false, more: (n) => n < 600 });
  assert.deepEqual(faults, []);
});
