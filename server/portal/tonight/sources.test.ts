import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startPortal, WEATHER } from "../portal.fixture.ts";
import { tonightRoutes } from "./routes.ts";
import { sourcesOf } from "./sources.ts";

type More = { patienceMs?: number; targetsFile?: string; rosterFile?: string; invented?: boolean };

/** The wrapper with tonight on it, over a fake portal that may be slow. */
function start(
  switches: Parameters<typeof startPortal>[0] = {},
  { patienceMs, targetsFile, rosterFile, invented }: More = {},
) {
  const clock = { now: () => new Date(0) };
  const settings = { rosterFile, ...(invented ? { scopeUrlTemplate: undefined } : {}) };
  const started = startPortal(switches, settings, {}, (app, views, limit) => {
    const more = { limit, ...(patienceMs === undefined ? {} : { patienceMs }) };
    app.route("/", tonightRoutes(sourcesOf(views, targetsFile, () => clock.now(), more)));
  });
  clock.now = () => new Date(started.clock.ms);
  return started;
}

test("a ranking does not wait for a portal that hangs, and says what it does not know", async () => {
  const { get, state } = start({}, { patienceMs: 20 });
  state.switches.troubles.set("/", "hang");
  const { status, body } = await get("/api/tonight");
  assert.equal(status, 200);
  assert.ok(body.picks.length > 0);
  assert.ok(
    body.picks.every((pick: { weather_state: string }) => pick.weather_state === "unknown"),
  );
  assert.equal(body.inputs.offline, true);
  assert.match(body.inputs.notes.join(), /slow: weather, points, prices unknown for now/);
  state.switches.troubles.clear();
});

test("a ranking knows weather, prices and the reading's age where the portal answers in time", async () => {
  const { body } = await start().get("/api/tonight?tid=T5");
  assert.deepEqual([body.inputs.offline, body.inputs.notes], [false, []]);
  assert.equal(body.inputs.weather_age_s, 60);
  const [dsc] = body.sites;
  assert.deepEqual([body.sites.length, dsc.site, dsc.weather_state], [1, "DSC", "unsafe"]);
  const [pick] = body.picks;
  assert.deepEqual([pick.tid, pick.discount_percent, pick.rate_session], ["T5", 10, 41]);
});

test("a ranking without weather is one with unknown weather, not an error", async () => {
  const { body, status } = await start({
    troubles: new Map([[WEATHER, "yellow-screen"]]),
  }).get("/api/tonight");
  assert.deepEqual([status, body.inputs.offline, body.inputs.notes], [200, true, []]);
});

test("below ten points every telescope is left out, with the reason", async () => {
  const { body } = await start({ account: { Points: "9.5" } }).get("/api/tonight");
  assert.deepEqual(body.picks, []);
  assert.ok(
    body.excluded.every(({ reason, tid }: { reason: string; tid: string }) => {
      return tid === "T8" || reason === "9.5 points: telescopes are locked below 10";
    }),
  );
});

test("the status of all telescopes is asked once in thirty seconds, and counts against a caller", async () => {
  const { get, seen, clock } = start();
  const { body } = await get("/api/scopes/status");
  assert.deepEqual([body.count, body.scopes.length, seen.length], [12, 12, 12]);
  for (let again = 0; again < 200; again++)
    assert.equal((await get("/api/scopes/status")).status, 200, "what is cached costs nothing");
  assert.equal(seen.length, 12);
  clock.ms += 300_000; // all answers are too old, and the limit is whole again
  await get("/api/scopes/status");
  const statuses = [];
  for (let more = 0; more < 110; more++)
    statuses.push((await get(`/api/raw?path=/x${more}`)).status);
  assert.deepEqual(
    statuses.slice(-3),
    [200, 429, 429],
    "12 probes and 108 pages are a minute's 120",
  );
});

