import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { suite, type TestContext, test } from "node:test";
import { z } from "zod";
import { HubError } from "../../tools/kit/errors.ts";
import { createPortal } from "./create-portal.ts";
import { openPortal } from "./open-portal.ts";
import { startPortal } from "./portal.fixture.ts";
import type { PortalSettings } from "./settings.ts";
import { serveFakePortal } from "./simulator/serve.ts";

const Account = z.object({ points_balance: z.number() });
const Tonight = z.object({ sites: z.array(z.unknown()), picks: z.array(z.unknown()) });
const TOKEN = "a token of sixteen or more";

async function served(t: TestContext, settings: PortalSettings = {}) {
  const serving = await openPortal({ port: 0, ...settings }).serve();
  t.after(serving.close);
  return serving;
}

async function refused(settings: PortalSettings): Promise<HubError> {
  const thrown: unknown = await openPortal(settings)
    .serve()
    .catch((error: unknown) => error);
  assert.ok(thrown instanceof HubError);
  return thrown;
}

suite("the wrapper, served", () => {
  test("over real sockets it signs in, reads the account and ranks tonight's targets", async (t) => {
    const fake = await serveFakePortal();
    t.after(fake.close);
    const account = { portalUrl: fake.url, username: "stargazer", password: "correct horse" };
    const portal = openPortal({ ...account, port: 0 }, { spacingMs: 0 });
    const { url, close } = await portal.serve();
    t.after(close);

    const get = async (path: string) => (await fetch(`${url}${path}`)).json();
    assert.equal(Account.parse(await get("/api/account")).points_balance, 1234.5);
    const tonight = Tonight.parse(await get("/api/tonight"));
    assert.equal(tonight.sites.length, 6);
    assert.ok(tonight.picks.length > 0);
    assert.equal((await fetch(`${url}/api/account`, { method: "POST" })).status, 405);
  });

  test("X4 it listens on loopback unless told otherwise", async (t) => {
    assert.match((await served(t)).url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.match((await served(t, { host: "::1" })).url, /^http:\/\/\[::1\]:\d+$/);
  });

  test("off loopback it takes TLS in front and a token, in so many words", async () => {
    const bare = await refused({ host: "0.0.0.0", port: 0 });
    assert.equal(bare.problem, "not-allowed");
    assert.match(bare.advice ?? "", /OUTPOST_TLS_IN_FRONT/);
    const open = await refused({ host: "0.0.0.0", port: 0, tlsInFront: true });
    assert.match(open.advice ?? "", /PORTAL_TOKEN/);
  });

  test("a port that is in use is said to be, with what to do", async (t) => {
    const { url } = await served(t);
    const error = await refused({ port: Number(new URL(url).port) });
    assert.equal(error.problem, "unavailable");
    assert.match(error.message, /listens on 127\.0\.0\.1:\d+ already/);
    assert.match(error.advice ?? "", /--port/);
  });

  test("what is under way at the end is still answered", async () => {
    let entered = () => {};
    const isIn = new Promise<void>((resolve) => {
      entered = resolve;
    });
    let finish = () => {};
    const go = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const portal = createPortal({ port: 0 }, {}, (app) => {
      app.get("/slow", async (context) => {
        entered();
        await go;
        return context.text("done");
      });
    });
    const { url, close } = await portal.serve();
    const answer = fetch(`${url}/slow`);
    await isIn;
    const closed = close();
    await assert.rejects(fetch(`${url}/api/health`));
    finish();
    assert.equal(await (await answer).text(), "done");
    await closed;
  });
});

suite("callers of the wrapper", () => {
  const basic = (password: string) => `Basic ${Buffer.from(`any:${password}`).toString("base64")}`;

  test("with a token set, every route asks for it: as a bearer, or as a browser's password", async () => {
    const { get } = startPortal({}, { token: TOKEN });
    for (const path of ["/api/health", "/openapi.json", "/nothing"])
      for (const authorization of [undefined, "Bearer wrong", basic("wrong"), TOKEN, "Bearer "]) {
        const headers = authorization === undefined ? {} : { authorization };
        const answer = await get(path, { headers });
        assert.deepEqual([answer.status, answer.body.code], [401, "unauthorized"]);
        assert.match(answer.headers.get("www-authenticate") ?? "", /Bearer.*Basic/);
      }
    for (const authorization of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`, basic(TOKEN)])
      assert.equal((await get("/api/health", { headers: { authorization } })).status, 200);
  });

  test("a page elsewhere is refused before it learns that there is a token, and a POST before that", async () => {
    const { get } = startPortal({}, { token: TOKEN });
    assert.equal((await get("/api/health", { headers: { host: "evil.test" } })).status, 403);
    assert.equal((await get("/api/health", { headers: { origin: "https://evil" } })).status, 403);
    assert.equal((await get("/api/health", { method: "POST" })).status, 405);
  });

  test("behind TLS on all addresses any name serves, and a page only its own", async () => {
    const { get } = startPortal({}, { token: TOKEN, tlsInFront: true, host: "0.0.0.0" });
    const ask = (headers: Record<string, string>) =>
      get("/api/health", {
        headers: { authorization: basic(TOKEN), host: "sky.example", ...headers },
      });
    assert.equal((await ask({})).status, 200);
    assert.equal((await ask({ origin: "https://sky.example" })).status, 200);
    assert.equal((await ask({ origin: "https://other.example" })).status, 403);
    assert.equal((await ask({ authorization: "" })).status, 401);
  });

  test("every answer has a number of its own", async () => {
    const { get } = startPortal();
    const numbers = await Promise.all(
      ["/api/health", "/api/health", "/nothing"].map(async (path) =>
        (await get(path)).headers.get("x-request-id"),
      ),
    );
    assert.equal(new Set(numbers).size, 3);
    assert.ok(numbers.every((number) => /^[0-9a-f-]{36}$/.test(number ?? "")));
  });

  test("the roster is filtered by site, by words and by what is active", async () => {
    const { get } = startPortal();
    const tids = async (query: string): Promise<string[]> =>
      (await get(`/api/telescopes?${query}`)).body.telescopes.map(
        ({ tid }: { tid: string }) => tid,
      );
    assert.deepEqual(await tids("site=sso"), ["T1", "T2"]);
    assert.deepEqual(await tids("site=SPA&q=refractor"), ["T10"]);
    assert.deepEqual(await tids("active=false"), ["T8"]);
    assert.deepEqual(await tids("q=sii"), ["T5"]);
    assert.deepEqual(await tids("q=nothing+like+it"), []);
    assert.equal((await get("/api/telescopes?site=XXX")).status, 404);
    assert.equal((await get("/api/telescopes?active=perhaps")).status, 400);
  });
});

test("a connection over which nothing was asked yet does not hold up the end", async (t) => {
  const { serve } = openPortal({ port: 0 }, {});
  const { url, close } = await serve();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  await once(socket, "connect");
  // The server knows of the connection once it has answered another.
  await (await fetch(`${url}/api/health`)).text();
  const before = performance.now();
  await close();
  assert.ok(performance.now() - before < 1000);
});
