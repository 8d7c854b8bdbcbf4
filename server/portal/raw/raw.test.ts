import assert from "node:assert/strict";
import { test } from "node:test";
import { startPortal } from "../portal.fixture.ts";

const raw = (path: string) => `/api/raw?path=${encodeURIComponent(path)}`;

test("R1 exactly one path is taken: none, two and one encoded once more are refused", async () => {
  const { get, seen } = startPortal();
  for (const query of [
    "",
    "?path=",
    "?path=/a&path=/b",
    "?Path=/a",
    "?path=%252f%252fevil.test",
    "?path=/%252f",
  ]) {
    const { status, body } = await get(`/api/raw${query}`);
    assert.deepEqual([status, body.code], [400, "bad_path"], query);
  }
  assert.equal(seen.length, 0);
});

test("R41 a redirect to another site is not followed", async () => {
  const { get, seen, state } = startPortal();
  state.switches.troubles.set("/moved.aspx", "offsite");
  const { status, body } = await get(raw("/Moved.aspx"));
  assert.deepEqual([status, body.code], [502, "portal_redirect_offsite"]);
  assert.ok(seen.every(({ url }) => url.startsWith("https://portal.test/")));
});

test("R42 a redirect to the login page signs in anew and fetches the page", async () => {
  const { get, state } = startPortal();
  await get(raw("/Launchpad.aspx"));
  state.sessions.clear();
  const { status, body } = await get(raw("/Launchpad.aspx"));
  assert.deepEqual([status, body.status, body.final_path], [200, 200, "/Launchpad.aspx"]);
  assert.deepEqual([body.kind, state.loginPosts], ["html", 2]);
});

test("the login page itself is fetched like any page, without its state, and signs nobody in again", async () => {
  const { get, state } = startPortal();
  const { status, body } = await get(raw("/"));
  assert.deepEqual([status, body.status, body.kind, state.loginPosts], [200, 200, "html", 1]);
  assert.doesNotMatch(body.text, /value="[^"[]{20}/);
});

test("R43 a GET that carries form state is refused before it is sent", async () => {
  const { get, seen, state } = startPortal();
  const { status, body } = await get(raw("/Reservations.aspx?__EVENTTARGET=CancelButton"));
  assert.deepEqual([status, body.code, seen.length], [403, "path_blocked", 0]);
  assert.equal(state.bookings.length, 2);
});

test("R44 logging out is refused, by name and by a redirect, and the session stays alive", async () => {
  const { get, state } = startPortal();
  await get("/api/account");
  assert.equal((await get(raw("/Logout.aspx"))).status, 403);
  state.switches.troubles.set("/away.aspx", "to-logout");
  assert.equal((await get(raw("/Away.aspx"))).body.code, "path_blocked");
  assert.equal((await get(raw("/Launchpad.aspx"))).status, 200);
  assert.deepEqual([state.sessions.size, state.loginPosts], [1, 1]);
});

test("R45 pages whose names begin like a forbidden word are fetched", async () => {
  const { get } = startPortal();
  for (const path of ["/Launchpad.aspx", "/Reservations.aspx", "/ReservationGrid", "/Settings"])
    assert.equal((await get(raw(path))).body.status, 200, path);
});

test("R46 R47 R50 a page comes back inside JSON without its hidden state and cookies", async () => {
  const { get } = startPortal();
  const { status, body, headers } = await get(raw("/Launchpad.aspx"));
  assert.deepEqual([status, body.kind, headers.get("set-cookie")], [200, "html", null]);
  assert.match(headers.get("content-type") ?? "", /^application\/json/);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.match(body.text, /\[omitted \d+ chars\]/);
  assert.doesNotMatch(body.text, /s3cret|star@gazer/);
  const missing = await get(raw("/nothing.here"));
  assert.deepEqual([missing.status, missing.body.status], [200, 404]);
  assert.equal(missing.headers.get("set-cookie"), null);
});

test("R46 what the portal repeats of its cookies and of the password comes back without them", async () => {
  const { get, state } = startPortal();
  state.switches.troubles.set("/trace.axd", "echo");
  const { status, body } = await get(raw("/Trace.axd"));
  assert.deepEqual([status, body.status], [200, 200]);
  assert.match(body.text, /ASPXAUTH=\[omitted\]/);
  assert.doesNotMatch(body.text, /correct horse/);
  assert.ok([...state.sessions].every((session) => !body.text.includes(session)));
});

test("R48 more than 1 MiB is cut, and said to be", async () => {
  const { get, state } = startPortal();
  state.switches.troubles.set("/large.asmx/x", "huge");
  const { body } = await get(raw("/Large.asmx/x"));
  assert.deepEqual([body.bytes, body.truncated, body.kind], [1_048_576, true, "text"]);
  assert.equal(body.text.length, 1_048_576);
});

test("R49 of an image its size alone is told", async () => {
  const { body } = await startPortal().get(raw("/picture.png"));
  assert.deepEqual(
    [body.kind, body.bytes, body.text, body.json, body.content_type],
    ["binary", 300, null, null, "image/png"],
  );
});

test("with the setting map only paths of the map are fetched, with off none", async () => {
  const map = startPortal({}, { raw: "map" });
  assert.equal((await map.get(raw("/Launchpad.aspx"))).status, 200);
  for (const path of ["/launchpad.aspx", "/Launchpad.aspx?x=1", "/Settings"])
    assert.equal((await map.get(raw(path))).body.code, "path_blocked");
  const off = startPortal({}, { raw: "off" });
  assert.equal((await off.get(raw("/Launchpad.aspx"))).body.code, "path_blocked");
  assert.equal(off.seen.length, 0);
});
