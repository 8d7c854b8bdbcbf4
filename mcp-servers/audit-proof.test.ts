import assert from "node:assert/strict";
import { test } from "node:test";
import { proveAudit } from "./audit-proof.fixture.ts";

test("three servers, killed now and then, share one audit chain and one budget", async (t) => {
  const proved = await proveAudit({ writes: 45, budget: 30, kills: 2 });
  t.diagnostic(JSON.stringify(proved));
  assert.equal(proved.tried, 45);
  assert.ok(proved.overBudget >= 45 - 30 - 2);
});
