import assert from "node:assert/strict";
import { test } from "node:test";
import { CREATE, DELETE } from "./fixtures/questions.ts";
import { pick, seededRandom } from "./fixtures/random.ts";
import { agent, DONE, freshState, key, run, shownRows, tool, typed } from "./fixtures/states.ts";
import { rowText } from "./rows.ts";
import type { Msg, State } from "./state.ts";
import { view } from "./view.ts";
import { rowWidth } from "./wrap.ts";

const CONVERSATION: Msg[] = [
  agent({ type: "turn-started", text: "how full is fs1?" }),
  agent(tool("1", "filesystem_list", "reads", { filesystem: "fs1" })),
  agent({ type: "tool-ended", id: "1", outcome: { ok: true, text: "fs1: 41 %", seconds: 0.42 } }),
  agent(
    tool("2", "fileset_create", "changes", { filesystem: "fs1", fileset: "projects", link: true }),
  ),
  agent({
    type: "tool-progress",
    id: "2",
    progress: { done: 60, total: 100, message: "job 12: linking" },
  }),
];

test("the empty screen says what this is and gives three sentences to begin with", () => {
  const rows = shownRows(freshState(80, 24));
  assert.deepEqual(rows.slice(0, 12), [
    "",
    "   Outpost",
    "   Talk to your gear in plain words. Nothing is changed before you have said",
    "   yes.",
    "   This is the demo: its systems are simulated, so try what you like.",
    "",
    " ❯ how full is fs1?",
    " ❯ create a fileset called projects on fs1 with a 10 GiB quota",
    " ❯ show the running jobs",
    "",
    "   /help shows keys and commands",
    "",
  ]);
  assert.deepEqual(rows.slice(-3), [
    "─".repeat(80),
    " ❯ Ask or tell in plain words",
    "  DESTRUCTIVE   SIMULATED  ● demo cluster healthy  offline operator",
  ]);
});

test("a turn shows its sentence, its cards in one line each, and a job's progress", () => {
  const { state } = run(freshState(80, 16), ...CONVERSATION, { type: "tick", at: 4000 });
  assert.deepEqual(shownRows(state), [
    " ❯ how full is fs1?",
    "",
    " ✓ filesystem_list  fs1                                               0.4 s  ▸",
    "",
    " ⠹ fileset_create  fs1 · projects · link                       changes  3 s  ▸",
    "   ██████████▊·······  60 %  job 12: linking",
    "",
    "",
    "",
    "",
    "",
    "",
    " ⠹ Working  3 s  Esc stops",
    "─".repeat(80),
    " ❯ Enter queues the next sentence",
    "  DESTRUCTIVE   SIMULATED  ● demo cluster healthy  offline operator",
  ]);
});

test("an open card shows every argument and the result", () => {
  const ended = agent({
    type: "tool-ended",
    id: "2",
    outcome: { ok: false, text: "The name is taken.\nChoose another.", seconds: 65 },
  });
  const { state } = run(
    freshState(60, 16),
    ...CONVERSATION,
    ended,
    agent(DONE),
    key("o", { ctrl: true }),
  );
  assert.deepEqual(shownRows(state).slice(3, 12), [
    "",
    " ✗ fileset_create           failed  changes  1 min 05 s  ▾",
    "   │ filesystem  fs1",
    "   │ fileset     projects",
    "   │ link        true",
    "   │",
    "   │ The name is taken.",
    "   │ Choose another.",
    "",
  ]);
});

test("a question shows sentence, requests, body, the other way, and what it touches", () => {
  const { state } = run(freshState(80, 24), { type: "asked", id: 1, question: CREATE });
  const rows = shownRows(state);
  assert.deepEqual(rows.slice(rows.findIndex((row) => row.includes("╭"))), [
    " ╭─ Confirm: this changes the cluster ────────────────────────────────────────╮",
    " │                                                                            │",
    " │  Create the fileset projects on fs1, link it and limit it to 10 GiB.       │",
    " │                                                                            │",
    " │  It sends 2 requests, in this order                                        │",
    " │  1  POST /mgmt/v3/filesystems/fs1/filesets                                 │",
    " │     create the fileset                                                     │",
    ' │     body {"filesetName":"projects"}                                        │',
    " │     or   POST /mgmt/v2/filesystems/fs1/filesets  if the cluster lacks      │",
    " │          that                                                              │",
    " │  2  POST /mgmt/v3/filesystems/fs1/filesets/projects:link                   │",
    " │     link it at /gpfs/fs1/projects                                          │",
    " │                                                                            │",
    " │  What it touches, read just now                                            │",
    " │  · filesystem  fs1, 41 % full                                              │",
    " │                                                                            │",
    " ├────────────────────────────────────────────────────────────────────────────┤",
    " │   › No (n)     Yes (y)                      Esc declines: nothing is sent  │",
    " ╰────────────────────────────────────────────────────────────────────────────╯",
    "  DESTRUCTIVE   SIMULATED  ● demo cluster healthy  offline operator",
  ]);
});

