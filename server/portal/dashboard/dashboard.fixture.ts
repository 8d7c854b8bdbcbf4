import type { TestContext } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import { openPage } from "../../../tools/kit/web/chromium.fixture.ts";
import type { PortalSettings } from "../settings.ts";
import type { Switches } from "../simulator/switches.ts";
import { wholePortal } from "../whole-portal.fixture.ts";

/** A browser's clock that stands at the wrapper's, so that looks come when a test says so. */
const START = Date.parse("2026-11-21T12:00:00Z");

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
    if (browser.javaScriptEnabled !== false) await page.clock.install({ time: START });
  });
  if (!opened) return undefined;
  const { page } = opened;
  /** Lets so many seconds pass in the browser, ten of which end with a look. */
  const pass = (seconds: number) => page.clock.runFor(seconds * 1000);
  const look = async () => {
    const answered = page.waitForResponse(`${url}/**`);
    await pass(10);
    await (await answered).finished();
  };
  return { ...whole, ...opened, url, close, pass, look };
}

/** By how many pixels the page, or a list on it, is wider than its place. */
export const sideways = `Math.max(...[document.documentElement, ...document.querySelectorAll(".scroll")]
  .map((each) => each.scrollWidth - each.clientWidth))`;

/** By how many pixels the page is higher than the window. */
export const beyond = "document.documentElement.scrollHeight - innerHeight";
