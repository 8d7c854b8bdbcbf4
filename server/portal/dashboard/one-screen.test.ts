import assert from "node:assert/strict";
import { test } from "node:test";
import { beyond, openDashboard, sideways } from "./dashboard.fixture.ts";

const PARTS = ["header", "#sites", "#night", "#picks", "#telescopes", "#reservations", "footer"];
/** Parts of the page that are not wholly in the window, have no room to speak of, or hide something of theirs. */
const lacking = `${JSON.stringify(PARTS)}.filter((name) => {
  const part = document.querySelector(name);
  const { top, bottom, height } = part.getBoundingClientRect();
  return top < 0 || bottom > innerHeight || height < 20 || part.scrollHeight > part.clientHeight;
})`;
/** Elements whose words are cut off with no way to scroll to them. */
const cut = `[...document.querySelectorAll("main :not(.unseen, .unseen *, svg *, #sites-title, .site h3 span)")]
  .filter((each) => getComputedStyle(each).overflowY === "hidden" && each.scrollHeight > each.clientHeight + 1)
  .map(({ outerHTML }) => outerHTML.slice(0, 80))`;

test("the whole dashboard is on one screen of three usual sizes, and only its lists scroll", async (t) => {
  const opened = await openDashboard(t, {}, { bookingUrl: "https://booking.test/" });
  if (!opened) return;
  const { page, troubles } = opened;
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    const size = `${width} × ${height}`;
    await page.setViewportSize({ width, height });
    assert.equal(await page.evaluate(beyond), 0, size);
    assert.equal(await page.evaluate(sideways), 0, size);
    assert.deepEqual(await page.evaluate(lacking), [], size);
    const rows = page.locator(".telescopes tbody tr");
    await rows.last().scrollIntoViewIfNeeded();
    const box = await rows.last().boundingBox();
    assert.ok(box && box.y + box.height <= height, size);
    assert.equal(await page.evaluate("scrollY"), 0, size);
  }
  assert.deepEqual(troubles, []);
});

test("a phone, a page zoomed to 200 % and larger letters scroll down, and nothing is cut off", async (t) => {
  const opened = await openDashboard(t, {}, { bookingUrl: "https://booking.test/" });
  if (!opened) return;
  const { page } = opened;
  const scrolls = async (what: string) => {
    assert.ok(Number(await page.evaluate(beyond)) > 100, what);
    assert.equal(await page.evaluate(sideways), 0, what);
    assert.deepEqual(await page.evaluate(cut), [], what);
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await scrolls("phone");
  const lefts = await page.evaluate(
    `[...new Set([...document.querySelectorAll(".site, .columns > section")].map((each) => each.getBoundingClientRect().left))]`,
  );
  assert.equal((lefts as number[]).length, 1, "all under one another"); // pixels, as the script above says
  await page.setViewportSize({ width: 320, height: 640 });
  await scrolls("small phone");
  // What a browser makes of 1280 × 800 at 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  await scrolls("zoomed");
  await page.setViewportSize({ width: 1280, height: 800 });
  const tools = await page.context().newCDPSession(page);
  await tools.send("Page.setFontSizes", { fontSizes: { standard: 24 } });
  await page.reload();
  await scrolls("larger letters");
});