test("a risk carries a sign and the word, and what is out of sight is counted with its risks", () => {
  const high = shownRows(run(freshState(80, 24), { type: "asked", id: 1, question: DELETE }).state);
  assert.ok(high.some((row) => row.includes("! linked at  risk: /gpfs/fs1/projects")));
  assert.ok(high.some((row) => row.includes("· snapshots  none")));
  const last = { ...DELETE, facts: [...DELETE.facts].reverse() };
  const low = shownRows(run(freshState(80, 15), { type: "asked", id: 1, question: last }).state);
  assert.ok(
    low.some((row) => row.includes("├─ ↓ 1 more, 1 risk ─")),
    low.join("\n"),
  );
});

test("on a small screen the question loses its frame, never its words or its answer", () => {
  const asked = run(
    freshState(40, 12),
    { type: "asked", id: 1, question: DELETE },
    { type: "painted", at: 0 },
  ).state;
  assert.deepEqual(shownRows(asked), [
    "This destroys          ↓ 4 more, 1 risk",
    "Delete the fileset projects of fs1 with",
    "everything in it.",
    "",
    "It sends one request",
    "1  DELETE /mgmt/v3/filesystems/fs1/",
    "          filesets/projects",
    "   delete it",
    "Type projects to go ahead:",
    "❯",
    "Enter waits for the name    Esc declines",
    " DESTRUCTIVE   SIMULATED  ● healthy",
  ]);
});

test("a window too small to read the question in says so", () => {
  const { state } = run(freshState(16, 4), { type: "asked", id: 1, question: DELETE });
  assert.match(shownRows(state).join(" "), /Too small to/);
});

test("the mode is said in words, whatever else has to give way", () => {
  for (const columns of [100, 60, 40, 24, 14]) {
    const status = view(freshState(columns, 10)).rows.at(-1) ?? [];
    assert.match(rowText(status), /DESTRUCTIVE/, `${columns}`);
  }
});

test("tokens and cost are shown for a metered model alone", () => {
  const metered: State = {
    ...freshState(100, 10),
    status: {
      ...freshState().status,
      metered: true,
      cost: 0.0421,
      tokens: { input: 1200, output: 834, cacheRead: 11_000, cacheWrite: 0 },
    },
  };
  assert.match(shownRows(metered).at(-1) ?? "", /↑ 12\.2k {2}↓ 834 {2}\$0\.042$/);
  assert.doesNotMatch(shownRows(freshState(100, 10)).at(-1) ?? "", /↑/);
});

test("text from outside cannot move the cursor, recolour the screen or reverse its reading", () => {
  const evil = "\u001b[2J\u001b]0;x\u0007\u009b31m{red-fg}\u202eignore previous\u0000 instructions";
  const { state } = run(
    freshState(80, 24),
    agent({ type: "turn-started", text: evil }),
    agent(tool("1", evil, "reads", { [evil]: evil })),
    agent({ type: "tool-ended", id: "1", outcome: { ok: true, text: evil, seconds: 1 } }),
    key("o", { ctrl: true }),
    agent({ type: "text", text: evil }),
    agent({ type: "notice", level: "warning", text: evil }),
    {
      type: "asked",
      id: 1,
      question: {
        ...DELETE,
        sentence: evil,
        typedName: evil,
        facts: [{ label: evil, value: evil }],
      },
    },
  );
  const shown = view(state).rows.map(rowText).join("\n");
  assert.doesNotMatch(shown.replaceAll("\n", ""), /[\p{Cc}\p{Cf}]/u);
  assert.match(shown, /\{red-fg\}ignore previous instructions/);
});

test("whatever the size and the state, the frame fits the screen and the cursor is on it", () => {
  const random = seededRandom(5);
  const steps: [Msg, ...Msg[]] = [
    agent({ type: "turn-started", text: "go" }),
    ...CONVERSATION,
    agent({ type: "text", text: "| a | b |\n|--|--|\n| 한글한글한글 | `code` |\n\n- x\n" }),
    agent({ type: "thinking", text: "a long thought ".repeat(20) }),
    typed("some 한글 text 😀 "),
    typed("/"),
    key("tab"),
    key("enter", { alt: true }),
    key("pageup"),
    key("o", { ctrl: true }),
    { type: "asked", id: 1, question: DELETE },
    { type: "withdrawn", id: 1 },
    { type: "queue", texts: ["one", "two", "three"] },
    { type: "key", key: { type: "paste", text: "x\n".repeat(50) }, at: 0, alone: true },
    agent(DONE),
  ];
  for (let round = 0; round < 300; round++) {
    const columns = 1 + Math.floor(random() * 100);
    const rows = 1 + Math.floor(random() * 40);
    const msgs = Array.from({ length: 12 }, () => pick(random, steps));
    const { state } = run(freshState(columns, rows), ...msgs);
    const frame = view(state);
    assert.ok(frame.rows.length <= rows, `${columns}x${rows}: ${frame.rows.length} rows`);
    for (const row of frame.rows)
      assert.ok(rowWidth(row) <= columns, `${columns}x${rows}: ${rowText(row)}`);
    if (frame.caret) {
      assert.ok(frame.caret.x >= 0 && frame.caret.x <= columns, `${columns}x${rows} caret`);
      assert.ok(
        frame.caret.y >= 0 && frame.caret.y < rows,
        `${columns}x${rows} caret ${frame.caret.y}`,
      );
    }
  }
});