test("what probes said makes a ranking know that telescopes answer", async () => {
  const { get } = start();
  assert.equal((await get("/api/tonight")).body.inputs.scopes_checked, 0);
  await get("/api/scopes/status");
  const { body } = await get("/api/tonight");
  assert.equal(body.inputs.scopes_checked, 12);
  assert.equal(body.picks[0].reachable, true);
});

test("a telescope without an address is not known to be silent, and its picks lose nothing by it", async () => {
  const { get, seen } = start({}, { invented: true });
  const before = (await get("/api/tonight")).body;
  const { body } = await get("/api/scopes/status");
  assert.ok(body.scopes.every(({ reason }: { reason: string }) => reason === "config"));
  const after = (await get("/api/tonight")).body;
  assert.equal(after.inputs.scopes_checked, 0);
  assert.deepEqual(after.picks, before.picks);
  assert.equal(after.picks[0].reachable, null);
  assert.ok(seen.every(({ url }) => url.startsWith("https://portal.test/")));
});

test("the member's targets come first, and a bad row of theirs is noted", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "outpost-targets-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const targetsFile = join(folder, "targets.csv");
  writeFileSync(targetsFile, "name,ra,dec\nMy Comet,12,-30\nBad,99,0\n");
  const { get } = start({}, { targetsFile });
  const { body } = await get("/api/tonight?target=my%20comet");
  assert.equal(body.picks[0]?.target.name, "My Comet");
  assert.deepEqual(body.inputs.notes, ["targets.csv line 3: ra not usable"]);
});

test("the sky of a site is its night, sun and moon, under any of its names", async () => {
  const { get } = start();
  const { body } = await get("/api/sky/spa");
  assert.deepEqual([body.site, body.timezone, body.weather_state], ["AC", "Europe/Madrid", "safe"]);
  assert.ok(
    body.night.opens_at < body.night.dark_start && body.night.dark_end > body.night.dark_start,
  );
  assert.ok(body.moon.illumination_pct >= 0 && body.moon.illumination_pct <= 100);
  const unknown = await get("/api/sky/MOON");
  assert.deepEqual([unknown.status, unknown.body.code], [404, "unknown_site"]);
});

test("a date asks for the night that begins on it, and yields the same answer at any hour", async () => {
  const { get, clock } = start();
  const at = async (query: string) => (await get(`/api/tonight?${query}`)).body;
  const june = await at("date=2026-06-21");
  for (const { night } of june.sites) assert.equal(night.date, "2026-06-21");
  clock.ms += 5 * 3_600_000;
  const later = await at("date=2026-06-21");
  assert.deepEqual(
    later.sites.map(({ night }: { night: { opens_at: string } }) => night.opens_at),
    june.sites.map(({ night }: { night: { opens_at: string } }) => night.opens_at),
  );
  const [december] = (await at("date=2026-12-21&site=AC")).sites;
  const spain = june.sites.find(({ site }: { site: string }) => site === "AC");
  assert.ok(december.night.dark_hours > spain.night.dark_hours + 4);
});

test("a word for a night is the one that it means at each site", async () => {
  const { get, clock } = start();
  const dates = async (word: string) => {
    const { sites } = (await get(`/api/tonight?date=${word}&limit=1`)).body;
    return sites.map(({ night }: { night: { date: string } }) => night.date);
  };
  const tonight = await dates("tonight");
  const after = (days: number) =>
    tonight.map((day: string) =>
      new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10),
    );
  assert.deepEqual(await dates("tomorrow"), after(1));
  const today = new Date(tonight[0]).getUTCDay();
  const word = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
  assert.equal((await dates(word[today] ?? ""))[0], tonight[0]);
  assert.equal((await dates(word[(today + 3) % 7] ?? ""))[0], after(3)[0]);
  clock.ms += 86_400_000;
  assert.deepEqual(await dates("tonight"), after(1));
});

