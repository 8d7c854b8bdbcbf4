import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { axeFindings } from "../../../tools/kit/web/chromium.fixture.ts";
import { SITE_CODES } from "../../../tools/portal/contract.ts";
import { ACCOUNT, WEATHER } from "../portal.fixture.ts";
import type { PortalSettings } from "../settings.ts";
import type { Switches } from "../simulator/switches.ts";
import { beyond, openDashboard, sideways, textOf } from "./dashboard.fixture.ts";

type Opened = NonNullable<Awaited<ReturnType<typeof openDashboard>>>;
type State = {
  switches?: Partial<Switches>;
  settings?: (t: TestContext) => PortalSettings;
  /** After the page was opened; what comes of it is looked for. */
  change?: (opened: Opened) => void;
  words: RegExp[];
};

const nowhere = {
  portalUrl: undefined,
  username: undefined,
  password: undefined,
  scopeUrlTemplate: undefined,
};
const old = { text: "Safe", observedAt: Date.parse("2026-11-21T11:20:00Z") };

const STATES: Record<string, State> = {
  good: { words: [/1,234\.5/, /Plan-90/, /12 days left/, /Safe 1 min old/, /Unsafe/] },
  unconfigured: {
    settings: () => nowhere,
    words: [/not set up yet/, /PORTAL_USERNAME/, /Unknown no reading/, /with T\d+/],
  },
  "login failed": {
    settings: () => ({ password: "wrong" }),
    words: [/refused the login/, /login refused/, /Unknown no reading/],
  },
  "bot check": {
    switches: { troubles: new Map([["/", "bot-header"]]) },
    words: [/bot check/, /Unknown no reading/],
  },
  stale: {
    change: ({ fake, clock }) => {
      for (const path of [ACCOUNT, WEATHER]) fake.state.switches.troubles.set(path, "refused");
      clock.ms += 8 * 60_000;
    },
    words: [/does not answer/, /account is 8 min old/, /read 8 min ago/, /9 min old/],
  },
  "all unknown": {
    switches: { weather: Object.fromEntries(SITE_CODES.map((site) => [site, old])) },
    words: [/No site's weather is known/, /11:20 UTC/, /Unknown 40 min old/],
  },
  "empty roster": {
    settings: (t) => ({ rosterFile: rosterOf(t, "tid,name,site\n") }),
    words: [/The roster is empty/, /No telescope to rank with/],
  },
};

function rosterOf(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "outpost-roster-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "telescopes.csv");
  writeFileSync(file, text);
  return file;
}

for (const [name, { switches, settings, change, words }] of Object.entries(STATES))
  test(`the dashboard says what is wrong, accessibly and at 360 pixels too: ${name}`, async (t) => {
    const opened = await openDashboard(t, switches, settings?.(t));
    if (!opened) return;
    const { page, troubles, lookFor } = opened;
    if (change) {
      change(opened);
      await lookFor(...words);
    }
    const text = await textOf(page);
    for (const word of words) assert.match(text, word);
    assert.deepEqual(await axeFindings(page), []);
    for (const width of [1440, 1280, 820, 360]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await page.evaluate(sideways), 0, `${width} pixels wide`);
      if (width >= 1280)
        assert.equal(await page.evaluate(beyond), 0, `${width} pixels wide, 800 high`);
    }
    assert.deepEqual(troubles, []);
  });

test("red light leaves no other colour, is readable, and is remembered", async (t) => {
  const opened = await openDashboard(t);
  if (!opened) return;
  const { page, troubles } = opened;
  await page.getByRole("button", { name: "Red light" }).click();
  await page.reload();
  const button = page.getByRole("button", { name: "Red light" });
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  const colours: string[] = await page.evaluate(
    `[...document.querySelectorAll("body *")].map((each) => getComputedStyle(each))
      .flatMap(({ color, fill, stroke, backgroundColor }) => [color, fill, stroke, backgroundColor])`,
  );
  for (const colour of new Set(colours)) {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    assert.ok(green <= 0.35 * red && blue <= 0.35 * red, colour);
  }
  // Nor has what the browser draws by itself.
  const marked = `getComputedStyle(document.querySelector("h1"), "::selection").backgroundColor`;
  assert.equal(await page.evaluate(marked), "rgb(255, 77, 56)");
  assert.deepEqual(await axeFindings(page), []);
  assert.deepEqual(troubles, []);
});

test("for whoever wants no motion nothing moves", async (t) => {
  const opened = await openDashboard(t, {}, {}, { reducedMotion: "reduce" });
  if (!opened) return;
  await opened.page.getByRole("button", { name: "Red light" }).click();
  assert.equal(await opened.page.evaluate("document.getAnimations().length"), 0);
});

test("what the portal writes is text and nothing else", async (t) => {
  const evil = "<script>alert(1)</script><img src=/x onerror=alert(2)>";
  const opened = await openDashboard(
    t,
    { account: { Plan: evil, Membership: evil, Points: "7" } },
    // An address that would do something here instead of leading there.
    { bookingUrl: "javascript:alert(3)" },
  );
  if (!opened) return;
  const { page, troubles } = opened;
  const text = (await page.locator("#account").textContent()) ?? "";
  assert.match(text, /<script>alert\(1\)/);
  assert.match(text, /telescopes locked below 10/);
  assert.equal(await page.locator("main a[href^=javascript]").count(), 0);
  assert.equal(await page.locator("#account img, #account script").count(), 0);
  assert.deepEqual(troubles, []);
});

test("the docs of the wrapper try out reading and say nothing to another origin", async (t) => {
  const opened = await openDashboard(t, {}, {}, { path: "/docs" });
  if (!opened) return;
  const { page, troubles } = opened;
  await page.getByText("/api/weather/{site}").waitFor();
  await page.getByText("/api/account").click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await page.getByText('"points_balance"').first().waitFor();
  assert.deepEqual(await axeFindings(page), []);
  assert.deepEqual(troubles, []);
});
