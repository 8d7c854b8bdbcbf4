import assert from "node:assert/strict";
import { test } from "node:test";
import { createPortal } from "./create-portal.ts";
import type { PortalSettings } from "./settings.ts";
import { createFakePortal } from "./simulator/simulator.ts";
import { SPENDING_ROUTES } from "./simulator/spending-routes.ts";
import type { Switches, WrapStyle } from "./simulator/switches.ts";

const ACCOUNT = "/services/portal.asmx/getaccount";

/** A wrapper of a fake portal. `seen` is every request it sent anywhere; the clock moves only by hand. */
function start(switches: Partial<Switches> = {}, settings: PortalSettings = {}) {
  const clock = { ms: Date.UTC(2026, 4, 1) };
  const now = () => clock.ms;
  const fake = createFakePortal({ switches, now });
  const seen: Request[] = [];
  const portal = createPortal(
    {
      portalUrl: "https://portal.test/",
      username: "stargazer",
      password: "correct horse",
      ...settings,
    },
    {
      now,
      spacingMs: 0,
      fetch: (request) => {
        seen.push(request.clone());
        return fake.fetch(request);
      },
    },
  );
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await portal.fetch(new Request(`http://127.0.0.1:8000${path}`, init));
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text ? JSON.parse(text) : null,
    };
  };
  return { ...fake, get, seen, clock };
}

const wraps: WrapStyle[] = ["object", "array", "json-string", "double-string", "xml", "bare"];
wraps.forEach((wrap, index) => {
  test(`D${index + 1} D9 the account is read from ${wrap}`, async () => {
    const { body } = await start({ wrap }).get("/api/account");
    assert.equal(body.points_balance, 1234.5);
    assert.equal(body.renewal, "2026-05-13");
    assert.deepEqual(body.meta.warnings, []);
  });
});

test("D8 D10 a missing date and a missing field are null and a warning", async () => {
  const { get } = start({ dates: "min-value", account: { Points: undefined } });
  const { body } = await get("/api/account");
  assert.deepEqual(
    [body.renewal, body.points_balance, body.telescope_access],
    [null, null, "unknown"],
  );
  assert.equal(body.meta.warnings.length, 2);
});

for (const [name, trouble, code, status] of [
  ["D11 a page where data was asked", "html", "portal_bad_response", 502],
  ["D12 broken JSON", "truncated", "portal_bad_response", 502],
  ["D15 an error with a stack", "asmx-error", "portal_error", 502],
  ["D16 an answer over five MiB", "huge", "portal_bad_response", 502],
] as const)
  test(`${name} is told as ${code}`, async () => {
    const { get } = start({ troubles: new Map([[ACCOUNT, trouble]]) });
    const answer = await get("/api/account");
    assert.deepEqual([answer.status, answer.body.code], [status, code]);
    assert.doesNotMatch(JSON.stringify(answer.body), /Secret\.Code/);
  });

test("D13 D14 a byte order mark and an old charset are read", async () => {
  const bom = await start({ troubles: new Map([[ACCOUNT, "bom"]]) }).get("/api/account");
  assert.equal(bom.body.points_balance, 7);
  const old = await start({ troubles: new Map([[ACCOUNT, "windows-1252"]]) }).get("/api/account");
  assert.equal(old.body.plan, "Café");
});

test("W1 W2 six sites are always there, in their order", async () => {
  const { body } = await start().get("/api/weather");
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
    const { body } = await start({ weather: { SSO: { text, observedAt } } }).get(
      "/api/weather/sso",
    );
    assert.equal(body.state, state, text);
  }
});

test("W7 a site that fails is unknown; all that fail are an error", async () => {
  const down = start({
    troubles: new Map([["/services/portal.asmx/getweather", "yellow-screen"]]),
  });
  assert.equal((await down.get("/api/weather")).status, 502);
});

test("W9 an unknown site is told the six", async () => {
  const { status, body } = await start().get("/api/weather/XXX");
  assert.equal(status, 404);
  assert.match(body.detail, /SSO, UDRO, DSC, SRO, AC, EYE/);
});

test("W10 an old reading in the cache is shown as stale, and never as safe", async () => {
  const observedAt = Date.UTC(2026, 4, 1) - 6 * 60_000;
  const { get, clock, state } = start({ weather: { SSO: { text: "Safe", observedAt } } });
  assert.equal((await get("/api/weather/SSO")).body.state, "safe");
  clock.ms += 9.5 * 60_000;
  state.switches.latencyMs = 1;
  const { body } = await get("/api/weather/SSO");
  assert.deepEqual([body.stale, body.state], [true, "unknown"]);
});

test("V2 V3 the grid is read, and the live pointer is there also when the portal is down", async () => {
  const { body } = await start().get("/api/reservations");
  assert.deepEqual(body.legacy.rows[0].at(-1), "");
  assert.equal(body.legacy.items.length, 2);
  assert.equal(
    (await start({ reservationTable: false }).get("/api/reservations")).body.meta.warnings.length,
    1,
  );
  const down = await start({ troubles: new Map([["/", "refused"]]) }).get("/api/reservations");
  assert.deepEqual([down.status, down.body.live.requires_browser], [200, true]);
});

