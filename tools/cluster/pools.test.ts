import assert from "node:assert/strict";
import { test } from "node:test";
import { toSecond } from "./cluster-time.ts";
import { poolRow } from "./pools.ts";

const pool = (total: number, free: number) => ({
  filesystem: "fs1",
  name: "data",
  total: { bytes: total, human: `${total} B` },
  free: { bytes: free, human: `${free} B` },
});

test("a pool says how full it is, an empty one too", () => {
  assert.deepEqual(poolRow(pool(200, 50)), ["data", "fs1", "75 %", "200 B", "50 B"]);
  assert.equal(poolRow(pool(0, 0))[2], "0 %");
});

test("times are shown to the second", () => {
  assert.equal(toSecond("2026-02-14 05:57:21,051"), "2026-02-14 05:57:21");
  assert.equal(toSecond("2026-02-14T05:57:21Z"), "2026-02-14T05:57:21Z");
});
