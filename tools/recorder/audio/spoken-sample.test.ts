import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { spokenSample } from "./spoken-sample.ts";

test("the package that is shipped has the spoken sample where the program looks for it", () => {
  const root = join(import.meta.dirname, "../../..");
  const text = readFileSync(join(root, "package.json"), "utf8");
  const { files } = z.object({ files: z.array(z.string()) }).parse(JSON.parse(text));
  const sample = relative(root, spokenSample());
  assert.ok(
    files.some((folder) => sample.startsWith(`${folder}/`)),
    sample,
  );
});
