import assert from "node:assert/strict";
import { test } from "node:test";
import { markdownRows } from "./markdown.ts";
import { rowText } from "./rows.ts";

const jobs = [
  "job   status   request",
  "1005  running  POST /filesystems/fs2/filesets/exchange/snapshots",
  "1004  running  PUT /filesystems/fs1",
].join("\n");

const drawn = (code: string, columns: number) =>
  markdownRows(`\`\`\`\n${code}\n\`\`\``, columns).map(rowText);

test("a table in a code block that fits stays as it is", () => {
  assert.deepEqual(
    drawn(jobs, 80),
    jobs.split("\n").map((line) => `▏ ${line}`),
  );
});

test("the last column wraps inside itself where there is room for it", () => {
  assert.deepEqual(drawn(jobs, 44), [
    "▏ job   status   request",
    "▏ 1005  running  POST",
    "▏                /filesystems/fs2/filesets/",
    "▏                exchange/snapshots",
    "▏ 1004  running  PUT /filesystems/fs1",
  ]);
});

test("where there is none, each line becomes a list of headings and values", () => {
  assert.deepEqual(drawn("a name  b    what\nred     -    x\ngreen   two  y", 18), [
    "▏ a name: red",
    "▏ what: x",
    "▏ ",
    "▏ a name: green",
    "▏ b: two",
    "▏ what: y",
  ]);
});

test("a narrow last column stays where a list would take more rows, and goes where it would not", () => {
  const noted = (note: string) =>
    `name   path            note\nred    /gpfs/fs1/red   -\ngreen  /gpfs/fs1/grn   ${note}`;
  assert.deepEqual(drawn(noted("kept for a week"), 34), [
    "▏ name   path            note",
    "▏ red    /gpfs/fs1/red   -",
    "▏ green  /gpfs/fs1/grn   kept for",
    "▏                        a week",
  ]);
  const [first] = drawn(noted("kept for a week and then moved to a shelf below"), 34);
  assert.equal(first, "▏ name: red");
});

test("tables one after the other are drawn each for itself, and code that is no table only wraps", () => {
  assert.equal(drawn(`${jobs}\n\n${jobs}`, 44).filter((row) => row.includes("status")).length, 2);
  assert.deepEqual(drawn("if (one)  { two }\nelse three four five", 16), [
    "▏ if (one)  {",
    "▏ two }",
    "▏ else three",
    "▏ four five",
  ]);
});
