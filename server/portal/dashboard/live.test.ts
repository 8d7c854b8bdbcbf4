import assert from "node:assert/strict";
import { test } from "node:test";
import { openDashboard } from "./dashboard.fixture.ts";

test("filter and sort work by keyboard alone, and the page tells how many are left", async (t) => {
  const opened = await openDashboard(t);
  if (!opened) return;
  const { page, troubles, shown } = opened;
  const { keyboard } = page;
  const active = () => page.evaluate("document.activeElement.textContent.trim()");
  await page.getByRole("searchbox", { name: "Search telescopes" }).focus();
  await shown(() => keyboard.type("reflector"));
  await page.getByText("6 of 12 telescopes").waitFor();
  for (const key of ["Tab", "Tab", "Tab", "Tab", "Tab", "Tab"]) await keyboard.press(key);
  assert.equal(await active(), "Aperture");
  const heading = page.getByRole("columnheader", { name: "Aperture" });
  for (const order of ["ascending", "descending"]) {
    await shown(() => keyboard.press("Enter"));
    await page.locator(`th[aria-sort=${order}]`, { hasText: "Aperture" }).waitFor();
    assert.equal(await heading.getAttribute("aria-sort"), order);
    assert.equal(await active(), "Aperture");
  }
  const first = page.getByRole("rowheader").filter({ hasText: /^T\d/ }).first();
  assert.match((await first.textContent()) ?? "", /^T7 Sequoia/);
  assert.match(page.url(), /\?q=reflector&sort=-aperture$/);
  assert.deepEqual(troubles, []);
});

test("news show without a reload, and focus, words, filter and an open table stay", async (t) => {
  const opened = await openDashboard(t, {}, {}, { path: "/?site=DSC" });
  if (!opened) return;
  const { page, troubles, fake, clock, lookFor } = opened;
  await page.evaluate("globalThis.mark = 1");
  await page.getByText("The bars as a table").click();
  await page.getByRole("searchbox").focus();
  fake.state.points = 77;
  clock.ms += 61_000;
  await lookFor(/\b77\b/);
  await page.locator("#account").getByText("77", { exact: true }).waitFor();
  assert.equal(await page.evaluate("globalThis.mark"), 1);
  assert.equal(await page.evaluate("document.activeElement.name"), "q");
  assert.equal(await page.locator("details").getAttribute("open"), "");
  await page.getByText("2 of 12 telescopes").waitFor();
  await page.locator("#utc").getByText("12:01").waitFor();
  assert.deepEqual(troubles, []);
});

test("a page that lost contact says so, and no site on it stays safe", async (t) => {
  const opened = await openDashboard(t);
  if (!opened) return;
  const { page, pass, look } = opened;
  const safe = page.locator(".state.safe");
  assert.ok((await safe.count()) > 0);
  await page.context().setOffline(true);
  await pass(11);
  await page.getByRole("status").getByText("No contact since 12:00 UTC").waitFor();
  // Nobody counts on how soon a refused look comes back: each has its time.
  for (let i = 0; i < 13; i++) {
    const failed = page.waitForEvent("requestfailed");
    await pass(10);
    await failed;
  }
  await page.locator(".state.unknown").nth(5).waitFor();
  assert.equal(await safe.count(), 0);
  await page.context().setOffline(false);
  await look();
  await safe.first().waitFor();
  await page.getByRole("status").getByText("In contact again").waitFor();
});

test("a hidden tab asks nothing, and looks at once when it is shown", async (t) => {
  const opened = await openDashboard(t);
  if (!opened) return;
  const { page, pass, look, shown } = opened;
  let asked = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") asked++;
  });
  await look();
  assert.equal(asked, 1);
  const turn = (hidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, "hidden", { value: ${hidden}, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"))`);
  await turn(true);
  await pass(120);
  assert.equal(asked, 1);
  await shown(() => turn(false));
  assert.equal(asked, 2);
});

test("without a script the page filters, sorts and comes anew by itself", async (t) => {
  const opened = await openDashboard(t, {}, {}, { javaScriptEnabled: false });
  if (!opened) return;
  const { page, troubles } = opened;
  assert.equal(await page.locator("meta[http-equiv=refresh]").getAttribute("content"), "60");
  assert.ok(await page.getByRole("button", { name: "Red light" }).isHidden());
  await page.locator("select[name=site]").selectOption("EYE");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("2 of 12 telescopes").waitFor();
  await page.getByRole("button", { name: "Field" }).click();
  await page.locator("th[aria-sort=ascending]", { hasText: "Field" }).waitFor();
  await page.getByText("2 of 12 telescopes").waitFor();
  assert.match((await page.getByRole("rowheader").first().textContent()) ?? "", /^T11/);
  assert.deepEqual(troubles, []);
});
