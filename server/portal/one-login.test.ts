import assert from "node:assert/strict";
import { test } from "node:test";
import { createPortal } from "./create-portal.ts";
import { ACCOUNT, MEMBER, PLANS, startPortal } from "./portal.fixture.ts";
import { serveFakePortal } from "./simulator/serve.ts";
import type { ExpiryStyle, Trouble } from "./simulator/switches.ts";

/** Every view that the portal is asked for. */
const VIEWS = [
  "/api/account?refresh=1",
  "/api/plans?refresh=1",
  "/api/weather?refresh=1",
  "/api/weather/SSO?refresh=1",
  "/api/reservations?refresh=1",
  "/api/raw?path=/Launchpad.aspx",
  "/api/raw?path=/Services/Portal.asmx/GetAccount",
];

const styles: ExpiryStyle[] = ["302", "cookieless", "200", "401", "403", "d-null"];
for (const expiry of styles)
  test(`S7 twenty requests of all kinds at an expiry told by ${expiry} make exactly one login`, async () => {
    const { get, state, clock } = startPortal({ expiry });
    await get("/api/account");
    state.sessions.clear();
    clock.ms += 3_600_000;
    // The account first: a null is a sign of expiry only where there must be a value.
    const views = Array.from({ length: 20 }, (_, at) => VIEWS[at % VIEWS.length] ?? "");
    const answers = await Promise.all(views.map((path) => get(path)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      views.map(() => 200),
    );
    assert.equal(state.loginPosts, 2);
    const [account] = answers;
    assert.equal(account?.body.points_balance, 1234.5);
  });

test("L12 with a wrong password twenty requests of all kinds, and five later ones, make one attempt", async () => {
  const { get, state, clock } = startPortal({}, { password: "wrong" });
  const views = Array.from({ length: 20 }, (_, at) => VIEWS[at % VIEWS.length] ?? "");
  const answers = await Promise.all(views.map((path) => get(path)));
  for (let again = 0; again < 5; again++) {
    clock.ms += 60_000;
    answers.push(await get("/api/account?refresh=1"));
  }
  for (const { status, body } of answers)
    assert.equal(status === 200 ? body.meta.error.code : body.code, "portal_login_failed");
  assert.equal(answers[0]?.status, 502);
  assert.equal(state.loginPosts, 1);
  assert.equal((await get("/api/health")).body.session.state, "bad_credentials");
});

for (const [name, trouble, status, code] of [
  ["L15 a login page without a form", "html", 502, "portal_bad_response"],
  ["L16 a login page that never comes", "hang", 504, "portal_timeout"],
  ["L17 a refused connection", "refused", 503, "portal_unavailable"],
  ["L19 a login page that redirects in a circle", "loop", 502, "portal_bad_response"],
  ["a login page that redirects to nowhere", "no-location", 502, "portal_bad_response"],
  ["a login page on another site", "offsite", 502, "portal_redirect_offsite"],
] satisfies [string, Trouble, number, string][])
  test(`${name} is answered with ${status} ${code}`, async () => {
    // The timer of the deadline alone does not keep the process alive.
    const alive = setInterval(() => undefined, 1000);
    try {
      const world = trouble === "hang" ? { timeoutMs: 50 } : {};
      const { get } = startPortal({ troubles: new Map([["/", trouble]]) }, {}, world);
      const answer = await get("/api/account");
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
    } finally {
      clearInterval(alive);
    }
  });

test("S11 an account that is always null is null fields, and costs one login more, not one each time", async () => {
  const { get, state, clock } = startPortal({ accountIsNull: true });
  for (let minute = 0; minute < 5; minute++) {
    const { status, body } = await get("/api/account?refresh=1");
    assert.deepEqual([status, body.points_balance, body.plan], [200, null, null]);
    assert.equal(body.meta.warnings.length, 4);
    clock.ms += 60_000;
  }
  assert.equal(state.loginPosts, 2);
});

test("S13 a session that dies between account and plans is noticed by neither caller", async () => {
  const { get, state } = startPortal();
  assert.equal((await get("/api/account")).status, 200);
  state.sessions.clear();
  const { status, body } = await get("/api/plans");
  assert.deepEqual([status, body.plan, body.discounts.length], [200, "Plan-90", 12]);
  assert.equal(state.loginPosts, 2);
});

test("plans that are null because a session ended are asked for once more", async () => {
  const { get, state } = startPortal({ expiry: "d-null" });
  await get("/api/account");
  state.sessions.clear();
  assert.equal((await get("/api/plans")).body.discounts.length, 12);
});

test("S15 a caller who leaves does not take the login of the others along", async (t) => {
  const fake = await serveFakePortal({ switches: { latencyMs: 20 } });
  t.after(fake.close);
  const portal = createPortal({ ...MEMBER, portalUrl: fake.url, port: 0 }, { spacingMs: 0 });
  const { url, close } = await portal.serve();
  t.after(close);
  const leaving = new AbortController();
  const left = fetch(`${url}/api/account`, { signal: leaving.signal });
  while (portal.views.health().session.state !== "logging_in")
    await new Promise((resolve) => setImmediate(resolve));
  const staying = fetch(`${url}/api/account`);
  leaving.abort();
  await assert.rejects(left, { name: "AbortError" });
  assert.equal((await staying).status, 200);
  assert.equal(fake.state.loginPosts, 1);
});

test("a view whose service is down for good does not sign in again and again", async () => {
  const { get, state, clock } = startPortal();
  state.switches.troubles.set(PLANS, "unauthorized");
  for (let second = 0; second < 59; second++) {
    clock.ms += 1000;
    assert.equal((await get("/api/plans")).status, 502);
    assert.equal((await get("/api/account")).status, 200);
  }
  assert.equal(state.loginPosts, 2);
  // At first, after the login in vain, and then every 15 seconds.
  assert.equal(state.counts.get(`GET ${PLANS}`), 5);
  assert.equal(state.counts.get(`GET ${ACCOUNT}`), 1);
});
