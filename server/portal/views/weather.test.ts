import assert from "node:assert/strict";
import { test } from "node:test";
import { startPortal, WEATHER } from "../portal.fixture.ts";

test("W1 W2 six sites are always there, in their order", async () => {
  const { body } = await startPortal().get("/api/weather");
  assert.deepEqual(
    body.sites.map((each: { site: string }) => each.site),
    ["SSO", "UDRO", "DSC", "SRO", "AC", "EYE"],
  );
  assert.deepEqual(body.summary, { safe: 4, unsafe: 2, unknown: 0 });
});

test("W3 W4 W5 only a word for safe with a new time is safe", async () => {
  const now = Date.UTC(2026, 4, 1);
  for (const [text, observedAt, state] of [
    ["SAFE", now, "safe"],
    ["Safe ", now, "safe"],
    ["UnSafe", now, "unsafe"],
    ["Closed", now, "unsafe"],
    ["", now, "unknown"],
    ["Safe", now - 16 * 60_000, "unknown"],
    ["Safe", now + 6 * 60_000, "unknown"],
    ["Safe", undefined, "unknown"],
  ] as const) {
    const { body } = await startPortal({ weather: { SSO: { text, observedAt } } }).get(
      "/api/weather/sso",
    );
    assert.equal(body.state, state, text);
  }
});

test("W6 one site that fails is unknown and says why; the others keep their state", async () => {
  const { get, state } = startPortal({
    troubles: new Map([[`${WEATHER}?site=udro`, "yellow-screen"]]),
  });
  const { status, body } = await get("/api/weather");
  assert.deepEqual([status, body.summary], [200, { safe: 3, unsafe: 2, unknown: 1 }]);
  const { state: word, error, observed_at } = body.sites[1];
  assert.deepEqual([word, error.code, observed_at], ["unknown", "portal_error", null]);
  assert.equal(state.loginPosts, 1);
  assert.equal((await get("/api/weather/UDRO")).status, 502);
});

test("W7 where all six fail, the answer is the failure", async () => {
  const down = startPortal({ troubles: new Map([[WEATHER, "yellow-screen"]]) });
  const { status, body } = await down.get("/api/weather");
  assert.deepEqual([status, body.code], [502, "portal_error"]);
});

test("W8 a site is found in lower case and under its other name", async () => {
  const { get } = startPortal();
  for (const [written, site] of [
    ["sso", "SSO"],
    ["Spa", "AC"],
    ["eeye", "EYE"],
  ])
    assert.equal((await get(`/api/weather/${written}`)).body.site, site);
});

test("W9 an unknown site is told the six", async () => {
  const { status, body } = await startPortal().get("/api/weather/XXX");
  assert.equal(status, 404);
  assert.match(body.detail, /SSO, UDRO, DSC, SRO, AC, EYE/);
});

test("W10 an old reading in the cache is shown as stale, and never as safe", async () => {
  const observedAt = Date.UTC(2026, 4, 1) - 6 * 60_000;
  const { get, clock, state } = startPortal({ weather: { SSO: { text: "Safe", observedAt } } });
  assert.equal((await get("/api/weather/SSO")).body.state, "safe");
  clock.ms += 9.5 * 60_000;
  state.switches.latencyMs = 1;
  const { body } = await get("/api/weather/SSO");
  assert.deepEqual([body.stale, body.state], [true, "unknown"]);
});
