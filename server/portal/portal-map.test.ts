import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { portalMap } from "./portal-map.ts";

test("the map that the README shows is one, and leaves the rest as it was", () => {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const shown = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? assert.fail("it shows one");
  const map = portalMap.parse(JSON.parse(shown));
  const standard = portalMap.parse({});
  assert.deepEqual(map.account.fields.points_balance, ["Credits"]);
  assert.deepEqual(map.account.fields.plan, standard.account.fields.plan);
  assert.deepEqual(map.plans, standard.plans);
});
