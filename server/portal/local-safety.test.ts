import assert from "node:assert/strict";
import { test } from "node:test";
import { startPortal } from "./portal.fixture.ts";

test("R51 X1 X2 X3 X5 only local readers are answered, with headers that bind a browser", async () => {
  const { get } = startPortal();
  assert.equal((await get("/api/account", { method: "POST" })).headers.get("allow"), "GET, HEAD");
  assert.equal((await get("/api/health", { headers: { host: "evil.test" } })).status, 403);
  assert.equal((await get("/api/health", { headers: { origin: "https://evil" } })).status, 403);
  const { headers } = await get("/api/health");
  assert.equal(headers.get("access-control-allow-origin"), null);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
});
