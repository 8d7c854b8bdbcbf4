import assert from "node:assert/strict";
import { test } from "node:test";
import { nightAt } from "../tonight/night.ts";
import { createLanes, type Interval } from "./lanes.ts";
import { spanWords } from "./time-words.ts";

const NOW = new Date("2026-11-21T07:10:00Z");
const MINUTE = 60_000;

test("the bars end where the search for the sun's altitude says, to the minute", () => {
  const { from, to, lanes } = createLanes()(NOW);
  assert.equal(from.toISOString(), "2026-11-21T05:00:00.000Z");
  const near = (intervals: Interval[], at: Date | null, side: "from" | "to") => {
    if (at === null || at <= from || at >= to) return;
    const apart = intervals.map((each) => Math.abs(each[side].getTime() - at.getTime()));
    assert.ok(Math.min(...apart) < MINUTE, `${side} ${at.toISOString()}`);
  };
  for (const { site, open, dark } of lanes) {
    const { opensAt, closesAt, darkStart, darkEnd } = nightAt(site, NOW);
    near(open, opensAt, "from");
    near(open, closesAt, "to");
    near(dark, darkStart, "from");
    near(dark, darkEnd, "to");
  }
});

test("dark lies within open, and open within the night", () => {
  const within = (inner: Interval[], outer: Interval[]) =>
    inner.every(({ from, to }) => outer.some((each) => each.from <= from && each.to >= to));
  for (const { night, open, dark } of createLanes()(NOW).lanes) {
    assert.ok(dark.length > 0 && within(dark, open) && within(open, night));
  }
});

test("the lanes are computed once an hour", () => {
  const at = createLanes();
  const first = at(NOW);
  assert.equal(at(new Date(NOW.getTime() + 49 * MINUTE)), first);
  assert.notEqual(at(new Date(NOW.getTime() + 50 * MINUTE)), first);
});

test("a span of time is said in the two units that matter", () => {
  const words = [30_000, 12 * MINUTE, 125 * MINUTE, 50 * 60 * MINUTE].map(spanWords);
  assert.deepEqual(words, ["under a minute", "12 min", "2 h 05 min", "2 days"]);
});
