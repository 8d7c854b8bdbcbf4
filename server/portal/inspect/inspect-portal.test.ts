import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { MEMBER } from "../portal.fixture.ts";
import { portalMap } from "../portal-map.ts";
import type { PortalSettings } from "../settings.ts";
import { createFakePortal } from "../simulator/simulator.ts";
import type { Switches } from "../simulator/switches.ts";
import { inspectPortal, type Look } from "./inspect-portal.ts";
import { shapeOf } from "./shape-of.ts";

async function inspected(switches: Partial<Switches> = {}, settings: PortalSettings = {}) {
  const now = () => Date.UTC(2026, 4, 1);
  const fake = createFakePortal({ switches, now });
  const looks: Look[] = [];
  const world = { now, spacingMs: 0, fetch: fake.fetch };
  for await (const look of inspectPortal({ ...MEMBER, ...settings }, world)) looks.push(look);
  const of = (about: Look["about"]) => looks.find((one) => one.about === about) ?? assert.fail();
  return { ...fake, looks, of };
}

suite("a look at the portal's answers", () => {
  test("names each resource with its keys and types, and never a value", async () => {
    const { looks, of } = await inspected();
    assert.deepEqual(
      looks.map(({ about, failure }) => [about, failure]),
      [
        ["login", undefined],
        ["account", undefined],
        ["plans", undefined],
        ["weather", undefined],
        ["reservations", undefined],
      ],
    );
    assert.ok(of("account").shape.includes("Points: text, a number"), of("account").shape.join());
    assert.match(of("plans").shape[0] ?? "", /^list of \d+$/);
    const said = JSON.stringify(looks);
    for (const value of ["1,234.50", "1234.5", "stargazer", "correct horse", "Plan-40"])
      assert.ok(!said.includes(value), value);
  });

  test("says under which key each field was found, and which were not", async () => {
    const map = portalMap.parse({ account: { fields: { points_balance: ["Credits", "points"] } } });
    const { of } = await inspected({ account: { Plan: undefined } }, { map });
    const fields = new Map(of("account").fields.map(({ field, key }) => [field, key]));
    assert.equal(fields.get("points_balance"), "Points");
    assert.equal(fields.get("plan"), null);
  });

  test("an unknown weather word is a remark", async () => {
    const weather = { SSO: { text: "Murky", observedAt: Date.UTC(2026, 4, 1) } };
    const { of } = await inspected({ weather });
    assert.match(of("weather").remarks[0] ?? "", /no word for safe or unsafe/);
    assert.doesNotMatch(JSON.stringify(of("weather")), /Murky/);
  });

  test("a failed login is one attempt and the only look", async () => {
    const { looks, state } = await inspected({}, { password: "wrong" });
    assert.deepEqual(
      looks.map(({ about, failure }) => [about, failure?.code]),
      [["login", "portal_login_failed"]],
    );
    assert.equal(state.loginPosts, 1);
  });

  test("a path that answers with a page is told as such, and the rest is still looked at", async () => {
    const { of } = await inspected({
      troubles: new Map([["/services/portal.asmx/getplans", "html"]]),
    });
    assert.equal(of("plans").failure?.code, "portal_bad_response");
    assert.equal(of("weather").failure, undefined);
  });
});

test("a shape shows no key that could be somebody's, and ends where it gets long or deep", () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, n]));
  assert.equal(shapeOf(many).at(-1), "and 20 more keys");
  assert.doesNotMatch(shapeOf({ "ada@example.org": 1, "20260501": 2 }).join(), /ada|2026/);
  const deep = { a: { b: [{ c: null, d: true, e: "", f: "/Date(0)/" }] } };
  assert.deepEqual(shapeOf(deep), [
    "a:",
    "  b: list of 1",
    "    c: null",
    "    d: true or false",
    "    e: empty text",
    "    f: text, a date",
  ]);
  let endless: Record<string, unknown> = {};
  for (let n = 0; n < 50; n++) endless = { a: endless };
  assert.ok(shapeOf(JSON.parse(JSON.stringify(endless))).length < 10);
  assert.deepEqual(shapeOf({ "a\u001b[2J": 1 }), ["a: number"]);
});
