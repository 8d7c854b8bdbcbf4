import assert from "node:assert/strict";
import { test } from "node:test";
import { startPortal } from "./portal.fixture.ts";

test("H1 without settings health and roster answer, and the portal is not asked", async () => {
  const { get, seen } = startPortal({}, { portalUrl: "", username: "", password: "" });
  assert.equal((await get("/api/health")).body.configured, false);
  assert.equal((await get("/api/telescopes")).body.count, 12);
  assert.equal((await get("/openapi.json")).body.openapi, "3.1.0");
  const account = await get("/api/account");
  assert.deepEqual([account.status, account.body.code, seen.length], [503, "not_configured", 0]);
});

test("L21 no answer holds the user name or the password", async () => {
  const { get } = startPortal({}, { password: "wrong-secret" });
  for (const path of ["/api/account", "/api/health", "/api/raw?path=/Launchpad.aspx"])
    assert.doesNotMatch(JSON.stringify((await get(path)).body), /stargazer|wrong-secret/);
});
