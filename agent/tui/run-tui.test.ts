import assert from "node:assert/strict";
import { test } from "node:test";
import type { PersonAnswer } from "../events.ts";
import type { Hub } from "../hub.ts";
import { type EmulatedTerminal, emulatedTerminal } from "./fixtures/emulated-terminal.ts";
import { type ManualClock, manualClock } from "./fixtures/manual-clock.ts";
import { CREATE, DELETE } from "./fixtures/questions.ts";
import { type Script, type ScriptedHub, scriptedHub } from "./fixtures/scripted-hub.ts";
import { USAGE } from "./fixtures/states.ts";
import { runTui, type TuiOptions } from "./run-tui.ts";

type Session = {
  terminal: EmulatedTerminal;
  clock: ManualClock;
  hub: ScriptedHub;
  left: Promise<number>;
};

/** Runs the screen over a scripted hub for the length of a test, and leaves it at the end however the test ends. */
async function withTui(
  script: Script,
  story: (session: Session) => Promise<void>,
  more: TuiOptions & {
    hub?: (hub: ScriptedHub) => Hub | Promise<Hub>;
    size?: [number, number];
  } = {},
): Promise<number> {
  const { hub: wrap, size, ...options } = more;
  const terminal = emulatedTerminal(...(size ?? [80, 24]));
  const clock = manualClock();
  const hub = scriptedHub(script);
  const env = { TERM: "xterm-256color" };
  const left = runTui(wrap ? wrap(hub) : hub, { ...terminal, clock, env, ...options });
  try {
    await terminal.settled();
    await story({ terminal, clock, hub, left });
  } finally {
    terminal.input.end();
  }
  return left;
}

const silent: Script = async () => {};
const untilAborted: Script = (_text, { signal }) =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve()));

async function screenText({ terminal }: Session): Promise<string> {
  await terminal.settled();
  return terminal.text();
}

test("a whole conversation by keyboard: sentence, question, progress, result", async () => {
  let answer: PersonAnswer | undefined;
  const script: Script = async (_text, { emit, ask }) => {
    emit({ type: "text", text: "I will create **projects**.\n" });
    emit({ type: "reply-ended", usage: USAGE, cost: undefined });
    const call = {
      type: "tool_use",
      id: "1",
      name: "fileset_create",
      input: { fileset: "projects" },
    } as const;
    emit({ type: "tool-started", call, effect: "changes" });
    answer = await ask(CREATE);
    emit({ type: "tool-progress", id: "1", progress: { done: 1, total: 2, message: "job 12" } });
    emit({ type: "tool-ended", id: "1", outcome: { ok: true, text: "Created.", seconds: 2 } });
    emit({ type: "text", text: "It is **there**.\n" });
  };
  await withTui(script, async (session) => {
    const { terminal, clock } = session;
    await terminal.type("create a fileset");
    assert.match(await screenText(session), /❯ create a fileset/);
    await terminal.type("\r");
    assert.match(await screenText(session), /Confirm: this changes the cluster/);
    await terminal.type("y");
    assert.equal(answer, undefined);
    clock.advance(1000);
    await terminal.type("y");
    assert.deepEqual(answer, { say: "yes" });
    clock.advance(100);
    const shown = await screenText(session);
    assert.match(shown, /✓ fileset_create {2}projects/);
    assert.match(shown, /✓ You confirmed: Create the fileset projects/);
    assert.match(shown, /It is there\./);
    assert.doesNotMatch(shown, /Working/);
  });
});

test("destroying: the typed name goes with the answer, the question's own key sets nothing off", async () => {
  const answers: PersonAnswer[] = [];
  const script: Script = async (_text, { ask }) => {
    answers.push(await ask(DELETE));
  };
  await withTui(script, async (session) => {
    const { terminal, clock } = session;
    await terminal.type("delete it");
    await terminal.type("\r");
    clock.advance(1000);
    for (const letter of "project") await terminal.type(letter);
    await terminal.type("\r");
    assert.deepEqual(answers, []);
    await terminal.type("s");
    await terminal.type("\r");
    assert.deepEqual(answers, [{ say: "yes", typed: "projects" }]);
  });
});

test("an idle screen has no timer and sends no byte", async () => {
  await withTui(silent, async ({ terminal, clock }) => {
    await terminal.type("hello");
    terminal.taken();
    clock.advance(60_000);
    assert.equal(clock.timers(), 0);
    assert.equal(terminal.taken(), "");
  });
});

test("while a turn runs the spinner turns, and stops with it", async () => {
  await withTui(untilAborted, async (session) => {
    const { terminal, clock } = session;
    await terminal.type("go\r");
    clock.advance(3000);
    assert.match(await screenText(session), /Working {2}3 s {2}Esc stops/);
    await terminal.type("\u001b");
    clock.advance(50);
    await terminal.type("");
    clock.advance(200);
    assert.match(await screenText(session), /! Stopped\./);
    assert.equal(clock.timers(), 0);
  });
});

