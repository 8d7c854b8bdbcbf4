import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom } from "./fixtures/random.ts";
import { freeze, markdownRows } from "./markdown.ts";
import { rowText } from "./rows.ts";
import { rowWidth } from "./wrap.ts";

const shown = (text: string, columns = 40) => markdownRows(text, columns).map(rowText);

const EVERYTHING = `# Filesets &amp; quotas

Some **bold _and_ \`code\`** with a [link](https://a.example) and https://b.example here.

- one
  - deeper and long enough to be broken
- [x] done
- [ ] open

3. three
4. four

| name | used |
|:--|--:|
| projects | 7.4 GiB |
| 한글 | 😀 |

\`\`\`sh
ls -la
\tx
\`\`\`

> said **so**

---
`;

test("every kind of markdown has its rows", () => {
  assert.deepEqual(shown(EVERYTHING), [
    "Filesets & quotas",
    "",
    "Some bold and code with a link",
    "(https://a.example) and",
    "https://b.example here.",
    "",
    "• one",
    "  - deeper and long enough to be broken",
    "[x] done",
    "[ ] open",
    "",
    "3. three",
    "4. four",
    "",
    "name         used",
    "─────────────────",
    "projects  7.4 GiB",
    "한글           😀",
    "",
    "▏ ls -la",
    "▏     x",
    "",
    "│ said so",
    "",
    "────────────────────────",
  ]);
});

test("emphasis and code keep their ink through a line break", () => {
  const rows = markdownRows("**aaa bbb** `ccc`", 5);
  assert.deepEqual(rows, [
    [{ text: "aaa", ink: { bold: true } }],
    [{ text: "bbb", ink: { bold: true } }],
    [{ text: "ccc", ink: { tone: "code" } }],
  ]);
});

test("a table that does not fit wraps its cells, and at last becomes a list of its rows", () => {
  const table = "| name | comment |\n|---|---|\n| projects | several words of comment |\n";
  assert.deepEqual(shown(table, 24), [
    "name      comment",
    "────────────────────────",
    "projects  several words",
    "          of comment",
  ]);
  assert.deepEqual(shown(table, 12), [
    "name:",
    "  projects",
    "comment:",
    "  several",
    "  words of",
    "  comment",
  ]);
});

test("markup that is none, braces and half-finished markup are plain text", () => {
  assert.deepEqual(shown("{bold}x{/bold} <b>y</b> **open"), ["{bold}x{/bold} <b>y</b> **open"]);
  assert.deepEqual(shown("&lt;tag&gt; `&lt;`"), ["<tag> &lt;"]);
});

test("no row is wider than the screen at any width", () => {
  for (let columns = 6; columns < 60; columns++)
    for (const row of markdownRows(EVERYTHING, columns))
      assert.ok(rowWidth(row) <= columns, `${columns}: ${rowText(row)}`);
});

test("a streamed reply ends up as the same rows as the whole one, wherever its pieces were cut", () => {
  const random = seededRandom(3);
  const whole = shown(EVERYTHING);
  for (let round = 0; round < 100; round++) {
    const blocks: string[] = [];
    let open = "";
    for (let from = 0; from < EVERYTHING.length; ) {
      const end = from + 1 + Math.floor(random() * 12);
      const { finished, rest } = freeze(open + EVERYTHING.slice(from, end));
      blocks.push(...finished);
      open = rest;
      from = end;
    }
    const rows = [...blocks, open].filter((text) => text.trim() !== "").map((text) => shown(text));
    assert.deepEqual(
      rows.flatMap((part, at) => (at > 0 ? ["", ...part] : part)),
      whole,
    );
  }
});

test("what can still change stays open: an unfinished fence, a list that may go on, half a line", () => {
  assert.deepEqual(freeze("```sh\nls\n\nmore\n").finished, []);
  assert.deepEqual(freeze("- a\n\n").finished, []);
  assert.deepEqual(freeze("one\n\ntw"), { finished: [], rest: "one\n\ntw" });
  assert.deepEqual(freeze("one\n\ntwo\n"), { finished: ["one"], rest: "two\n" });
});

test("lists and quotes nested without end do not overflow the stack or the row", () => {
  const deep = `${"> ".repeat(300)}x\n\n${Array.from({ length: 60 }, (_, i) => `${"  ".repeat(i)}- ${i}`).join("\n")}`;
  for (const row of markdownRows(deep, 30)) assert.ok(rowWidth(row) <= 30);
});
