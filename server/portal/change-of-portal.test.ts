import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { z } from "zod";
import { createPortal } from "./create-portal.ts";
import type { LiveSettings } from "./settings.ts";
import { createFakePortal } from "./simulator/simulator.ts";

const Account = z.object({ points_balance: z.number().optional() });

/** A wrapper whose settings are changed while it runs, and two portals that it may be told of. */
function moving() {
  const clock = { ms: Date.UTC(2026, 4, 1) };
  const now = () => clock.ms;
  const here = createFakePortal({ now });
  const there = createFakePortal({ now, switches: { account: { Points: "77" } } });
  const live: LiveSettings = {
    version: "1",
    values: {
      PORTAL_URL: "https://here.test",
      PORTAL_USERNAME: "stargazer",
      PORTAL_PASSWORD: "correct horse",
    },
  };
  const portal = createPortal(
    { source: () => live },
    {
      now,
      spacingMs: 0,
      fetch: (request) => (new URL(request.url).host === "here.test" ? here : there).fetch(request),
    },
  );
  const points = async () => {
    const response = await portal.fetch(new Request("http://127.0.0.1:8000/api/account"));
    return Account.parse(await response.json()).points_balance;
  };
  const change = (values: Record<string, string>) => {
    live.version += "+";
    live.values = { ...live.values, ...values };
  };
  return { here, there, points, change, portal };
}

suite("settings that change while the wrapper runs", () => {
  for (const trouble of ["unavailable", "bot-header", "refused"] as const)
    test(`what the last portal asked for or refused (${trouble}) holds back no request to the next one`, async () => {
      const { here, points, change } = moving();
      here.state.switches.troubles.set("/", trouble);
      assert.equal(await points(), undefined);
      change({ PORTAL_URL: "https://there.test" });
      assert.equal(await points(), 77);
    });

  test("another portal starts with a login of its own and an empty cache; no cookie goes along", async () => {
    const { here, there, points, change } = moving();
    assert.equal(await points(), 1234.5);
    change({ PORTAL_URL: "https://there.test" });
    assert.equal(await points(), 77);
    assert.deepEqual([here.state.loginPosts, there.state.loginPosts], [1, 1]);
    const [first] = there.state.requests;
    assert.equal(first?.cookie, null);
    const asked = here.state.requests.length;
    await points();
    assert.equal(here.state.requests.length, asked);
  });

  test("another member sees nothing of the one before", async () => {
    const { here, points, change } = moving();
    await points();
    change({ PORTAL_USERNAME: "somebody" });
    assert.equal(await points(), undefined);
    assert.equal(here.state.loginPosts, 2);
  });

  test("a file that was only touched costs no cached value", async () => {
    const { here, points, change } = moving();
    await points();
    const asked = here.state.requests.length;
    change({});
    assert.equal(await points(), 1234.5);
    assert.equal(here.state.requests.length, asked);
  });

  test("an account that is taken away leaves the wrapper unconfigured, and nothing in its cache", async () => {
    const { points, change, portal } = moving();
    await points();
    change({ PORTAL_PASSWORD: "" });
    assert.deepEqual(portal.views.health().missing, ["PORTAL_PASSWORD"]);
    assert.equal(await points(), undefined);
  });
});
