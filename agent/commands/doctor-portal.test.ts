import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { z } from "zod";
import { openPortal } from "../../server/portal/open-portal.ts";
import { serveFakePortal } from "../../server/portal/simulator/serve.ts";
import type { Switches } from "../../server/portal/simulator/switches.ts";
import { stageWorld } from "../world.fixture.ts";

const Checks = z.array(
  z.object({
    name: z.string(),
    result: z.string(),
    says: z.string(),
    fix: z.string().optional(),
    lines: z.array(z.string()).optional(),
  }),
);

async function doctor(
  t: TestContext,
  switches: Partial<Switches> = {},
  env: Record<string, string> = {},
  words: string[] = ["portal"],
) {
  const fake = await serveFakePortal({ switches });
  t.after(fake.close);
  const stage = stageWorld(t, {
    env: {
      PORTAL_URL: fake.url,
      PORTAL_USERNAME: "stargazer",
      PORTAL_PASSWORD: "correct horse",
      PORTAL_API_URL: "http://127.0.0.1:9",
      ...env,
    },
  });
  const code = await stage.run("doctor", ...words, "--json");
  const checks = Checks.parse(JSON.parse(stage.out()));
  const of = (name: string) => checks.find((c) => c.name === name) ?? assert.fail(name);
  return { fake, stage, code, checks, of, out: stage.out() };
}

// Each waits politely between its requests; they do it side by side.
suite("outpost doctor portal", { concurrency: true }, () => {
  test("signs in once and prints keys and types of every answer, and no value", async (t) => {
    const { fake, code, of, out } = await doctor(t);
    assert.equal(code, 0);
    assert.equal(of("portal login").result, "good");
    assert.equal(fake.state.loginPosts, 1);
    for (const name of ["account", "plans", "weather"]) assert.equal(of(name).result, "good");
    assert.ok(of("account").lines?.some((line) => line.trim() === "Points: text, a number"));
    assert.ok(of("account").lines?.some((line) => /found: points_balance in Points/.test(line)));
    for (const secret of ["stargazer", "correct horse", "1,234.50"])
      assert.ok(!out.includes(secret));
    const wrapper = of("wrapper");
    assert.deepEqual([wrapper.result, wrapper.fix], ["note", "outpost portal"]);
  });

  test("a field that is missing is named, with the line of the map that mends it", async (t) => {
    const { code, of } = await doctor(t, { account: { Points: undefined, Credits: "12" } });
    assert.equal(code, 0);
    const { result, lines, fix } = of("account");
    assert.equal(result, "note");
    assert.ok(lines?.some((line) => /MISSING: points_balance .*PointsBalance/.test(line)));
    assert.match(fix ?? "", /PORTAL_MAP_FILE: \{"account":\{"fields":\{"points_balance":\["KEY"\]/);

    const { folder } = stageWorld(t);
    const map = join(folder, "map.json");
    writeFileSync(map, '{"account":{"fields":{"points_balance":["Credits"]}}}');
    const again = await doctor(
      t,
      { account: { Points: undefined, Credits: "12" } },
      { PORTAL_MAP_FILE: map },
    );
    assert.equal(again.of("account").result, "good");
  });

  test("a wrong password is one attempt, exit code 5, and nothing more is looked at", async (t) => {
    const { fake, code, of, checks } = await doctor(t, {}, { PORTAL_PASSWORD: "wrong" });
    assert.equal(code, 5);
    assert.equal(of("portal login").result, "bad");
    assert.equal(fake.state.loginPosts, 1);
    assert.ok(!checks.some(({ name }) => name === "account"));
  });

  test("a portal that shows a bot check or nothing at all is not blamed on the credentials", async (t) => {
    const blocked = await doctor(t, { troubles: new Map([["/", "bot-header"]]) });
    const advice = blocked.of("portal login").fix ?? "";
    assert.match(advice, /in a browser/);
    assert.doesNotMatch(advice, /PASSWORD/);
    const { of } = await doctor(t, {}, { PORTAL_URL: "http://127.0.0.1:9" });
    assert.doesNotMatch(of("portal login").fix ?? "PASSWORD", /PASSWORD/);
  });

  test("without an account it says what is missing, and looks for the wrapper all the same", async (t) => {
    const portal = await openPortal({ port: 0 }).serve();
    t.after(portal.close);
    const stage = stageWorld(t, { env: { PORTAL_API_URL: portal.url } });
    assert.equal(await stage.run("doctor", "portal"), 0);
    assert.match(stage.out(), /PORTAL_URL, PORTAL_USERNAME, PORTAL_PASSWORD not set/);
    assert.match(stage.out(), /✓ wrapper .*without an account/);
  });

  test("the plain doctor signs in and looks no closer", async (t) => {
    const { code, checks } = await doctor(t, {}, {}, []);
    assert.equal(code, 0);
    assert.deepEqual(
      checks.map(({ name }) => name),
      ["settings", "portal map", "portal login", "wrapper", "state", "PIN", "model"],
    );
  });
});
