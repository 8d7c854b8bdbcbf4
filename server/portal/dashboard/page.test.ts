import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { ACCOUNT, WEATHER } from "../portal.fixture.ts";
import type { PortalSettings } from "../settings.ts";
import type { Switches } from "../simulator/switches.ts";
import { wholePortal } from "../whole-portal.fixture.ts";

function open(switches: Partial<Switches> = {}, settings: PortalSettings = {}) {
  const whole = wholePortal(switches, settings);
  const get = async (path: string, method = "GET") => {
    const answer = await whole.portal.fetch(new Request(`http://127.0.0.1${path}`, { method }));
    return { answer, text: (await answer.text()).replace(/\s+/g, " ") };
  };
  return { ...whole, get };
}

test("X5 X7 the page writes nothing inline, asks nothing elsewhere, and its files may be kept", async () => {
  const { get } = open();
  const { answer, text } = await get("/");
  assert.doesNotMatch(answer.headers.get("content-security-policy") ?? "unsafe", /unsafe/);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.doesNotMatch(text, /<script>|<style|\sstyle=|\son\w+=/);
  const loaded = [...text.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]*)"/g)];
  assert.equal(loaded.length, 4);
  const folder = loaded[0]?.[1]?.replace(/[^/]*$/, "") ?? "";
  const { text: script } = await get(`${folder}main.js`);
  const imported = [...script.matchAll(/from "\.\/([a-z]+\.js)"/g)].map(
    ([, name]) => folder + name,
  );
  assert.equal(imported.length, 1);
  for (const path of [...loaded.map(([, path]) => path ?? ""), ...imported]) {
    const file = (await get(path)).answer;
    assert.deepEqual([path, file.status], [path, 200]);
    assert.match(file.headers.get("cache-control") ?? "", /immutable/);
  }
  assert.equal((await get("/", "HEAD")).answer.status, 200);
  assert.equal((await get("/", "POST")).answer.status, 405);
});

test("the icon is there for whoever asks for it where icons used to be", async () => {
  const { answer, text } = await open().get("/favicon.ico");
  assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/svg+xml"]);
  assert.match(text, /^<svg .*<title>Outpost<\/title>/);
});

test("X6 what the portal and the roster write is escaped", async () => {
  const { get } = open({ account: { Plan: '<img src=x onerror="alert(1)">' } });
  const { text } = await get("/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E");
  assert.match(text, /&lt;img src=x on/);
  assert.doesNotMatch(text, /<img|"><script/);
});

test("H3 without an account the page and the docs are served, and the portal hears nothing", async () => {
  const nobody = { portalUrl: undefined, username: undefined, password: undefined };
  const { get, fake } = open({}, nobody);
  const { answer, text } = await get("/");
  assert.equal(answer.status, 200);
  assert.match(text, /12 telescopes/);
  assert.equal((await get("/docs")).answer.status, 200);
  assert.equal(fake.state.requests.length, 0);
});

test("a slow portal does not hold up the page: what is late is said to be asked for", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { get } = open({ latencyMs: 1e9 });
  let isThere = false;
  const asked = get("/").finally(() => {
    isThere = true;
  });
  // The page's patience passes in steps, however long it takes to begin with it.
  while (!isThere) {
    t.mock.timers.tick(200);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { text } = await asked;
  assert.match(text, /data-waiting/);
  assert.match(
    text,
    /Unknown<\/b> <small>no reading<\/small><\/p> <p class="conditions">Asking the/,
  );
});

test("a portal that went silent is not shown as one that is signed in", async () => {
  const { get, fake, clock } = open();
  await get("/api/account");
  assert.match((await get("/")).text, /<dt>Portal<\/dt><dd>signed in/);
  for (const path of [ACCOUNT, WEATHER]) fake.state.switches.troubles.set(path, "refused");
  clock.ms += 5 * 60_000;
  await get("/api/account?refresh=1");
  const { text } = await get("/");
  assert.match(text, /<dt>Portal<\/dt><dd>no answer <small>read 5 min ago/);
  assert.match(text, /The portal does not answer/);
});

test("a missing roster file is a notice, and the rest of the page stands", async () => {
  const { get } = open({}, { rosterFile: join(import.meta.dirname, "no-such-roster.csv") });
  const { answer, text } = await get("/");
  assert.equal(answer.status, 200);
  assert.match(text, /<strong>The roster file is not there\.<\/strong>/);
  assert.match(text, /1,234\.5/);
});

test("telescopes are filtered and sorted by the address, and nonsense in it is left out", async () => {
  const { get } = open();
  const order = async (query: string) => {
    const { text } = await get(`/?${query}`);
    return [...text.matchAll(/<th scope="row"><b>(T\d+)<\/b>/g)].map(([, tid]) => tid).join(" ");
  };
  const all = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12";
  assert.equal(await order("site=Moon&sort=colour&filter="), all);
  assert.equal(await order("site=DSC"), "T5 T6");
  assert.equal(await order("filter=SII"), "T5");
  assert.equal(await order("q=refl+utah"), "T4");
  assert.equal(await order("site=DSC&sort=tid&sort=-field"), "T6 T5");
  // What is not known stands last in both directions.
  assert.match(await order("sort=discount"), /^T1 T5 T2 T9 T11 T3 /);
  assert.match(await order("sort=-discount"), /^T11 T9 T2 T\d T\d T3 /);
});

test("the only way to a reservation is a plain link to the booking site, with the reason beside it", async () => {
  const { get } = open({}, { bookingUrl: "https://booking.test/new?a=1&b=2" });
  const { text } = await get("/");
  assert.match(
    text,
    /<a href="https:\/\/booking\.test\/new\?a=1&amp;b=2" rel="noreferrer noopener"/,
  );
  assert.match(text, /Booking is not here on purpose/);
  const without = (await open().get("/")).text;
  assert.match(without, /Set <code>BOOKING_URL<\/code>/);
});

test("reservations whose times cannot be read are shown as the portal lists them", async () => {
  const { get, fake } = open();
  fake.state.bookings = [];
  const { text } = await get("/");
  assert.match(text, /<th scope="col">Telescope<\/th>.*<td>Maintenance &amp; cleaning<\/td>/);
});

test("an open page looks at each telescope once in five minutes, and shows who does not answer", async () => {
  const { get, probed, silent, clock } = open();
  silent.add("t3");
  await get("/");
  const { text } = await get("/");
  assert.equal(probed.length, 11);
  assert.match(text, /<b>T3<\/b>.*?answers silent/);
  clock.ms += 299_000;
  await get("/");
  assert.equal(probed.length, 11);
  clock.ms += 2000;
  await get("/");
  await get("/");
  assert.equal(probed.length, 22);
});

test("telescopes that were invented are shown as without an address, not as silent", async () => {
  const { get, probed } = open({}, { scopeUrlTemplate: undefined });
  await get("/");
  // What the page asks for in the background is there at the next look.
  const { text } = await get("/");
  assert.match(text, /<b>T3<\/b>.*?<span class="answers">no address<\/span>/);
  assert.doesNotMatch(text, /answers silent|did not answer/);
  assert.deepEqual(probed, []);
});
