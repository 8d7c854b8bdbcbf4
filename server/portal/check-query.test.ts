import assert from "node:assert/strict";
import { test } from "node:test";
import { wholePortal } from "./whole-portal.fixture.ts";

const ask = (path: string) =>
  wholePortal().portal.fetch(new Request(`http://127.0.0.1:8000${path}`));

const refused = async (path: string) => {
  const answer = await ask(path);
  return { status: answer.status, ...JSON.parse(await answer.text()) };
};

test("a misspelt name in a query is refused with those that there are", async () => {
  assert.deepEqual(await refused("/api/tonight?ste=SSO"), {
    status: 400,
    error: "There is no “ste” here.",
    detail: "This address takes site, tid, target, ra, dec, date, min_alt, min_hours, limit, moon.",
    code: "bad_request",
  });
  for (const path of ["/api/weather/SSO?site=SRO", "/api/weather/?sites=AC", "/api/health?x"])
    assert.deepEqual([(await refused(path)).code], ["bad_request"], path);
});

test("an address that takes nothing says so", async () => {
  const { detail } = await refused("/api/scopes/status?refresh=1");
  assert.equal(detail, "This address takes nothing after the ?.");
});

test("the rest of a path after an & that was not encoded is not dropped in silence", async () => {
  const { status, detail } = await refused("/api/raw?path=/Grid.aspx?from=1&to=2");
  assert.equal(status, 400);
  assert.match(detail, /%26/);
});

test("a value that is empty or given twice is refused and never taken for zero or for the first", async () => {
  for (const path of [
    "/api/visibility?ra=&dec=",
    "/api/tonight?site=",
    "/api/tonight?limit=3&limit=9",
    "/api/account?refresh=",
  ])
    assert.deepEqual([(await refused(path)).code], ["bad_request"], path);
  assert.equal((await ask("/api/telescopes?q=")).status, 200);
});

test("refresh is 1 and nothing else, so that nobody takes an old value for a new one", async () => {
  assert.equal((await refused("/api/account?refresh=true")).error, "refresh is 1, or left out.");
  assert.equal((await ask("/api/account?refresh=1")).status, 200);
});

test("the dashboard keeps what its own form asks for", async () => {
  assert.equal((await ask("/?site=&q=wombat&x=1")).status, 200);
});
