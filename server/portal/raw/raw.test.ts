import assert from "node:assert/strict";
import { test } from "node:test";
import { startPortal } from "../portal.fixture.ts";

test("R46 R47 R50 a page comes back as JSON without its hidden state", async () => {
  const { get } = startPortal();
  const { status, body, headers } = await get("/api/raw?path=/Launchpad.aspx");
  assert.deepEqual([status, body.kind, headers.get("set-cookie")], [200, "html", null]);
  assert.match(body.text, /\[omitted \d+ chars\]/);
  assert.doesNotMatch(body.text, /s3cret|star@gazer/);
  assert.equal((await get("/api/raw?path=/nothing.here")).body.status, 404);
});