test("of a roster beyond the caller's limit a part is asked, and the rest is named", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "outpost-big-roster-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const rosterFile = join(folder, "roster.csv");
  const rows = Array.from({ length: 150 }, (_, at) => `T${at + 1},Name ${at + 1},SSO`);
  writeFileSync(rosterFile, ["tid,name,site", ...rows].join("\n"));
  const { get, clock } = start({}, { rosterFile });
  const { status, body } = await get("/api/scopes/status");
  assert.deepEqual([status, body.count, body.scopes.length], [200, 120, 120]);
  assert.match(body.notes[0], /^Not asked yet: T121, T122, T123, T124, T125 and 25 more\./);
  clock.ms += 16_000;
  assert.deepEqual((await get("/api/scopes/status")).body.notes, []);
});

test("a place in the sky is ranked like a target, and its curve follows the sky", async () => {
  const { get } = start();
  const place = "ra=5.588&dec=-5.39&site=DSC";
  const { body } = await get(`/api/visibility?${place}&date=2026-12-15`);
  assert.deepEqual([body.target.name, body.target.ra_h], ["custom", 5.588]);
  const heights = body.sites[0].points.map(({ alt_deg }: { alt_deg: number }) => alt_deg);
  // The Orion nebula culminates at 90 − |−30.5 + 5.4| degrees there.
  assert.ok(Math.abs(Math.max(...heights) - 64.9) < 0.5);
  const named = await get("/api/visibility?target=M42&site=DSC&date=2026-12-15");
  assert.ok(Math.abs(named.body.sites[0].points[9].alt_deg - heights[9]) < 0.5);
  const ranked = await get(`/api/tonight?${place}&date=2026-12-15`);
  assert.equal(ranked.body.picks[0].target.name, "custom");
});

test("only good moonlight leaves out what the moon disturbs", async () => {
  const { get } = start();
  const picks = async (moon: string) =>
    (await get(`/api/tonight?date=2026-12-24&limit=100&moon=${moon}`)).body.picks;
  const [any, good] = [await picks("any"), await picks("good")];
  assert.ok(good.length < any.length, "the moon is full that night");
  assert.ok(good.every((pick: { moon: { risk: string } }) => pick.moon.risk === "good"));
});

test("queries that make no sense are refused, each with the words that are wrong", async () => {
  const { get } = start();
  for (const [query, status, code] of [
    ["tonight?date=2026-02-31", 400, "bad_request"],
    ["tonight?date=yesterday", 400, "bad_request"],
    ["tonight?ra=5", 400, "bad_request"],
    ["tonight?ra=24&dec=0", 400, "bad_request"],
    ["tonight?limit=0", 400, "bad_request"],
    ["tonight?limit=1.5", 400, "bad_request"],
    ["tonight?moon=full", 400, "bad_request"],
    ["tonight?site=XXX", 404, "unknown_site"],
    ["tonight?tid=evil", 400, "bad_tid"],
    ["tonight?tid=T99", 404, "unknown_telescope"],
    ["tonight?target=nothing", 404, "not_found"],
    ["visibility", 400, "bad_request"],
    ["visibility?target=M42&site=SSO&tid=T99", 404, "unknown_telescope"],
  ] as const) {
    const answer = await get(`/api/${query}`);
    assert.deepEqual([answer.status, answer.body.code], [status, code], query);
  }
});

test("a ranking is made anew when what is known changes, and kept while only the clock goes on", async () => {
  const { get, clock, state } = start();
  const first = (await get("/api/tonight?tid=T1")).body;
  clock.ms += 20_000;
  const second = (await get("/api/tonight?tid=T1")).body;
  assert.deepEqual(second.picks, first.picks);
  assert.equal(Date.parse(second.as_of) - Date.parse(first.as_of), 20_000);
  assert.equal(second.inputs.weather_age_s, first.inputs.weather_age_s + 20);
  await get("/api/scope/T1/status");
  state.switches.weather.SSO = { text: "Closed", observedAt: clock.ms + 60_000 };
  clock.ms += 60_000;
  await get("/api/weather?refresh=1");
  const [pick] = (await get("/api/tonight?tid=T1")).body.picks;
  assert.equal(pick.weather_state, "unsafe");
});
