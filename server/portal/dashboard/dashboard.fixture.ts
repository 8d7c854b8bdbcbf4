import type { TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openPage } from "../../../tools/kit/web/chromium.fixture.ts";
import type { PortalSettings } from "../settings.ts";
import type { Switches } from "../simulator/switches.ts";
import { wholePortal } from "../whole-portal.fixture.ts";

/** A browser's clock that stands at the wrapper's, so that looks come when a test says so. */
const START = Date.parse("2026-11-21T12:00:00Z");
/** News that can come of asking the portal has come after so many looks. */
const MOST_LOOKS = 20;
/** Counts the answers the page took over; it takes each over in the same turn in which it parses it. */
const countTaken = `globalThis.taken = 0;
  const parse = DOMParser.prototype.parseFromString;
  DOMParser.prototype.parseFromString = function (...text) {
    globalThis.taken++;
    return parse.apply(this, text);
  };`;

/**
 * The dashboard over a fake portal, in a browser. Its page asks for news when `look` says so and never by itself.
 * Undefined where no browser is installed.
 */
export async function openDashboard(
  t: TestContext,
  switches: Partial<Switches> = {},
  settings: PortalSettings = {},
  options: BrowserContextOptions & { path?: string } = {},
) {
  const whole = wholePortal(switches, { port: 0, ...settings });
  const { url, close } = await whole.portal.serve();
  t.after(close);
  const { path = "/", ...browser } = options;
  const opened = await openPage(t, `${url}${path}`, browser, async (page) => {
    if (browser.javaScriptEnabled === false) return;
    await page.clock.install({ time: START });
    await page.addInitScript(countTaken);
  });
  if (!opened) return undefined;
  const { page } = opened;
  /** Lets so many seconds pass in the browser, ten of which end with a look. */
  const pass = (seconds: number) => page.clock.runFor(seconds * 1000);
  /** Does something that makes the page look, and waits until it shows what it was answered. */
  const shown = async (act: () => Promise<unknown>) => {
    const before = Number(await page.evaluate("taken"));
    await act();
    // Counted by the script above. The page's own policy forbids to evaluate text again and again.
    await page.waitForFunction(
      (count) => (globalThis as unknown as { taken: number }).taken > count,
      before,
    );
  };
  const look = () => shown(() => pass(10));
  /** Looks until the page says all of this: what the portal is asked at one look is shown by a later one. */
  const lookFor = async (...words: RegExp[]) => {
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      await look();
      const text = await textOf(page);
      if (words.every((word) => word.test(text))) return;
    }
  };
  return { ...whole, ...opened, url, close, pass, shown, look, lookFor };
}

/** All words on the page, with one space between them. */
export async function textOf(page: Page): Promise<string> {
  return ((await page.locator("body").textContent()) ?? "").replace(/\s+/g, " ");
}

/** By how many pixels the page, or a list on it, is wider than its place. */
export const sideways = `Math.max(...[document.documentElement, ...document.querySelectorAll(".scroll")]
  .map((each) => each.scrollWidth - each.clientWidth))`;

/** By how many pixels the page is higher than the window. */
export const beyond = "document.documentElement.scrollHeight - innerHeight";
