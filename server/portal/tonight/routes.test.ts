import assert from "node:assert/strict";
import { test } from "node:test";
import { Body, Equator, Horizon, MakeTime } from "astronomy-engine";
import { PortalFailure } from "../failure.ts";
import type { Telescope } from "./inputs.ts";
import { nightAt, observerOf } from "./night.ts";
import { tonightRoutes } from "./routes.ts";
import { fieldFit, moonRisk } from "./score.ts";
import { SITES, type Site } from "./sites.ts";
import type { TonightSources } from "./sources.ts";
import { OWN_TARGETS, targetsFrom } from "./targets.ts";
import type { Tonight } from "./tonight.ts";

const NOW = new Date("2026-11-21T06:00:00Z");

function scope(tid: string, site: string, more: Partial<Telescope> = {}): Telescope {
  return {
    tid,
    name: tid,
    site,
    fovArcmin: [60, 40],
    minAltDeg: null,
    active: true,
    discountPercent: null,
    rateSession: null,
    reachable: true,
    ...more,
  };
}

function sources(telescopes: Telescope[]): TonightSources {
  return {
    now: () => NOW,
    known: async () => ({ weather: null, account: null, plans: null }),
    telescopes: () => telescopes,
    targets: async () => ({ targets: OWN_TARGETS, notes: [] }),
    probe: () => Promise.reject(new Error("no probe is sent for a ranking")),
  };
}

async function ask(path: string, telescopes = [scope("T1", "DSC"), scope("T2", "SRO")]) {
  const answer = await tonightRoutes(sources(telescopes)).request(path);
  assert.equal(answer.status, 200);
  // The shape is what the route declares.
  return (await answer.json()) as Tonight;
}

/** Without refraction, as the altitudes of twilight are meant. */
function sunAltitude(site: Site, at: Date): number {
  const observer = observerOf(site);
  const { ra, dec } = Equator(Body.Sun, at, observer, true, true);
  return Horizon(MakeTime(at), observer, ra, dec).altitude;
}

test("the roof opens with the sun at −10° and the dark begins at −18°, at all six sites", () => {
  for (const site of SITES) {
    const { opensAt, closesAt, darkStart, darkEnd } = nightAt(site, NOW);
    assert.ok(opensAt && closesAt && darkStart && darkEnd);
    assert.ok(opensAt < darkStart && darkStart < darkEnd && darkEnd < closesAt && closesAt > NOW);
    for (const [at, altitude] of [
      [opensAt, -10],
      [closesAt, -10],
      [darkStart, -18],
      [darkEnd, -18],
    ] as const)
      assert.ok(Math.abs(sunAltitude(site, at) - altitude) < 0.1, site.code);
  }
});

test("picks are ranked, one a target, each with reasons and a window in the dark that is not over", async () => {
  const { picks, sites } = await ask("/api/tonight");
  assert.equal(sites.length, 6);
  assert.ok(picks.length > 10);
  assert.deepEqual(
    picks.map(({ rank }) => rank),
    picks.map((_, index) => index + 1),
  );
  assert.equal(new Set(picks.map(({ target }) => target.name)).size, picks.length);
  for (const [index, pick] of picks.entries()) {
    assert.ok(pick.score <= (picks[index - 1]?.score ?? 100));
    assert.ok(pick.why.length >= 3 && pick.window.hours >= 1 && pick.max_alt_deg >= 30);
    assert.ok(Date.parse(pick.window.start) >= NOW.getTime());
  }
});

test("a telescope's own altitude limit holds, and a caller can only raise it", async () => {
  const low = [scope("T1", "DSC", { minAltDeg: 20 })];
  const high = [scope("T1", "DSC", { minAltDeg: 75 })];
  const count = async (scopes: Telescope[], query = "") =>
    (await ask(`/api/tonight?limit=100${query}`, scopes)).picks.length;
  assert.ok((await count(low)) > (await count(high)));
  assert.ok((await count(low, "&min_alt=60")) < (await count(low)));
  assert.equal(await count(high, "&min_alt=10"), await count(high));
});

