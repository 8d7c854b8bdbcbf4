import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "dotenv";
import { changeEnvFile } from "./env-file.ts";

test("settings are changed and removed, other lines stay, and the file is for its owner alone", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "outpost-env-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, ".env");
  writeFileSync(path, "# mine\nOTHER=1\nexport CLUSTER_URL=https://old\nGONE=x\n\n", {
    mode: 0o644,
  });
  await changeEnvFile(path, { CLUSTER_URL: "https://new", GONE: undefined, ADDED: "y" });
  const text = readFileSync(path, "utf8");
  assert.equal(text, "# mine\nOTHER=1\nCLUSTER_URL=https://new\nADDED=y\n");
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test("a password with any characters comes back as it was", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "outpost-env-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, ".env");
  for (const password of [
    "plain",
    "a b#c",
    "it's",
    'say "hi"',
    "back\\slash\\n",
    "`'",
    " ends ",
    "$HOME=1",
  ]) {
    await changeEnvFile(path, { P: password });
    assert.equal(parse(readFileSync(path, "utf8")).P, password);
  }
  await assert.rejects(changeEnvFile(path, { P: "two\nlines" }), { problem: "bad-input" });
  await assert.rejects(changeEnvFile(path, { P: "a$" + "{b}" }), { problem: "bad-input" });
});
