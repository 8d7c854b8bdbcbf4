import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { settingsTable } from "./settings-table.ts";

test("the README's table of settings is the one that the schema gives", () => {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const block = /<!-- settings -->\n([\s\S]*)\n<!-- \/settings -->/.exec(readme)?.[1];
  assert.equal(block, settingsTable(), "run: npx tsx .ci/write-tables.ts");
});
