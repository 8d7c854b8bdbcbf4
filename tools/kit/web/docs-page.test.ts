import assert from "node:assert/strict";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { axeFindings, openPage } from "./chromium.fixture.ts";
import { docsPage } from "./docs-page.ts";

const operation = { summary: "Say hello", responses: { 200: { description: "Hello" } } };
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Greeter", version: "1" },
  paths: { "/hello": { get: operation, post: operation } },
};

function greeter(): Hono {
  const app = new Hono();
  app.get("/openapi.json", (context) => context.json(DESCRIPTION));
  app.get("/hello", (context) => context.json({ said: "hello" }));
  app.route("/", docsPage({ title: "Greeter", openApiUrl: "/openapi.json" }));
  return app;
}

async function serve(t: TestContext, app: Hono): Promise<string> {
  // Plain http: createAdaptorServer yields another kind only where it is given one.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a port, so no pipe and not null
}

test("the docs page writes nothing inline, and its files may be kept for good", async () => {
  const app = greeter();
  const page = await app.request("/docs");
  assert.doesNotMatch(page.headers.get("content-security-policy") ?? "", /unsafe/);
  const text = await page.text();
  assert.doesNotMatch(text, /<script>|style=|https?:/);
  const files = [...text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path);
  assert.equal(files.length, 5);
  for (const path of files) {
    const file = await app.request(path ?? "");
    assert.deepEqual([path, file.status], [path, 200]);
    assert.match(file.headers.get("cache-control") ?? "", /immutable/);
  }
});

test("a service may let more than GET be tried out, and choose where the page stands", async () => {
  const methods = ["get", "post"] as const;
  const app = docsPage({ title: "G", openApiUrl: "/api.json", base: "/try", methods });
  const text = await (await app.request("/try")).text();
  assert.match(text, /data-openapi="\/api.json" data-methods="get post"/);
  assert.match(text, /src="\/try\//);
});

test("the docs page can only be read", async () => {
  const app = greeter();
  for (const method of ["POST", "PUT", "DELETE"]) {
    const answer = await app.request("/docs", { method });
    assert.deepEqual([answer.status, answer.headers.get("allow")], [405, "GET, HEAD"]);
  }
  assert.equal((await app.request("/docs", { method: "HEAD" })).status, 200);
  assert.equal((await app.request("/docs/package.json")).status, 404);
});

test("in a browser the docs try out a GET and nothing else, without a word to another origin", async (t) => {
  const opened = await openPage(t, `${await serve(t, greeter())}/docs`);
  if (!opened) return;
  const { page, troubles } = opened;
  await page.locator("#operations-default-post_hello .opblock-summary-control").click();
  await page.locator("#operations-default-post_hello .opblock-body").waitFor();
  assert.equal(await page.getByRole("button", { name: "Try it out" }).count(), 0);
  await page.locator("#operations-default-get_hello .opblock-summary-control").click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await page.getByText('"said": "hello"').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  assert.deepEqual(troubles, []);
});
