import assert from "node:assert/strict";
import { test } from "node:test";
import { startPortal } from "./portal.fixture.ts";

test("P9 P10 only names of the roster lead to a probe", async () => {
  const { get, seen } = startPortal();
  for (const tid of ["T11@evil", "T11.evil.com", "%54%31", "T11%2f..%2fx"])
    assert.equal((await get(`/api/scope/${tid}/status`)).status, 400);
  assert.equal((await get("/api/scope/T99/status")).status, 404);
  assert.equal(seen.length, 0);
});

test("P11 P12 P13 twenty who ask for a telescope, in two spellings, make one bare request", async () => {
  const { get, seen } = startPortal();
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) => get(`/api/scope/${at % 2 ? "t05" : "T5"}/status`)),
  );
  assert.ok(all.every((each) => each.body.reachable));
  assert.deepEqual(
    seen.map((request) => request.url),
    ["http://t5.itelescope.net/"],
  );
  assert.equal(seen[0]?.headers.get("cookie") ?? seen[0]?.headers.get("authorization"), null);
});
