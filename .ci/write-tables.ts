import { readFileSync, writeFileSync } from "node:fs";
import { settingsTable } from "../config/settings-table.ts";

// Rewrites the generated blocks of the READMEs; tests say when one of them is stale.
const path = "config/README.md";
const text = readFileSync(path, "utf8");
const block = `<!-- settings -->\n${settingsTable()}\n<!-- /settings -->`;
writeFileSync(
  path,
  text.replace(/<!-- settings -->[\s\S]*<!-- \/settings -->/, () => block),
);
