import assert from "node:assert/strict";
import { test } from "node:test";
import { type EmulatedTerminal, emulatedTerminal } from "./fixtures/emulated-terminal.ts";
import { manualClock } from "./fixtures/manual-clock.ts";
import type { ScriptedHub } from "./fixtures/scripted-hub.ts";
import { screenText, silent, untilAborted, withTui } from "./fixtures/tui-session.ts";
import { runTui } from "./run-tui.ts";

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
      const first = await screenText(session);
      assert.match(first, /Outpost/);
      assert.match(first, /starting…/);
      assert.doesNotMatch(first, /READ-ONLY|DESTRUCTIVE/);
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
