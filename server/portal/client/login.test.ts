import assert from "node:assert/strict";
import { test } from "node:test";
import { createFakePortal, type FakePortalOptions } from "../simulator/simulator.ts";
import type { ExpiryStyle, FormStyle } from "../simulator/switches.ts";
import { createLimiter } from "./limiter.ts";
import { createSession } from "./session.ts";

/** A session at a fake portal. `seen` are the addresses of all requests; `clock` may be moved. */
function start(
  options: FakePortalOptions["switches"] = {},
  password = options.password ?? "correct horse",
  origin = "https://portal.test",
) {
  const fake = createFakePortal({ switches: options });
  const clock = { ms: 1_000_000, version: "1", password };
  const seen: string[] = [];
  const now = () => clock.ms;
  const session = createSession({
    line: {
      origin,
      timeoutMs: 1000,
      limit: createLimiter(2, 0, now),
      fetch: (request) => {
        seen.push(request.url);
        return fake.fetch(request);
      },
    },
    paths: { login: "/", proof: "/Launchpad.aspx" },
    credentials: () => ({ user: "stargazer", password: clock.password, version: clock.version }),
    now,
    random: () => 0.5,
  });
  const get = () =>
    session.get("/Services/Portal.asmx/GetAccount", { json: true }, (answer, again) => {
      return !again && Buffer.from(answer.body).toString() === '{"d":null}';
    });
  return { ...fake, session, get, clock, seen };
}

const failing = (code: string) => (thrown: unknown) =>
  typeof thrown === "object" && thrown !== null && "code" in thrown && thrown.code === code;

test("L1 L2 L5 the login sends every hidden input, also empty ones, byte for byte, and no other button", async () => {
  const { get, state } = start();
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
  const { get, state } = start({ password });
  await get();
  assert.equal(state.lastForm?.get("PasswordTextBox"), password);
});

test("L4 the cookie that came with the redirect is used on the next call", async () => {
  const { get, state } = start();
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
    const { get, state } = start({ form });
    assert.equal((await get()).status, 200);
    assert.deepEqual([state.loginPosts, state.forgotPosts], [1, 0]);
  });

test("L12 a wrong password is sent exactly once, also with five requests more", async () => {
  const { get, state, session } = start({}, "wrong");
  for (let request = 0; request < 6; request++)
    await assert.rejects(get(), failing("portal_login_failed"));
  assert.equal(state.loginPosts, 1);
  assert.equal(session.status().state, "bad_credentials");
});

test("L13 a changed env file, or 15 minutes, end the wait after a wrong password", async () => {
  const { get, state, clock } = start({}, "wrong");
  await assert.rejects(get());
  clock.ms += 15 * 60_000;
  await assert.rejects(get());
  assert.equal(state.loginPosts, 2);
  clock.version = "2";
  clock.password = "correct horse";
  assert.equal((await get()).status, 200);
});

test("L14 a login page that went stale is fetched anew, once", async () => {
  const once = start({ validationFailures: 1 });
  await once.get();
  assert.equal(once.state.loginPosts, 2);
  const always = start({ validationFailures: 9 });
  await assert.rejects(always.get(), failing("portal_bad_response"));
  assert.equal(always.state.loginPosts, 2);
});

test("L15 a login page without a form is said to be one", async () => {
  await assert.rejects(start({ form: "no-form" }).get(), failing("portal_bad_response"));
});

test("L17 after a refused connection the next login waits", async () => {
  const { get, state, seen, clock } = start({ troubles: new Map([["/", "refused"]]) });
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
    const { get } = start({ troubles: new Map([["/", "hang"]]) });
    await assert.rejects(get(), failing("portal_timeout"));
  } finally {
    clearInterval(alive);
  }
});

test("L18 a login that is redirected to another host sends the password nowhere", async () => {
  const { get, seen } = start({ troubles: new Map([["/default.aspx", "offsite-307"]]) });
  await assert.rejects(get(), failing("portal_redirect_offsite"));
  assert.ok(seen.every((url) => url.startsWith("https://portal.test/")));
});

test("L19 a portal that redirects in a circle is left after five redirects", async () => {
  const { get, seen } = start({ troubles: new Map([["/", "loop"]]) });
  await assert.rejects(get(), failing("portal_bad_response"));
  assert.equal(seen.length, 6);
});

test("L20 a Secure cookie on a plain http address is named as the reason", async () => {
  const { get } = start({ secureCookie: true }, undefined, "http://portal.test");
  await assert.rejects(get(), /https alone/);
});

const styles: ExpiryStyle[] = ["302", "cookieless", "200", "401", "403", "d-null"];
styles.forEach((expiry, index) => {
  test(`S${index + 1} S7 twenty parallel requests after an expiry told by ${expiry} make one login`, async () => {
    const { get, state } = start({ expiry });
    await get();
    state.sessions.clear();
    const answers = await Promise.all(Array.from({ length: 20 }, get));
    assert.ok(answers.every((answer) => answer.status === 200));
    assert.equal(state.loginPosts, 2);
  });
});

test("S8 a second wave that fails after the new login makes no further one", async () => {
  const { get, state } = start();
  await get();
  state.sessions.clear();
  const first = Array.from({ length: 10 }, get);
  await first[0];
  await Promise.all([...first, ...Array.from({ length: 10 }, get)]);
  assert.equal(state.loginPosts, 2);
});

test("S9 all who wait for a login that fails get the same error", async () => {
  const { get, state, clock } = start();
  await get();
  state.sessions.clear();
  clock.password = "wrong";
  const ends = await Promise.allSettled(Array.from({ length: 20 }, get));
  const reasons = ends.map((end) => (end.status === "rejected" ? end.reason : end.status));
  assert.ok(reasons.every(failing("portal_login_failed")));
  assert.equal(state.loginPosts, 2);
});

test("S10 a portal that forgets every login is asked once, not for ever", async () => {
  const { get, state } = start();
  await get();
  state.switches.forgetful = true;
  await assert.rejects(get(), failing("portal_login_failed"));
  assert.equal(state.loginPosts, 2);
});

test("S11 an account that stays null after a login is no expired session", async () => {
  const { get, state } = start({ accountIsNull: true });
  assert.equal(Buffer.from((await get()).body).toString(), '{"d":null}');
  assert.equal(state.loginPosts, 2);
});

test("S12 a page with a form to change the password is not an expired session", async () => {
  const { session, state } = start();
  assert.equal((await session.get("/ChangePassword.aspx", {})).status, 200);
  assert.equal(state.loginPosts, 1);
});

test("X8 a page against bots is recognised by header and by body, and opens the breaker", async () => {
  for (const trouble of ["bot-header", "bot-body"] as const) {
    const { get, seen } = start({
      troubles: new Map([["/services/portal.asmx/getaccount", trouble]]),
    });
    await assert.rejects(get(), failing("portal_blocked"));
    const before = seen.length;
    await assert.rejects(get(), failing("portal_blocked"));
    assert.equal(seen.length, before);
  }
});
