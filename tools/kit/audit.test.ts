import assert from "node:assert/strict";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { appendAudit, auditFiles } from "./audit.ts";
import { verifyAudit } from "./audit-verify.ts";

const noon = new Date("2026-11-21T12:00:00Z");

async function log(t: TestContext, lines: number) {
  const folder = await mkdtemp(join(tmpdir(), "outpost-audit-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (let i = 1; i <= lines; i++)
    await appendAudit(folder, noon, { event: "intent", tool: `tool_${i}` });
  return { folder, ...auditFiles(folder) };
}

test("an untouched log verifies and tells its head", async (t) => {
  const { folder } = await log(t, 3);
  const verdict = await verifyAudit(folder);
  assert.ok(verdict.whole);
  assert.equal(verdict.count, 3);
  assert.deepEqual(await verifyAudit(folder, verdict), verdict);
});

test("an empty log verifies", async (t) => {
  const { folder } = await log(t, 0);
  assert.ok((await verifyAudit(folder)).whole);
});

test("the first broken line is named: edited, missing, swapped or cut", async (t) => {
  const breaks: [string, (lines: string[]) => string[], number][] = [
    ["edited", (l) => l.with(1, (l[1] ?? "").replace("tool_2", "tool_9")), 2],
    ["missing", (l) => l.toSpliced(1, 1), 2],
    ["swapped", (l) => l.with(0, l[1] ?? "").with(1, l[0] ?? ""), 1],
    ["not JSON", (l) => l.with(2, "{"), 3],
    ["tail cut", (l) => l.slice(0, 2), 3],
    ["all gone", () => [], 1],
  ];
  for (const [name, breakIt, line] of breaks) {
    const { folder, lines } = await log(t, 4);
    const whole = (await readFile(lines, "utf8")).trimEnd().split("\n");
    const broken = breakIt(whole);
    await writeFile(lines, broken.length > 0 ? `${broken.join("\n")}\n` : "");
    const verdict = await verifyAudit(folder);
    assert.ok(!verdict.whole, name);
    assert.equal(verdict.line, line, name);
  }
});

test("a log and head rewritten together are found out by a head kept elsewhere", async (t) => {
  const { folder } = await log(t, 3);
  const kept = await verifyAudit(folder);
  assert.ok(kept.whole);
  const forged = await log(t, 0);
  for (let i = 1; i <= 3; i++)
    await appendAudit(forged.folder, noon, { event: "intent", tool: `other_${i}` });
  assert.ok((await verifyAudit(forged.folder)).whole);
  assert.ok(!(await verifyAudit(forged.folder, kept)).whole);
});

test("a head that was taken away is noticed: the tail may have gone with it", async (t) => {
  const { folder, lines, head } = await log(t, 4);
  const kept = await verifyAudit(folder);
  assert.ok(kept.whole);
  await rm(head);
  assert.ok((await verifyAudit(folder, kept)).whole);
  const [first = "", second = ""] = (await readFile(lines, "utf8")).split("\n");
  await writeFile(lines, `${first}\n${second}\n`);
  const verdict = await verifyAudit(folder);
  assert.ok(!verdict.whole);
  assert.match(verdict.why, /head file is missing/);
  await appendAudit(folder, noon, { event: "intent", tool: "after" });
  assert.match(await readFile(lines, "utf8"), /"event":"recovered"[^\n]*head file was missing/);
  assert.ok((await verifyAudit(folder)).whole);
});

test("a process killed between line and head loses nothing, and the chain goes on", async (t) => {
  const { folder, head } = await log(t, 1);
  const old = await readFile(head, "utf8");
  await appendAudit(folder, noon, { event: "intent", tool: "second" });
  await writeFile(head, old);
  assert.ok((await verifyAudit(folder)).whole);
  await appendAudit(folder, noon, { event: "intent", tool: "third" });
  const verdict = await verifyAudit(folder);
  assert.ok(verdict.whole);
  assert.equal(verdict.count, 3);
});

test("a first head that a kill kept from being written is there before the second line", async (t) => {
  const { folder, head } = await log(t, 1);
  const first = await readFile(head, "utf8");
  await rm(head);
  // A line that cannot be written stands in for a second kill.
  const unwritable = {
    event: "intent",
    get tool(): string {
      throw new Error("killed");
    },
  } as const;
  await assert.rejects(appendAudit(folder, noon, unwritable));
  assert.equal(await readFile(head, "utf8"), first);
});

test("a line torn by kill -9 is cut, and the log says so", async (t) => {
  const { folder, lines } = await log(t, 2);
  await appendFile(lines, '{"seq":3,"time":"2026');
  assert.ok((await verifyAudit(folder)).whole);
  await appendAudit(folder, noon, { event: "intent", tool: "after" });
  const verdict = await verifyAudit(folder);
  assert.ok(verdict.whole);
  assert.equal(verdict.count, 4);
  assert.match(await readFile(lines, "utf8"), /"event":"recovered"/);
});

test("secrets never reach the log", async (t) => {
  const { folder, lines } = await log(t, 0);
  await appendAudit(folder, noon, {
    event: "intent",
    args: {
      password: "hunter2",
      nested: [{ api_key: "hunter3" }],
      note: "Basic aHVudGVyNA==",
      body: ' {"owner": "far", "deep": [{"userPassword": "hunter9"}]}',
      query: "token=hunter10&view=BASIC",
    },
    plan: "Send POST /v3/thing?a=1&password=hunter6 for the thing.",
    request: "POST /v3/thing?access_key=hunter7&b=2",
    body: {
      privateKey: "hunter8",
      key: ["-----BEGIN RSA PRIVATE KEY-----\nhunter5\n-----END RSA PRIVATE KEY-----"],
    },
  });
  const text = await readFile(lines, "utf8");
  assert.doesNotMatch(text, /hunter|aHVudGVyNA/);
  for (const kept of ["far", "view=BASIC", "a=1", "b=2", "for the thing"])
    assert.ok(text.includes(kept), kept);
  assert.ok((await verifyAudit(folder)).whole);
});
