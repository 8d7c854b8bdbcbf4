import assert from "node:assert/strict";
import { test } from "node:test";
import { SITE_CODES } from "../../tools/portal/contract.ts";
import { openApi } from "./openapi.ts";
import { startPortal } from "./portal.fixture.ts";
import { wholePortal } from "./whole-portal.fixture.ts";

const NOBODY = { portalUrl: "", username: "", password: "" };
/** Every address of the wrapper, with values that fit where one is needed. */
const ADDRESSES = [
  ...Object.keys(openApi("").paths).map((path) =>
    path
      .replace("{site}", "SSO")
      .replace("{tid}", "T5")
      .replace(/visibility$/, "visibility?target=M31")
      .replace(/raw$/, "raw?path=/Launchpad.aspx"),
  ),
  "/",
  "/docs",
  "/openapi.json",
];
const OF_THE_PORTAL = /account|plans|weather|reservations|raw/;

function ask(started: ReturnType<typeof wholePortal>, path: string, init: RequestInit = {}) {
  return started.portal.fetch(new Request(`http://127.0.0.1:8000${path}`, init));
}

test("H1 without settings health answers, names what is missing, and the portal is not asked", async () => {
  const { get, seen } = startPortal({}, NOBODY);
  const { status, body } = await get("/api/health");
  assert.deepEqual([status, body.configured, body.sites], [200, false, [...SITE_CODES]]);
  assert.deepEqual(body.missing, ["PORTAL_URL", "PORTAL_USERNAME", "PORTAL_PASSWORD"]);
  assert.deepEqual([body.session.state, seen.length], ["unconfigured", 0]);
});

test("H2 without settings every view of the portal says that it is not configured", async () => {
  const unset = wholePortal({}, NOBODY);
  for (const path of ADDRESSES.filter((each) => OF_THE_PORTAL.test(each))) {
    const answer = await ask(unset, path);
    const { code, detail } = JSON.parse(await answer.text());
    assert.deepEqual([answer.status, code], [503, "not_configured"], path);
    assert.match(detail, /`outpost setup portal`.*PORTAL_URL/);
  }
  assert.equal(unset.fake.state.requests.length, 0);
});

test("H3 without settings all that needs no portal works: roster, scopes, tonight, sky, page, docs", async () => {
  const unset = wholePortal({}, NOBODY);
  for (const path of ADDRESSES.filter((each) => !OF_THE_PORTAL.test(each))) {
    const answer = await ask(unset, path);
    assert.equal(answer.status, 200, path);
    await answer.text();
  }
  const tonight = JSON.parse(await (await ask(unset, "/api/tonight")).text());
  assert.deepEqual([tonight.inputs.offline, tonight.picks.length > 0], [true, true]);
  assert.equal(unset.fake.state.requests.length, 0);
});

test("X1 X2 X3 X5 every address refuses other sites, and binds the browser of those it answers", async () => {
  const whole = wholePortal();
  for (const path of [...ADDRESSES, "/nothing", "/api/weather/XXX"]) {
    for (const headers of [
      { host: "evil.test" },
      { host: "127.0.0.1.evil.test" },
      { origin: "https://evil" },
      { origin: "null" },
    ]) {
      const answer = await ask(whole, path, { headers });
      assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`);
      assert.match(JSON.parse(await answer.text()).code, /^(host|origin)_not_allowed$/);
    }
    const { headers } = await ask(whole, path, { headers: { origin: "http://127.0.0.1:8000" } });
    assert.equal(headers.get("access-control-allow-origin"), null);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    // Nothing that the portal said is kept by a browser; the page of the docs says nothing of it.
    assert.equal(headers.get("cache-control"), path === "/docs" ? "no-cache" : "no-store", path);
    assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'/);
    assert.doesNotMatch(headers.get("content-security-policy") ?? "", /unsafe-eval|\*|https?:/);
  }
});

test("R51 no address takes anything but GET and HEAD, and a HEAD has no body", async () => {
  const whole = wholePortal();
  for (const path of [...ADDRESSES, "/nothing"]) {
    for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"]) {
      const answer = await ask(whole, path, { method });
      assert.deepEqual([answer.status, answer.headers.get("allow")], [405, "GET, HEAD"], path);
    }
    const head = await ask(whole, path, { method: "HEAD" });
    assert.deepEqual([head.status, await head.text()], [path === "/nothing" ? 404 : 200, ""], path);
  }
  assert.equal(whole.fake.state.loginPosts, 1);
});

test("a closing slash is tolerated, and an unknown address is an Error", async () => {
  const { get } = startPortal();
  assert.equal((await get("/api/health/")).status, 200);
  const { status, body } = await get("/api/nothing");
  assert.deepEqual([status, Object.keys(body)], [404, ["error", "detail", "code"]]);
  assert.match(String(body.detail), /\/docs/);
});

test("a site or telescope that is not there is told with those that are", async () => {
  const { get } = startPortal();
  for (const [path, detail] of [
    ["/api/telescopes?site=moon", /SSO, UDRO, DSC, SRO, AC, EYE/],
    ["/api/weather/moon", /SSO, UDRO, DSC, SRO, AC, EYE/],
    ["/api/scope/T999/status", /\/api\/telescopes/],
    ["/api/scope/abc/status", /such as T5/],
  ] as const)
    assert.match(String((await get(path)).body.detail), detail, path);
});