test("a telescope out of service is excluded with its reason, and a silent one ranks lower", async () => {
  const off = await ask("/api/tonight", [scope("T1", "DSC", { active: false })]);
  assert.deepEqual(off.picks, []);
  assert.match(off.excluded[0]?.reason ?? "", /not in service/);
  const [up] = (await ask("/api/tonight", [scope("T1", "DSC")])).picks;
  const [down] = (await ask("/api/tonight", [scope("T1", "DSC", { reachable: false })])).picks;
  assert.ok(up && down && down.score < up.score);
});

test("the moon matters by its light and its distance, and a field that is too small counts nothing", () => {
  assert.equal(moonRisk(45, 10), "good");
  assert.equal(moonRisk(45, 40), "marginal");
  assert.equal(moonRisk(45, 99), "avoid");
  assert.deepEqual([fieldFit(30), fieldFit(120), fieldFit(null)], [1, 0, 0.5]);
});

test("a curve shows a target's night in quarter hours, and an unknown target is not found", async () => {
  const answer = await ask("/api/visibility?target=m42&site=dsc");
  assert.equal(answer.sites.length, 1);
  const app = tonightRoutes(sources([]));
  app.onError((thrown) => Response.json(PortalFailure.from(thrown).body()));
  const missing = await app.request("/api/visibility?target=nothing");
  assert.match(await missing.text(), /not_found/);
});

test("an argument that is not usable is answered with what would be, and an unknown name with what there is", async () => {
  const app = tonightRoutes(sources([scope("T1", "DSC")]));
  app.onError((thrown) => Response.json(PortalFailure.from(thrown).body()));
  for (const [path, error, detail] of [
    ["tonight?limit=999999999999", /^Not usable: limit/, /limit is a whole number from 1 to 100/],
    ["tonight?limit=1.5", /^Not usable: limit/, /limit is a whole number/],
    ["tonight?date=2026-13-40&moon=x", /^Not usable: date, moon/, /YYYY-MM-DD.*any or good/],
    ["visibility?target=M42&min_alt=1e9", /min_alt/, /min_alt is degrees from 0 to 89/],
    ["visibility?ra=99&dec=1", /ra/, /ra is hours from 0 to 24/],
    ["sky/DSC?date=bad", /^Not usable: date/, /YYYY-MM-DD/],
    ["sky/moon", /no such site/, /SSO, UDRO, DSC, SRO, AC, EYE/],
    ["tonight?tid=T999", /T999 is not in the roster/, /\/api\/telescopes/],
    ["visibility?target=Jupiter", /no such target/, /What moves .*not reckoned.*ra \(hours\)/],
    ["visibility?target=Vulcan", /no such target/, /^Give its place as ra \(hours\)/],
    ["tonight?tid=T1&site=SSO", /T1 stands at DSC, not at SSO/, /one or the other/],
    ["visibility?target=M42&tid=T1&site=ac", /T1 stands at DSC, not at AC/, /one or the other/],
    ["tonight?tid=xx", /no telescope's name/, /such as T5/],
  ] as const) {
    const body = (await (await app.request(`/api/${path}`)).json()) as Record<string, string>; // an Error
    assert.match(body.error ?? "", error, path);
    assert.match(body.detail ?? "", detail, path);
  }
});

test("a site's sky can be asked for of another night", async () => {
  const app = tonightRoutes(sources([]));
  const answer = await app.request("/api/sky/sso?date=2026-12-24");
  assert.match(await answer.text(), /"night":\{"date":"2026-12-24"/);
});

test("a bad row of targets.csv is named with its line and does not stop the others", () => {
  const { targets, skipped } = targetsFrom(
    "name,ra,dec,type,size_arcmin,mag\nA,1.5,20,galaxy,,\nB,99,0,,,\n",
  );
  assert.deepEqual(
    targets.map(({ name }) => name),
    ["A"],
  );
  assert.deepEqual(skipped, ["line 3: ra not usable"]);
});

test("a targets.csv that is no table, or one without end, is said in a sentence that starts with its name", () => {
  assert.deepEqual(targetsFrom('name,ra,dec\n"M31,0.7,41').skipped, ["cannot be read as a table"]);
  assert.deepEqual(targetsFrom("M31,0.7,41\n".repeat(600_000)).skipped, ["is too large"]);
});