test("sentences queue while a turn runs, and an interrupt brings them back into the input", async () => {
  await withTui(untilAborted, async (session) => {
    const { terminal, clock, hub } = session;
    for (const words of ["first\r", "second\r", "third\r"]) await terminal.type(words);
    assert.match(await screenText(session), /queued: second\n.*queued: third/);
    await terminal.type("\u001b");
    clock.advance(50);
    await terminal.type("!");
    const shown = await screenText(session);
    assert.match(shown, /❯ second\n {3}third!/);
    assert.deepEqual(hub.said, ["first", "second", "third"]);
  });
});

test("the exit codes: Ctrl+D 0, Ctrl+C twice 130, a line that breaks 129", async () => {
  const leaveBy = (bytes: string) =>
    withTui(silent, async ({ terminal }) => {
      for (const byte of bytes) await terminal.type(byte);
    });
  assert.equal(await leaveBy("\u0004"), 0);
  assert.equal(await leaveBy("\u0003\u0003"), 130);
  assert.equal(await leaveBy(""), 129);
});

test("the terminal is given back on the way out", async () => {
  let kept: EmulatedTerminal | undefined;
  const code = await withTui(silent, async ({ terminal }) => {
    kept = terminal;
    assert.ok(terminal.isRaw());
    await terminal.type("/quit\r");
  });
  await kept?.settled();
  assert.equal(code, 0);
  assert.equal(kept?.isRaw(), false);
  assert.equal(kept?.alternate(), false);
});

test("the first frame does not wait for the hub, and what is said early is sent when it is there", async () => {
  let arrive: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const later = (hub: ScriptedHub) => gate.then(() => hub);
  await withTui(
    silent,
    async (session) => {
      assert.match(await screenText(session), /Outpost/);
      await session.terminal.type("early\r");
      assert.deepEqual(session.hub.said, []);
      arrive();
      await session.terminal.type("");
      assert.deepEqual(session.hub.said, ["early"]);
    },
    { hub: later },
  );
});

test("a hub that cannot be had restores the terminal and passes its reason on", async () => {
  const terminal = emulatedTerminal(80, 24);
  const failed = runTui(Promise.reject(new Error("no such model")), {
    ...terminal,
    clock: manualClock(),
    env: {},
  });
  await assert.rejects(failed, /no such model/);
  await terminal.settled();
  assert.ok(!terminal.alternate() && !terminal.isRaw());
});

test("a question whose time is up goes away, and one that is open at the end is cancelled", async () => {
  let atEnd: Promise<PersonAnswer> | undefined;
  await withTui(silent, async (session) => {
    const control = new AbortController();
    const first = session.hub.ask(DELETE, control.signal);
    assert.match(await screenText(session), /Confirm: this destroys/);
    control.abort();
    assert.deepEqual(await first, { say: "cancel" });
    assert.match(await screenText(session), /Not answered in time, so declined/);
    atEnd = session.hub.ask(CREATE);
  });
  assert.deepEqual(await atEnd, { say: "cancel" });
});

test("a megabyte pasted is one frame and one sentence", async () => {
  const words = "0123456789 line\n".repeat(65_000).trimEnd();
  await withTui(silent, async (session) => {
    session.terminal.taken();
    await session.terminal.type(`\u001b[200~${words}\u001b[201~`);
    assert.match(await screenText(session), /\[Pasted #1 \+65000 lines\]/);
    await session.terminal.type("\r");
    assert.equal(session.hub.said[0], words);
    assert.match(await screenText(session), /64989 more lines/);
  });
});

test("streaming keeps the frame rate whatever the rate of its pieces", async () => {
  await withTui(silent, async ({ terminal, clock, hub }) => {
    hub.emit({ type: "turn-started", text: "go" });
    clock.advance(100);
    terminal.taken();
    for (let i = 0; i < 500; i++) {
      hub.emit({ type: "text", text: `word${i} ` });
      clock.advance(2);
    }
    const frames = terminal.taken().split("\u001b[?2026h").length - 1;
    assert.ok(frames >= 25 && frames <= 40, `${frames} frames in a second`);
  });
});

test("sentences that are sent are handed on to be remembered, and remembered ones come back", async () => {
  const kept: string[] = [];
  await withTui(
    silent,
    async (session) => {
      await session.terminal.type("\u001b[A");
      assert.match(await screenText(session), /❯ from yesterday/);
      await session.terminal.type("\r");
    },
    { history: ["from yesterday"], remember: (sentence) => kept.push(sentence) },
  );
  assert.deepEqual(kept, ["from yesterday"]);
});

test("the screen follows the terminal's size at once", async () => {
  await withTui(silent, async (session) => {
    session.terminal.resize(40, 12);
    const shown = await screenText(session);
    assert.equal(shown.split("\n").length, 12);
    assert.match(shown, /DESTRUCTIVE {3}SIMULATED {2}● healthy/);
    assert.ok(shown.includes("─".repeat(40)));
  });
});
