import assert from "node:assert/strict";
import { test } from "node:test";
import { emulatedTerminal } from "./fixtures/emulated-terminal.ts";
import { type Row, span } from "./rows.ts";
import { openScreen, type Screen } from "./screen.ts";

function open(columns = 20, rows = 5, env: Record<string, string> = { TERM: "xterm-256color" }) {
  const terminal = emulatedTerminal(columns, rows);
  const write = (text: string) => void terminal.output.write(text);
  const screen = openScreen({ columns, rows, env, title: "Outpost", write });
  return { terminal, screen };
}

const text = (words: string): Row => [span(words)];

function show(screen: Screen, ...rows: string[]): void {
  screen.paint({ rows: rows.map(text), caret: undefined });
}

test("a frame is shown, its cursor stands at the caret, and only what differs is sent next time", async () => {
  const { terminal, screen } = open();
  screen.paint({ rows: [text("hello"), text("second")], caret: { x: 3, y: 1 } });
  await terminal.settled();
  assert.deepEqual(terminal.lines().slice(0, 2), ["hello", "second"]);
  assert.deepEqual(terminal.cursor(), { x: 3, y: 1 });
  assert.ok(terminal.alternate());
  terminal.taken();
  screen.paint({ rows: [text("hello"), text("secomd")], caret: { x: 3, y: 1 } });
  const sent = terminal.taken();
  assert.ok(sent.includes("m") && sent.length < 80, JSON.stringify(sent));
  assert.ok(!sent.includes("hello"));
  screen.close();
});

test("an unchanged frame sends nothing, a moved caret only its place", () => {
  const { terminal, screen } = open();
  screen.paint({ rows: [text("same")], caret: { x: 0, y: 0 } });
  terminal.taken();
  screen.paint({ rows: [text("same")], caret: { x: 0, y: 0 } });
  assert.equal(terminal.taken(), "");
  screen.paint({ rows: [text("same")], caret: { x: 2, y: 0 } });
  assert.equal(terminal.taken(), "\u001b[?2026h\u001b[1;3H\u001b[?25h\u001b[?2026l");
  screen.close();
});

test("every frame is one synchronised update", () => {
  const { terminal, screen } = open();
  for (const words of ["one", "two", "three"]) {
    show(screen, words);
    const sent = terminal.taken();
    assert.ok(sent.startsWith("\u001b[?2026h") && sent.endsWith("\u001b[?2026l"));
    assert.equal(sent.split("\u001b[?2026").length, 3);
  }
  screen.close();
});

test("emoji, CJK and marks keep every cell beside them in place, frame after frame", async () => {
  const { terminal, screen } = open(20, 5);
  const frames = [
    ["a 😀 b│", "✅ done │", "한글 中文 x│", "e\u0301 ⚡ z│"],
    ["abcdefgh│", "ijklmnop│", "qrstuvwxyz│", "12345678│"],
    ["😀😀😀│", "x✅y✅z│", "한x글│", "नमस्ते│"],
    ["│", "│", "│", "│"],
  ];
  for (const frame of frames) {
    show(screen, ...frame);
    await terminal.settled();
    assert.deepEqual(terminal.lines().slice(0, 4), frame);
  }
  screen.close();
});

test("a terminal that draws emoji one column wide damages nothing beside them", async () => {
  const { terminal, screen } = open(20, 5);
  terminal.screen.unicode.activeVersion = "6";
  show(screen, "a 😀 b│", "abcdef│");
  show(screen, "abcde│", "x ✅ y│");
  await terminal.settled();
  assert.equal(terminal.line(0), "abcde│");
  assert.equal(terminal.line(1).replace(/ +y/, " y"), "x ✅ y│");
  assert.equal(terminal.screen.buffer.active.getLine(1)?.getCell(6)?.getChars(), "│");
  screen.close();
});

test("control characters never reach the terminal, whoever let them into a row", async () => {
  const { terminal, screen } = open();
  show(screen, "a\u001b[31mb\u009bc\u0007d");
  const sent = terminal.taken();
  assert.ok(!sent.includes("\u001b[31m") && !sent.includes("\u009b"));
  await terminal.settled();
  assert.equal(terminal.line(0), "a[31mbcd");
  screen.close();
});

test("tones are colours of the palette, and NO_COLOR leaves none of them", () => {
  const rows: Row[] = [[span("bad", { tone: "bad", bold: true })]];
  const coloured = open();
  coloured.screen.paint({ rows, caret: undefined });
  assert.ok(coloured.terminal.taken().includes("\u001b[1;38;5;160mbad"));
  coloured.screen.close();
  const plain = open(20, 5, { TERM: "xterm", NO_COLOR: "1" });
  plain.screen.paint({ rows, caret: undefined });
  const sent = plain.terminal.taken();
  assert.ok(sent.includes("\u001b[1mbad") && !sent.includes("38;5"));
  plain.screen.close();
});

test("unknown and bare terminals get a screen, in full Unicode, without a word on stderr", async () => {
  for (const env of [
    {},
    { TERM: "" },
    { TERM: "screen-256color" },
    { TERM: "konsole-nonsense" },
    { TERM: "linux" },
  ]) {
    const { terminal, screen } = open(20, 5, env);
    show(screen, "─│╭ 한글 ok");
    await terminal.settled();
    assert.equal(terminal.line(0), "─│╭ 한글 ok", JSON.stringify(env));
    screen.close();
  }
});

test("a resized screen is drawn anew", async () => {
  const { terminal, screen } = open(20, 5);
  show(screen, "one", "two", "three", "four", "five");
  terminal.resize(12, 3);
  screen.resize(12, 3);
  show(screen, "uno", "dos", "tres");
  await terminal.settled();
  assert.deepEqual(terminal.lines(), ["uno", "dos", "tres"]);
  terminal.resize(30, 6);
  screen.resize(30, 6);
  show(screen, "a", "b", "c", "d", "e", "f");
  await terminal.settled();
  assert.deepEqual(terminal.lines(), ["a", "b", "c", "d", "e", "f"]);
  screen.close();
});

test("leaving takes back every mode; coming back sets them again and redraws", async () => {
  const { terminal, screen } = open();
  show(screen, "hello");
  terminal.taken();
  screen.leave();
  screen.leave();
  const left = terminal.taken();
  for (const off of [
    "?2026l",
    "?1004l",
    "?1006l",
    "?1000l",
    "?2004l",
    "?1049l",
    "?25h",
    "<u",
    "23;2t",
  ])
    assert.equal(left.split(`\u001b[${off}`).length - 1 >= 1, true, off);
  await terminal.settled();
  assert.ok(!terminal.alternate());
  assert.equal(terminal.screen.modes.bracketedPasteMode, false);
  assert.equal(terminal.screen.modes.mouseTrackingMode, "none");
  screen.enter();
  show(screen, "hello");
  await terminal.settled();
  assert.ok(terminal.alternate());
  assert.equal(terminal.line(0), "hello");
  assert.equal(terminal.screen.modes.bracketedPasteMode, true);
  assert.equal(terminal.screen.modes.mouseTrackingMode, "vt200");
  screen.close();
});

test("opening and closing a screen leaves the process's listeners and environment as they were", () => {
  const count = () =>
    ["SIGTERM", "SIGINT", "SIGQUIT", "exit", "uncaughtException"].map((name) =>
      process.listenerCount(name),
    );
  const before = count();
  const { screen } = open();
  show(screen, "x");
  screen.close();
  assert.deepEqual(count(), before);
});
