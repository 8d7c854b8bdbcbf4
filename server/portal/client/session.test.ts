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

test("S8 a second wave that fails after the new login makes no further one", async () => {
  const { get, state } = startSession();
  await get();
  state.sessions.clear();
  const first = Array.from({ length: 10 }, get);
  await first[0];
  await Promise.all([...first, ...Array.from({ length: 10 }, get)]);
  assert.equal(state.loginPosts, 2);
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
