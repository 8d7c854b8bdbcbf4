import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { createPortal } from "./create-portal.ts";
import { serveFakePortal } from "./simulator/serve.ts";
import { tonightRoutes } from "./tonight/routes.ts";
import { sourcesOf } from "./tonight/sources.ts";

const Account = z.object({ points_balance: z.number() });
const Tonight = z.object({ sites: z.array(z.unknown()), picks: z.array(z.unknown()) });

test("over real sockets the wrapper signs in, reads the account and ranks tonight's targets", async (t) => {
  const fake = await serveFakePortal();
  t.after(fake.close);
  const settings = {
    portalUrl: fake.url,
    username: "stargazer",
    password: "correct horse",
    port: 0,
  };
  const portal = createPortal(settings, { spacingMs: 0 }, (app, views) => {
    app.route("/", tonightRoutes(sourcesOf(views, undefined)));
  });
  const { url, close } = await portal.serve();
  t.after(close);

  const get = async (path: string) => (await fetch(`${url}${path}`)).json();
  assert.equal(Account.parse(await get("/api/account")).points_balance, 1234.5);
  const tonight = Tonight.parse(await get("/api/tonight"));
  assert.equal(tonight.sites.length, 6);
  assert.ok(tonight.picks.length > 0);
  assert.equal((await fetch(`${url}/api/account`, { method: "POST" })).status, 405);
});
