import assert from "node:assert/strict";
import { test } from "node:test";
import type { Recording } from "../tools/recorder/contract.ts";
import { clock, createConsole, meter } from "./console.ts";

test("the meter shows how long and how loud it is", () => {
  assert.equal(meter(12.9, -30), `  00:12 ${"▮".repeat(12)}${"▯".repeat(12)} -30 dB`);
  assert.equal(meter(3725, 0), `  1:02:05 ${"▮".repeat(24)} 0 dB`);
  assert.equal(meter(0, -96), `  00:00 ${"▯".repeat(24)} -96 dB`);
  assert.equal(clock(59.99), "00:59");
});

test("what begins, falls silent and ends is told in lines, and the meter is drawn some five times a second", () => {
  const lines: string[] = [];
  let drawn = 0;
  const tell = createConsole({ line: (text) => lines.push(text), meter: () => drawn++ });
  const recording = { id: "01A", duration_s: 61 } as Recording; // no more of it is shown
  tell({ type: "started", recording });
  for (let tenth = 1; tenth <= 20; tenth++)
    tell({ type: "level", seconds: tenth / 10, levelDb: -20 });
  tell({ type: "silence", seconds: 20 });
  tell({ type: "ended", recording, why: "source", trouble: new Error("unplugged\u001b[2J") });
  tell({ type: "lost", trouble: new Error("no space") });
  assert.deepEqual(lines, [
    "● recording 01A",
    "  nothing has been heard for 20 s: is the input the right one?",
    "■ kept 01A, 01:01; the source gave no more (unplugged)",
    "✗ the recording is not on the shelf yet: no space; tried again at the next",
  ]);
  assert.ok(drawn >= 7 && drawn <= 11, `${drawn}`);
});
