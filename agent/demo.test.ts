import assert from "node:assert/strict";
import { suite, type TestContext, test } from "node:test";
import { z } from "zod";
import { type Demo, openDemo } from "./demo.ts";
import { openTools } from "./open-tools.ts";
import { openSettings } from "./settings.ts";
import { stageWorld } from "./world.fixture.ts";

const Scopes = z.object({ scopes: z.array(z.object({ url: z.string(), reachable: z.boolean() })) });

function demo(t: TestContext, env: Record<string, string> = {}) {
  // Before the stage makes its own: hooks run in the order in which they were made, and the folder goes last.
  let opened: Demo | undefined;
  t.after(() => opened?.close());
  opened = openDemo(stageWorld(t, { env }).world);
  return opened;
}

suite("the demo", () => {
  test("has a cluster, a portal and a recorder, and pages that a browser can open", async (t) => {
    const { world } = demo(t);
    const places = (await world.places?.()) ?? assert.fail("it has pages");
    assert.deepEqual(
      places.map(({ name }) => name),
      ["dashboard", "docs", "recordings", "recorder docs"],
    );
    for (const { url } of places) {
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\//);
      const page = await fetch(url);
      assert.equal(page.status, 200, url);
      assert.match(page.headers.get("content-type") ?? "", /html/);
    }
  });

  test("takes the portal's settings from itself alone, and asks no real telescope", async (t) => {
    const { world } = demo(t, { PORTAL_URL: "https://real.example", PORTAL_PASSWORD: "mine" });
    const { PORTAL_URL, PORTAL_API_URL } = await openSettings(world);
    assert.match(PORTAL_URL ?? "", /^http:\/\/127\.0\.0\.1:/);
    const { scopes } = Scopes.parse(
      await (await fetch(`${PORTAL_API_URL}/api/scopes/status`)).json(),
    );
    assert.equal(scopes.length, 12);
    for (const { url, reachable } of scopes) {
      assert.ok(url.startsWith(`${PORTAL_URL}/`), url);
      assert.equal(reachable, true);
    }
  });

  test("its tools are those of all systems, and each reaches its own", async (t) => {
    const { world } = demo(t);
    const tools = await openTools(world, async () => ({ say: "no" }));
    t.after(tools.close);
    const on = { signal: AbortSignal.timeout(20_000), progress: () => undefined };
    for (const [name, input, words] of [
      ["filesystem_list", {}, /fs1/],
      ["portal_account", {}, /1,?234\.5/],
      ["tonight", { limit: 3 }, /Score \d+/],
      ["recorder_status", {}, /device desk is idle: 0 recordings[\s\S]*server has 0 recordings/],
    ] as const) {
      const answer = await tools.call(name, input, on);
      assert.equal(answer.ok, true, answer.plain);
      assert.match(answer.plain, words);
    }
  });
});
