import assert from "node:assert/strict";
import { test } from "node:test";
import type { FormStyle } from "../simulator/switches.ts";
import { failing, startSession } from "./session.fixture.ts";

test("L1 L2 L5 the login sends every hidden input, also empty ones, byte for byte, and no other button", async () => {
  const { get, state } = startSession();
  assert.equal((await get()).status, 200);
  const form = state.lastForm;
  assert.equal(form?.get("__LASTFOCUS"), "");
  assert.match(form?.get("__VIEWSTATE") ?? "", /\+\/=$/);
  assert.equal(form?.get("Terms"), "yes");
  assert.equal(form?.get("Language"), "en");
  assert.deepEqual(
    [form?.has("Remember"), form?.has("Disabled"), state.forgotPosts],
    [false, false, 0],
  );
});

test("L3 a password of every kind of character arrives equal", async () => {
  const password = 'p&=+%#"é 漢';
  const { get, state } = startSession({ password });
  await get();
  assert.equal(state.lastForm?.get("PasswordTextBox"), password);
});

test("L4 the cookie that came with the redirect is used on the next call", async () => {
  const { get, state } = startSession();
  await get();
  assert.match(state.requests.at(-1)?.cookie ?? "", /\.ASPXAUTH=/);
});

const forms: [string, FormStyle][] = [
  ["L6 names with ctl00$", "ctl00"],
  ["L7 a relative action with an entity in it", "plain"],
  ["L8 a second form on the page", "two-forms"],
  ["L9 a view state in three pieces", "split-viewstate"],
  ["L10 a link that posts back", "link-button"],
  ["L11 an image as the button", "image-button"],
];
for (const [name, form] of forms)
  test(`${name} does not keep anyone from signing in`, async () => {
    const { get, state } = startSession({ form });
    assert.equal((await get()).status, 200);
    assert.deepEqual([state.loginPosts, state.forgotPosts], [1, 0]);
    const post = state.requests.find(({ method }) => method === "POST");
    assert.equal(post?.path, "/Default.aspx?ReturnUrl=%2fLaunchpad.aspx&x=1");
  });

test("L12 a wrong password is sent exactly once, also with five requests more", async () => {
  const { get, state, session } = startSession({}, "wrong");
  for (let request = 0; request < 6; request++)
    await assert.rejects(get(), failing("portal_login_failed"));
  assert.equal(state.loginPosts, 1);
  assert.equal(session.status().state, "bad_credentials");
});

test("L13 a changed env file, or 15 minutes, end the wait after a wrong password", async () => {
  const { get, state, clock } = startSession({}, "wrong");
  await assert.rejects(get());
  clock.ms += 15 * 60_000;
  await assert.rejects(get());
  assert.equal(state.loginPosts, 2);
  clock.version = "2";
  clock.password = "correct horse";
  assert.equal((await get()).status, 200);
});

test("L14 a login page that went stale is fetched anew, once", async () => {
  const once = startSession({ validationFailures: 1 });
  await once.get();
  assert.equal(once.state.loginPosts, 2);
  const always = startSession({ validationFailures: 9 });
  await assert.rejects(always.get(), failing("portal_bad_response"));
  assert.equal(always.state.loginPosts, 2);
});

test("L15 a login page without a form is said to be one", async () => {
  await assert.rejects(startSession({ form: "no-form" }).get(), failing("portal_bad_response"));
});

test("L17 after a refused connection the next login waits", async () => {
  const { get, state, seen, clock } = startSession({ troubles: new Map([["/", "refused"]]) });
  await assert.rejects(get(), failing("portal_unavailable"));
  await assert.rejects(get(), failing("login_backoff"));
  assert.equal(seen.length, 1);
  state.switches.troubles.clear();
  clock.ms += 2000;
  assert.equal((await get()).status, 200);
});

test("L16 a login page that never comes is a timeout", async () => {
  // The timer of the deadline alone does not keep the process alive.
  const alive = setInterval(() => undefined, 1000);
  try {
    const { get } = startSession({ troubles: new Map([["/", "hang"]]) }, undefined, {
      timeoutMs: 20,
    });
    await assert.rejects(get(), failing("portal_timeout"));
  } finally {
    clearInterval(alive);
  }
});

test("L18 a login that is redirected to another host sends the password nowhere", async () => {
  const { get, seen } = startSession({ troubles: new Map([["/default.aspx", "offsite-307"]]) });
  await assert.rejects(get(), failing("portal_redirect_offsite"));
  assert.ok(seen.every((url) => url.startsWith("https://portal.test/")));
});

test("L19 a portal that redirects in a circle is left after five redirects", async () => {
  const { get, seen } = startSession({ troubles: new Map([["/", "loop"]]) });
  await assert.rejects(get(), failing("portal_bad_response"));
  assert.equal(seen.length, 6);
});

test("L20 a Secure cookie on a plain http address is named as the reason", async () => {
  const { get } = startSession({ secureCookie: true }, undefined, {
    origin: "http://portal.test",
  });
  await assert.rejects(get(), /https alone/);
});
