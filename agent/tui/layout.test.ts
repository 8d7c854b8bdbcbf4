import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block } from "./blocks.ts";
import { agent, DONE, freshState, key, run, shownRows, tool } from "./fixtures/states.ts";
import type { State } from "./state.ts";

/** A transcript of one-line notices "line 0", "line 1", ...: each is one row and a blank one before it. */
function transcript(lines: number, columns = 40, rows = 12): State {
  const past = Array.from(
    { length: lines },
    (_, at): Block => ({ kind: "notice", level: "info", text: `line ${at}` }),
  );
  return { ...freshState(columns, rows), past };
}

const seen = (state: State) =>
  shownRows(state)
    .map((row) => /line (\d+)/.exec(row)?.[1])
    .filter((number) => number !== undefined)
    .map(Number);

test("a new transcript stands at its end", () => {
  assert.deepEqual(seen(transcript(100)), [95, 96, 97, 98, 99]);
});

test("pages scroll back and forth, and reaching the end sticks to it", () => {
  const up = run(transcript(100), key("pageup")).state;
  assert.deepEqual(seen(up), [92, 93, 94, 95]);
  const down = run(up, key("pagedown")).state;
  assert.deepEqual(seen(down), [95, 96, 97, 98, 99]);
  assert.equal(down.scroll.at, "end");
});

test("Home shows the beginning and End the end, when the input is empty", () => {
  const top = run(transcript(100), key("home")).state;
  assert.equal(seen(top)[0], 0);
  assert.deepEqual(seen(run(top, key("end")).state), [95, 96, 97, 98, 99]);
  assert.equal(seen(run(top, key("up", { shift: true })).state)[0], 0);
});

test("the wheel moves three rows", () => {
  const wheel = (direction: "up" | "down") =>
    ({ type: "key", key: { type: "wheel", direction }, at: 0, alone: true }) as const;
  const up = run(transcript(100), wheel("up"), wheel("up")).state;
  assert.deepEqual(seen(up), [92, 93, 94, 95, 96]);
  assert.deepEqual(
    seen(run(up, wheel("down"), wheel("down"), wheel("down")).state),
    [95, 96, 97, 98, 99],
  );
});

test("what arrives while someone reads further up does not move the window, and is counted", () => {
  const reading = run(transcript(100), key("pageup")).state;
  const before = seen(reading);
  const grown = run(
    reading,
    agent({ type: "turn-started", text: "go" }),
    agent({ type: "text", text: "answer\n\nmore\n" }),
    agent(DONE),
  ).state;
  assert.deepEqual(seen(grown), before);
  assert.ok(shownRows(grown).some((row) => row.includes("3 new ↓")));
  const caught = run(grown, key("end")).state;
  assert.ok(!shownRows(caught).some((row) => row.includes("new ↓")));
});

test("a transcript that fits cannot be scrolled", () => {
  const short = transcript(3);
  assert.deepEqual(run(short, key("pageup")).state.scroll, { at: "end" });
});

test("another width keeps the reader at the same block", () => {
  const reading = run(transcript(100, 80, 24), key("pageup"), key("pageup")).state;
  const [first] = seen(reading);
  const narrow = run(reading, { type: "resized", columns: 30, rows: 12 }).state;
  assert.equal(seen(narrow)[0], first);
});

test("a block higher than the screen can be read row by row", () => {
  const long = Array.from({ length: 50 }, (_, at) => `line ${at}`).join("\n");
  const state: State = {
    ...freshState(40, 12),
    past: [{ kind: "reply", text: `\`\`\`\n${long}\n\`\`\``, open: false }],
  };
  assert.equal(seen(state).at(-1), 49);
  const up = run(state, key("up", { shift: true }), key("up", { shift: true })).state;
  assert.equal(seen(up).at(-1), 47);
  assert.equal(seen(run(up, key("home")).state)[0], 0);
});

test("choosing a card that is out of sight brings it on the screen", () => {
  const cards = run(
    freshState(40, 12),
    agent({ type: "turn-started", text: "go" }),
    agent(tool("1", "first_card", "reads", {})),
    agent({ type: "tool-ended", id: "1", outcome: { ok: true, text: "", seconds: 0 } }),
    agent({ type: "text", text: "para\n\n".repeat(30) }),
    agent(DONE),
  ).state;
  assert.ok(!shownRows(cards).some((row) => row.includes("first_card")));
  assert.ok(shownRows(run(cards, key("tab")).state).some((row) => row.includes("first_card")));
});

test("the window is laid out alike whether it was reached from above or from below", () => {
  const state = transcript(200, 50, 16);
  let up = state;
  for (let i = 0; i < 40; i++) up = run(up, key("up", { shift: true })).state;
  let down = run(state, key("home")).state;
  const goal = shownRows(up).join("\n");
  for (let i = 0; i < 500 && shownRows(down).join("\n") !== goal; i++)
    down = run(down, key("down", { shift: true })).state;
  assert.equal(shownRows(down).join("\n"), goal);
});
