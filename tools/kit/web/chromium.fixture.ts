import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestContext } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
/** How long an idle browser waits for the next test; while it runs, the process does not end. */
const LINGER_MS = 1000;
/** What does not come on a loaded machine in this time does not come. */
const PATIENCE_MS = 15_000;

let launched: Promise<Browser> | undefined;
let users = 0;
let closing: NodeJS.Timeout | undefined;

/** A page, and everything that went wrong on it so far. */
export type OpenedPage = { page: Page; troubles: string[] };

/**
 * A new page at `url` in the system's Chromium, of its own context (nothing is remembered from other pages), closed
 * with the test. `prepare` is run before the page is loaded. Undefined where no Chromium is installed; the test is skipped then, or fails where all are required.
 */
export async function openPage(
  t: TestContext,
  url: string,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<OpenedPage | undefined> {
  const program = chromium();
  if (program === undefined) {
    const message = `Chromium is missing (one of ${NAMES.join(", ")} on the PATH)`;
    if (process.env.OUTPOST_REQUIRE_ALL === "1") throw new Error(message);
    t.skip(message);
    return undefined;
  }
  const context = await (await browser(program)).newContext(options);
  t.after(async () => {
    await context.close();
    release();
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const troubles = watch(page, new URL(url).origin);
  await prepare(page);
  await page.goto(url);
  return { page, troubles };
}

function chromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
}

async function browser(executablePath: string): Promise<Browser> {
  users++;
  clearTimeout(closing);
  launched ??= import("playwright-core").then(({ chromium: playwright }) =>
    playwright.launch({
      executablePath,
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    }),
  );
  return launched;
}

// The runner waits for an empty event loop before it runs its last hooks, so none of them could close the browser.
function release(): void {
  users--;
  if (users > 0) return;
  closing = setTimeout(() => {
    void launched?.then((idle) => idle.close());
    launched = undefined;
  }, LINGER_MS);
}

function watch(page: Page, origin: string): string[] {
  const troubles: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => troubles.push(`thrown: ${error.message}`));
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== "data:")
      troubles.push(`request to ${url.origin}`);
  });
  return troubles;
}

/** What axe-core calls serious or critical on the page as it is now, each as one line. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { default: axe } = await import("axe-core");
  // The page's own policy does not hold for what the browser's debugger evaluates.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // Put there by the line above.
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ["violations"],
    });
    return found.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 120)} ${node.failureSummary ?? ""}`),
      );
  });
}
