import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExpiryStyle } from "../simulator/switches.ts";
import { failing, startSession } from "./session.fixture.ts";

const styles: ExpiryStyle[] = ["302", "cookieless", "200", "401", "403", "d-null"];
styles.forEach((expiry, index) => {
  test(`S${index + 1} S7 twenty parallel requests after an expiry told by ${expiry} make one login`, async () => {
    const { get, state } = startSession({ expiry });
    await get();
    state.sessions.clear();
    const answers = await Promise.all(Array.from({ length: 20 }, get));
    assert.ok(answers.every((answer) => answer.status === 200));
    assert.equal(state.loginPosts, 2);
  });
});

test("S8 a failure of the old session that arrives after the new login makes no further one", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = 0;
  const { get, state } = startSession({}, undefined, {
    pass: async (request, answer) => {
      const answered = await answer(request);
      // The second answer to the old session's cookie stays on its way until the first wave is through.
      if (answered.status === 401 && ++held === 2) await released;
      return answered;
    },
  });
  await get();
  state.switches.expiry = "401";
  state.sessions.clear();
  const [first, late] = [get(), get()];
  assert.equal((await first).status, 200);
  release();
  assert.equal((await late).status, 200);
  assert.deepEqual([held, state.loginPosts], [2, 2]);
});

test("S9 all who wait for a login that fails get the same error", async () => {
  const { get, state, clock } = startSession();
  await get();
  state.sessions.clear();
  clock.password = "wrong";
  const ends = await Promise.allSettled(Array.from({ length: 20 }, get));
  const reasons = ends.map((end) => (end.status === "rejected" ? end.reason : end.status));
  assert.ok(reasons.every(failing("portal_login_failed")));
  assert.equal(state.loginPosts, 2);
});

test("S10 a portal that forgets every login is asked once, not for ever", async () => {
  const { get, state } = startSession();
  await get();
  state.switches.forgetful = true;
  await assert.rejects(get(), failing("portal_login_failed"));
  assert.equal(state.loginPosts, 2);
});

test("S10 a service that refuses every session costs one login, and no further one within a minute", async () => {
  const { get, session, state, clock } = startSession();
  state.switches.troubles.set("/services/portal.asmx/getaccount", "unauthorized");
  for (let request = 0; request < 5; request++)
    await assert.rejects(get(), failing("portal_bad_response"));
  assert.equal(state.loginPosts, 2);
  assert.equal((await session.get("/Launchpad.aspx", {})).status, 200);
  clock.ms += 60_000;
  await assert.rejects(get());
  assert.equal(state.loginPosts, 3);
});

test("S11 an account that stays null after a login is no expired session", async () => {
  const { get, state } = startSession({ accountIsNull: true });
  assert.equal(Buffer.from((await get()).body).toString(), '{"d":null}');
  assert.equal(state.loginPosts, 2);
});

test("S12 a page with a form to change the password is not an expired session", async () => {
  const { session, state } = startSession();
  assert.equal((await session.get("/ChangePassword.aspx", {})).status, 200);
  assert.equal(state.loginPosts, 1);
});

test("S14 a process that starts anew has no cookie", async () => {
  const { get, state } = startSession();
  await get();
  const anew = startSession();
  await anew.get();
  assert.deepEqual([anew.state.requests[0]?.cookie, anew.state.loginPosts], [null, 1]);
  assert.match(state.requests.at(-1)?.cookie ?? "", /ASPXAUTH/);
});

test("other credentials in the env file sign in anew", async () => {
  const { get, state, clock } = startSession();
  await get();
  clock.version = "2";
  await get();
  await get();
  assert.equal(state.loginPosts, 2);
});

for (const [written, seconds] of [
  ["7", 7],
  ["Thu, 01 Jan 1970 00:17:10 GMT", 30],
  ["99999999", 3600],
] as const)
  test(`a portal that asks to come back (${written}) is left alone until then`, async () => {
    const { get, state, seen, clock } = startSession({ retryAfter: written });
    await get();
    state.switches.troubles.set("/services/portal.asmx/getaccount", "unavailable");
    assert.equal((await get()).status, 503);
    state.switches.troubles.clear();
    const before = seen.length;
    clock.ms += seconds * 1000 - 1;
    await assert.rejects(get(), { code: "portal_unavailable", retryAfterSeconds: 1 });
    assert.equal(seen.length, before);
    clock.ms += 1;
    assert.equal((await get()).status, 200);
  });

test("a login page that asks to come back later is no broken one", async () => {
  const { get, seen, clock } = startSession({
    retryAfter: "120",
    troubles: new Map([["/", "unavailable"]]),
  });
  await assert.rejects(get(), { code: "portal_unavailable", retryAfterSeconds: 120 });
  clock.ms += 119_000;
  await assert.rejects(get(), { retryAfterSeconds: 1 });
  assert.equal(seen.length, 1);
});

test("X8 a page against bots is recognised by header and by body, and opens the breaker", async () => {
  for (const trouble of ["bot-header", "bot-body"] as const) {
    const { get, seen } = startSession({
      troubles: new Map([["/services/portal.asmx/getaccount", trouble]]),
    });
    await assert.rejects(get(), failing("portal_blocked"));
    const before = seen.length;
    await assert.rejects(get(), failing("portal_blocked"));
    assert.equal(seen.length, before);
  }
});

test("X8 a healthy page that names the guard of bots is an ordinary page", async () => {
  const { session, state } = startSession();
  state.switches.troubles.set("/innocent.aspx", "innocent");
  assert.equal((await session.get("/Innocent.aspx", {})).status, 200);
  assert.equal(session.status().state, "ready");
  state.switches.troubles.set("/innocent.aspx", "maintenance");
  assert.equal((await session.get("/Innocent.aspx", {})).status, 503);
  assert.equal(session.status().state, "ready");
});
