import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { axeFindings, openPage } from "../../../tools/kit/web/chromium.fixture.ts";
import { spokenSample } from "../../../tools/recorder/audio/spoken-sample.ts";
import {
  HEARD,
  ingest,
  metadata,
  scripted,
  startServer,
  type TestServer,
} from "../server.fixture.ts";
import type { Heard } from "../transcribe/transcriber.ts";

const HOSTILE = "<img src=x onerror=alert(1)> <script>alert(2)</script>";
const heard = (text: string): Heard => ({ ...HEARD, segments: [{ start: 0, end: 20, text }] });

async function spoken(server: TestServer, id: string, more = {}): Promise<void> {
  const audio = await readFile(spokenSample());
  const told = metadata(id, { duration_s: 0, sample_rate: 16_000, codec: "opus", ...more });
  assert.equal((await ingest(server, told, audio)).status, 202);
}

/** The page, signed in. Undefined where there is no browser. */
async function signedIn(t: TestContext, server: TestServer, options: BrowserContextOptions = {}) {
  const opened = await openPage(t, `${server.url}/`, {
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  if (!opened) return undefined;
  await opened.page.fill("#key", server.secret);
  await opened.page.click("#sign-in button");
  await opened.page.waitForSelector("main:not([hidden])");
  return opened;
}

const choose = async (page: Page) => {
  await page.click("#list a");
  await page.waitForSelector(".wave path");
  await page.waitForSelector(".transcript li");
};

test("a wrong key is refused in words; the right one opens the page, and no script can read the cookie", async (t) => {
  const server = await startServer(t);
  const opened = await openPage(t, `${server.url}/`);
  if (!opened) return;
  const { page } = opened;
  await page.fill("#key", "not-a-key");
  await page.click("#sign-in button");
  await page.waitForSelector("#refused:not(:empty)");
  assert.match((await page.textContent("#refused")) ?? "", /not known/);
  await page.fill("#key", server.secret);
  await page.click("#sign-in button");
  await page.waitForSelector("main:not([hidden])");
  assert.equal(await page.evaluate("document.cookie"), "");
  await page.reload();
  await page.waitForSelector("main:not([hidden])");
});

test("the player stays in reach while a long transcript scrolls", async (t) => {
  const said = "what was said in the kitchen this morning about the release and the coffee";
  const segments = Array.from({ length: 120 }, (_, at) => ({
    start: at * 0.15,
    end: (at + 1) * 0.15,
    text: `${at} ${said}`,
  }));
  const server = await startServer(t, {
    transcriber: scripted(async () => ({ ...HEARD, segments })),
  });
  await spoken(server, "long");
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const opened = await signedIn(t, server, { viewport });
    if (!opened) return;
    const { page } = opened;
    await choose(page);
    await page.locator(".transcript li").nth(90).scrollIntoViewIfNeeded();
    const box = await page.locator("audio").boundingBox();
    assert.ok(box && box.y > 0 && box.y + box.height < viewport.height / 2, JSON.stringify(box));
  }
});

test("a recording appears by itself, is transcribed under one's eyes, plays, and its words follow", async (t) => {
  const hold = deferred();
  const server = await startServer(t, {
    transcriber: scripted(async () => {
      await hold.promise;
      return HEARD;
    }),
  });
  const opened = await signedIn(t, server);
  if (!opened) return;
  const { page, troubles } = opened;
  await spoken(server, "live", { device_id: "kitchen" });
  await page.waitForSelector("#list a");
  await page.click("#list a");
  await page.waitForSelector(".job progress");
  assert.match((await page.textContent("#list .state")) ?? "", /transcribing/);
  hold.resolve(undefined);
  await page.waitForSelector(".transcript li");
  await page.waitForSelector(".summary");
  await page.waitForSelector('.downloads a[href$="srt"]');
  await page.waitForSelector(".wave path");
  await page.focus(".wave");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(`.transcript li[aria-current=true]:has-text("milk")`);
  assert.match((await page.getAttribute(".wave", "aria-valuetext")) ?? "", /^0:05 of 0:23$/);
  await page.click(".transcript li:first-child button");
  while (await page.evaluate(`document.querySelector("audio").paused`));
  assert.deepEqual(troubles, []);
  assert.deepEqual(await axeFindings(page), []);
});

test("a search finds what was said, marks it, and gives the whole list back", async (t) => {
  const server = await startServer(t);
  await spoken(server, "said");
  const opened = await signedIn(t, server);
  if (!opened) return;
  const { page, troubles } = opened;
  await page.waitForSelector(`#list .state:has-text("summarised")`);
  await page.keyboard.press("/");
  await page.keyboard.type("coffee");
  await page.waitForSelector("#list mark");
  assert.equal(await page.textContent("#list mark"), "coffee");
  await page.fill("#search", "nobody said this");
  await page.waitForSelector(`#list:has-text("Nothing was said")`);
  await page.fill("#search", "");
  await page.waitForSelector("#list a");
  assert.deepEqual(troubles, []);
});

test("deleting asks first, and then takes the recording away everywhere", async (t) => {
  const server = await startServer(t);
  await spoken(server, "gone");
  const opened = await signedIn(t, server);
  if (!opened) return;
  const { page, troubles } = opened;
  await choose(page);
  await page.click(".head button");
  await page.click("#sure button[value=no]");
  assert.notEqual(await server.parts.storage.metadata.get("gone"), undefined);
  await page.click(".head button");
  await page.click("#sure button[value=yes]");
  await page.waitForSelector(`#recording:has-text("was deleted")`);
  assert.equal(await server.parts.storage.metadata.get("gone"), undefined);
  assert.equal(await page.locator("#list a").count(), 0);
  assert.deepEqual(troubles, []);
});

test("what was said is text to the page, whatever it holds", async (t) => {
  const server = await startServer(t, { transcriber: scripted(async () => heard(HOSTILE)) });
  await spoken(server, "hostile", { device_id: HOSTILE.slice(0, 60) });
  const opened = await signedIn(t, server);
  if (!opened) return;
  const { page, troubles } = opened;
  await choose(page);
  assert.equal(await page.textContent(".transcript p"), HOSTILE);
  await page.fill("#search", "script");
  await page.waitForSelector("#list mark");
  assert.equal(await page.locator("main img, main script").count(), 0);
  assert.deepEqual(troubles, []);
});

test("a phone shows all of it without scrolling sideways", async (t) => {
  const server = await startServer(t);
  await spoken(server, "phone", { device_id: "a".repeat(60) });
  const opened = await signedIn(t, server, { viewport: { width: 360, height: 740 } });
  if (!opened) return;
  const { page, troubles } = opened;
  await choose(page);
  assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
  assert.deepEqual(troubles, []);
  assert.deepEqual(await axeFindings(page), []);
});

test("a write by cookie is taken from the page itself alone", async (t) => {
  const server = await startServer(t);
  await spoken(server, "kept");
  const begun = await fetch(`${server.url}/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: server.secret }),
  });
  const header = begun.headers.get("set-cookie") ?? "";
  assert.match(header, /HttpOnly; SameSite=Strict/);
  const cookie = header.split(";")[0] ?? "";
  const remove = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/v1/recordings/kept`, {
      method: "DELETE",
      headers: { cookie, ...headers },
    });
  assert.equal((await remove({})).status, 401);
  assert.equal((await remove({ origin: "https://evil.example" })).status, 403);
  assert.equal((await remove({ origin: server.url })).status, 204);
});

function deferred() {
  let resolve: (value: unknown) => void = () => undefined;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