test("H1 without settings health and roster answer, and the portal is not asked", async () => {
  const { get, seen } = start({}, { portalUrl: "", username: "", password: "" });
  assert.equal((await get("/api/health")).body.configured, false);
  assert.equal((await get("/api/telescopes")).body.count, 12);
  assert.equal((await get("/openapi.json")).body.openapi, "3.1.0");
  const account = await get("/api/account");
  assert.deepEqual([account.status, account.body.code, seen.length], [503, "not_configured", 0]);
});

test("L21 no answer holds the user name or the password", async () => {
  const { get } = start({}, { password: "wrong-secret" });
  for (const path of ["/api/account", "/api/health", "/api/raw?path=/Launchpad.aspx"])
    assert.doesNotMatch(JSON.stringify((await get(path)).body), /stargazer|wrong-secret/);
});

test("P9 P10 only names of the roster lead to a probe", async () => {
  const { get, seen } = start();
  for (const tid of ["T11@evil", "T11.evil.com", "%54%31", "T11%2f..%2fx"])
    assert.equal((await get(`/api/scope/${tid}/status`)).status, 400);
  assert.equal((await get("/api/scope/T99/status")).status, 404);
  assert.equal(seen.length, 0);
});

test("P11 P12 P13 twenty who ask for a telescope, in two spellings, make one bare request", async () => {
  const { get, seen } = start();
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) => get(`/api/scope/${at % 2 ? "t05" : "T5"}/status`)),
  );
  assert.ok(all.every((each) => each.body.reachable));
  assert.deepEqual(
    seen.map((request) => request.url),
    ["http://t5.itelescope.net/"],
  );
  assert.equal(seen[0]?.headers.get("cookie") ?? seen[0]?.headers.get("authorization"), null);
});

test("R46 R47 R50 a page comes back as JSON without its hidden state", async () => {
  const { get } = start();
  const { status, body, headers } = await get("/api/raw?path=/Launchpad.aspx");
  assert.deepEqual([status, body.kind, headers.get("set-cookie")], [200, "html", null]);
  assert.match(body.text, /\[omitted \d+ chars\]/);
  assert.doesNotMatch(body.text, /s3cret|star@gazer/);
  assert.equal((await get("/api/raw?path=/nothing.here")).body.status, 404);
});

test("R51 X1 X2 X3 X5 only local readers are answered, with headers that bind a browser", async () => {
  const { get } = start();
  assert.equal((await get("/api/account", { method: "POST" })).headers.get("allow"), "GET, HEAD");
  assert.equal((await get("/api/health", { headers: { host: "evil.test" } })).status, 403);
  assert.equal((await get("/api/health", { headers: { origin: "https://evil" } })).status, 403);
  const { headers } = await get("/api/health");
  assert.equal(headers.get("access-control-allow-origin"), null);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
});

/** The spellings of one path that a server of this kind would take for the same. */
function spelling(path: string, at: number): string {
  const [before = "", query] = path.split("?");
  const code = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
  const written = [
    before,
    before.toLowerCase(),
    before.toUpperCase(),
    before.replace(/\/([A-Za-z])/g, (_, letter: string) => `/${code(letter)}`),
    `${before}/`,
    `/(S(x))${before}`,
    `//evil.test${before}`,
    `/x/..${before}`,
  ][at % 8];
  return query === undefined ? `${written}` : `${written}?${at % 3 ? query : query.toUpperCase()}`;
}

for (const raw of ["guarded", "map"] as const)
  test(`a crawl of 2,000 paths never leaves the portal and never posts but to sign in (raw: ${raw})`, async (context) => {
    const { get, state, seen, clock } = start({}, { raw });
    const points = state.points;
    const bookings = state.bookings.length;
    for (let at = 0; at < 2000; at++) {
      const route = SPENDING_ROUTES[at % SPENDING_ROUTES.length]?.path ?? "/";
      const path =
        at % 2
          ? spelling(route, Math.floor(at / 30))
          : `/${at}/..%2f@evil.test\\${at}`.slice(0, at % 40);
      clock.ms += 1000;
      await get(`/api/raw?path=${encodeURIComponent(path)}`);
    }
    assert.ok(seen.every((request) => request.url.startsWith("https://portal.test/")));
    assert.equal(seen.filter((request) => request.method !== "GET").length, state.loginPosts);
    if (raw === "map") assert.deepEqual([state.points, state.bookings.length], [points, bookings]);
    const through = [...new Set(state.spent)].sort();
    context.diagnostic(`got through: ${through.join(", ")}`);
    assert.deepEqual(
      through,
      raw === "map" ? [] : ["by-button", "by-flag", "silent-name", "verb-at-the-end"],
    );
  });
