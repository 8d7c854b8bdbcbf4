import assert from "node:assert/strict";
import { test } from "node:test";
import type { Recording } from "../tools/recorder/contract.ts";
import {
  AT_REST,
  type Effect,
  type Limits,
  type Machine,
  stateOf,
  step,
  type TakeEvent,
} from "./take.ts";

const LIMITS: Limits = { mostSeconds: 3, quietSeconds: 2, quietDb: -50 };
const AT = new Date("2026-11-21T08:00:00Z");
const RECORDING = { id: "A" } as Recording; // the machine hands it on and looks at nothing in it
const TROUBLE = new Error("no");

const loud = (seconds: number): TakeEvent => ({ type: "heard", seconds, piece: 1, levelDb: -10 });
const quiet = (seconds: number): TakeEvent => ({ type: "heard", seconds, piece: 1, levelDb: -80 });

const EVENTS: TakeEvent[] = [
  { type: "start", id: "A" },
  { type: "stop" },
  { type: "first-sound", at: AT },
  { type: "no-sound", trouble: TROUBLE },
  loud(1),
  quiet(1),
  loud(3),
  { type: "disk-low" },
  { type: "source-ended" },
  { type: "kept", recording: RECORDING },
  { type: "not-kept", trouble: TROUBLE },
  { type: "upload-began" },
  { type: "upload-ended" },
];

function play(events: TakeEvent[], from: Machine = AT_REST) {
  const effects: Effect[] = [];
  let machine = from;
  for (const event of events) {
    const [next, more] = step(machine, event, LIMITS);
    machine = next;
    effects.push(...more);
  }
  return { machine, effects, names: effects.map((effect) => effect.do) };
}

/** Every machine that some row of at most so many events leads to, with one such row. */
function reachable(most: number): Map<string, { machine: Machine; row: TakeEvent[] }> {
  const found = new Map([[JSON.stringify(AT_REST), { machine: AT_REST, row: [] as TakeEvent[] }]]);
  let edge = [...found.values()];
  for (let depth = 0; depth < most; depth++) {
    const next: typeof edge = [];
    for (const { machine, row } of edge)
      for (const event of EVENTS) {
        const [after] = step(machine, event, LIMITS);
        const key = JSON.stringify(after);
        if (found.has(key)) continue;
        const entry = { machine: after, row: [...row, event] };
        found.set(key, entry);
        next.push(entry);
      }
    edge = next;
  }
  return found;
}

const STATES = [...reachable(8).values()];

test("from every state that can be reached, every event leads to a state, and nothing is changed in place", () => {
  assert.ok(STATES.length > 40, `${STATES.length} states`);
  for (const { machine } of STATES)
    for (const event of EVENTS) {
      const before = JSON.stringify(machine);
      const [after, effects] = step(machine, event, LIMITS);
      assert.equal(JSON.stringify(machine), before);
      assert.ok(["idle", "recording", "uploading"].includes(stateOf(after)));
      assert.ok(effects.length <= 3);
    }
});

test("a source is opened only at rest, and a second start is refused in every other state", () => {
  for (const { machine } of STATES) {
    const [after, effects] = step(machine, { type: "start", id: "B" }, LIMITS);
    const opens = effects.some((effect) => effect.do === "open-source");
    assert.equal(opens, machine.take.phase === "idle");
    if (opens) continue;
    assert.deepEqual(effects, [{ do: "refuse", code: "already_recording" }]);
    assert.equal(after, machine);
  }
});

test("a stop is obeyed while it records and refused in every other state", () => {
  for (const { machine } of STATES) {
    const [after, effects] = step(machine, { type: "stop" }, LIMITS);
    if (machine.take.phase === "running") {
      assert.deepEqual(effects, [{ do: "stop-source" }]);
      assert.equal(after.take.phase, "ending");
    } else assert.deepEqual(effects, [{ do: "refuse", code: "not_recording" }]);
  }
});

test("whatever happens, a take that began is answered once and kept once before the next begins", () => {
  for (const { row } of STATES) {
    const { effects, names } = play(row);
    const count = (name: Effect["do"]) => names.filter((each) => each === name).length;
    assert.ok(count("open-source") - count("answer-start") - count("fail-start") <= 1);
    assert.ok(count("answer-start") - count("answer-stop") - count("fail-stop") <= 1);
    const [first] = effects.filter((effect) => effect.do !== "refuse");
    assert.ok(first === undefined || /open-source|rest-uploads/.test(first.do));
  }
});

test("a whole take: opened, answered, stopped, kept, and then it is time for uploads", () => {
  const { machine, names } = play([
    { type: "start", id: "A" },
    { type: "first-sound", at: AT },
    loud(1),
    { type: "stop" },
    loud(2),
    { type: "source-ended" },
    { type: "kept", recording: RECORDING },
  ]);
  assert.deepEqual(machine, AT_REST);
  assert.deepEqual(names, [
    "open-source",
    "answer-start",
    "stop-source",
    "keep",
    "answer-stop",
    "look-for-uploads",
  ]);
});

test("a take ends by itself at its longest, on a low disk and when its source gives no more", () => {
  const begun: TakeEvent[] = [
    { type: "start", id: "A" },
    { type: "first-sound", at: AT },
  ];
  const why = (event: TakeEvent) => {
    const { take } = play([...begun, event]).machine;
    return take.phase === "ending" ? take.why : take.phase;
  };
  assert.equal(why(loud(3)), "limit");
  assert.equal(why({ type: "disk-low" }), "disk");
  assert.equal(why({ type: "source-ended" }), "source");
});

test("silence is told once, and again only after something was heard", () => {
  const limits = { ...LIMITS, mostSeconds: 100 };
  let machine = play([
    { type: "start", id: "A" },
    { type: "first-sound", at: AT },
  ]).machine;
  const warned: number[] = [];
  for (const [at, event] of [quiet, quiet, quiet, loud, quiet, quiet].entries()) {
    const [next, effects] = step(machine, event(at + 1), limits);
    machine = next;
    if (effects.some((effect) => effect.do === "warn-of-silence")) warned.push(at + 1);
  }
  assert.deepEqual(warned, [2, 6]);
});

test("recording comes before uploading, and is what the device says it does", () => {
  const uploading = play([{ type: "upload-began" }]).machine;
  assert.equal(stateOf(uploading), "uploading");
  const { machine, names } = play([{ type: "start", id: "A" }], uploading);
  assert.deepEqual(names, ["rest-uploads", "open-source"]);
  assert.equal(stateOf(machine), "recording");
  assert.equal(stateOf(play([{ type: "upload-ended" }], uploading).machine), "idle");
});
