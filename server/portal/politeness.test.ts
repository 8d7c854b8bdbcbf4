import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, PLANS, startPortal, WEATHER } from "./portal.fixture.ts";
import type { Trouble } from "./simulator/switches.ts";

const GRID = "/reservations.aspx";
const VIEWS = ["account", "plans", "weather", "weather/SSO", "reservations", "scope/T5/status"];
/** Asks for every view each second of the clock; how often the portal was asked for what. */
async function look(seconds: number, query = "", trouble?: Trouble) {
  const { get, state, clock, seen } = startPortal();
  if (trouble)
    for (const path of [ACCOUNT, PLANS, WEATHER, GRID]) state.switches.troubles.set(path, trouble);
  for (let second = 0; second < seconds; second++) {
    for (const view of VIEWS) await get(`/api/${view}${query}`);
    clock.ms += 1000;
  }
  const asked = (path: string) => state.counts.get(`GET ${path}`) ?? 0;
  const probes = seen.filter(({ url }) => url === "http://t5.itelescope.net/").length;
  return {
    counts: [asked(ACCOUNT), asked(PLANS), asked(WEATHER), asked(GRID), probes],
    logins: state.loginPosts,
  };
}

test("looking every second for ten minutes asks the portal no more often than each thing's freshness", async () => {
  const { counts, logins } = await look(600);
  assert.deepEqual(counts, [10, 1, 6 * 10, 5, 20]);
  assert.equal(logins, 1);
});

test("whoever insists on a new value has it every 15 seconds at most, and 120 times a minute for all", async () => {
  const { counts } = await look(300, "?refresh=1");
  const [account = 0, plans = 0, weather = 0, grid = 0] = counts;
  for (const asked of [account, plans, grid, weather / 6]) assert.ok(asked > 0 && asked <= 20);
});

for (const trouble of ["yellow-screen", "refused", "truncated"] as const)
  test(`a view that fails (${trouble}) is tried again every 15 seconds at most`, async () => {
    const { counts, logins } = await look(150, "", trouble);
    for (const [index, asked] of counts.slice(0, 4).entries())
      assert.ok(asked <= (index === 2 ? 6 : 1) * 10, `${asked} of ${index}`);
    assert.equal(logins, 1);
  });

test("a portal against bots is left alone for five minutes", async () => {
  const { counts, logins } = await look(310, "", "bot-header");
  assert.ok(counts.slice(0, 4).reduce((a, b) => a + b) <= 4, "two at a time, twice");
  assert.equal(logins, 1);
});

test("at most two requests at a time are under way to the portal, and they start apart", async () => {
  let underWay = 0;
  let most = 0;
  const starts: number[] = [];
  const { fetch } = startPortal();
  const { portal } = startPortal(
    {},
    {},
    {
      spacingMs: 30,
      now: () => Math.round(performance.timeOrigin + performance.now()),
      fetch: async (request) => {
        starts.push(performance.now());
        most = Math.max(most, ++underWay);
        const answer = await fetch(request);
        underWay--;
        return answer;
      },
    },
  );
  await Promise.all([portal.views.weather(), portal.views.account(), portal.views.plans()]);
  assert.ok(most <= 2);
  // Over all of them: one that is late on a busy machine is nearer to the next.
  const apart = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / (starts.length - 1);
  assert.ok(apart >= 25, `${apart} ms`);
});
