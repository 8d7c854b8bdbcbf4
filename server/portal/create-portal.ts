import { type Context, Hono } from "hono";
import { siteOf, telescopeId } from "../../tools/portal/contract.ts";
import { checkQuery } from "./check-query.ts";
import { createViews, type Views, type World } from "./create-views.ts";
import { badTelescope, PortalFailure, unknownSite } from "./failure.ts";
import { checkCaller, createCallerLimit, protect, tokenCheck } from "./local-safety.ts";
import { openApi } from "./openapi.ts";
import { type ServedPortal, servePortal } from "./serve-portal.ts";
import type { PortalSettings } from "./settings.ts";

export type Portal = {
  fetch: (request: Request) => Promise<Response>;
  views: Views;
  /** At the address of the settings; port 0 takes a free one. Rejects with HubError. */
  serve: () => Promise<ServedPortal>;
};

/**
 * The read-only wrapper. `extend` adds further pages; they come under the same rules for callers. `limit` throws
 * where a caller has asked too often for what reaches beyond this machine.
 */
export function createPortal(
  settings: PortalSettings,
  world: World = {},
  extend: (app: Hono, views: Views, limit: () => void) => void = () => undefined,
): Portal {
  const views = createViews(settings, world);
  const app = new Hono({ strict: false });
  const limit = createCallerLimit(120, world.now ?? Date.now);
  extend(app, views, limit);
  addRoutes(app, views, limit);
  app.notFound((context) => {
    const detail = "What there is stands at /docs, and for programs at /openapi.json.";
    const nothing = "There is nothing at this address.";
    return refuse(context, new PortalFailure("not_found", nothing, { detail }));
  });
  app.onError((thrown, context) => refuse(context, PortalFailure.from(thrown)));
  const { settings: set } = views;
  const border = { ...set, hasToken: tokenCheck(set.token) };
  const fetch = async (request: Request) => {
    try {
      checkCaller(request, border);
      if (request.url.includes("?")) checkQuery(new URL(request.url));
      return protect(await app.fetch(request));
    } catch (thrown) {
      return protect(answerOf(PortalFailure.from(thrown)));
    }
  };
  return { fetch, views, serve: () => servePortal(fetch, set) };
}

function addRoutes(app: Hono, views: Views, limit: () => void): void {
  const refresh = (context: Context) => {
    const wish = context.req.query("refresh");
    if (wish === undefined) return false;
    if (wish !== "1") throw new PortalFailure("bad_request", "refresh is 1, or left out.");
    limit();
    return true;
  };
  app.get("/api/health", (context) => context.json(views.health()));
  let described: object | undefined;
  app.get("/openapi.json", (context) => {
    described ??= openApi(views.settings.version);
    return context.json(described);
  });
  app.get("/api/account", async (context) => context.json(await views.account(refresh(context))));
  app.get("/api/plans", async (context) => context.json(await views.plans(refresh(context))));
  app.get("/api/telescopes", (context) => {
    const { site, q, active } = context.req.query();
    return context.json(views.telescopes({ site, q, active }));
  });
  app.get("/api/weather", async (context) => context.json(await views.weather(refresh(context))));
  app.get("/api/weather/:site", async (context) => {
    const site = siteOf(context.req.param("site"));
    if (!site) throw unknownSite();
    return context.json(await views.siteWeather(site, refresh(context)));
  });
  app.get("/api/scope/:tid/status", async (context) => {
    // As it was sent: an encoded name is none.
    const tid = telescopeId(new URL(context.req.url).pathname.split("/")[3] ?? "");
    if (tid === undefined) throw badTelescope();
    return context.json(await views.scopeStatus(tid, limit));
  });
  app.get("/api/reservations", async (context) => {
    return context.json(await views.reservations(refresh(context)));
  });
  app.get("/api/raw", async (context) => {
    const [path, ...more] = context.req.queries("path") ?? [];
    if (path === undefined || more.length > 0)
      throw new PortalFailure("bad_path", "Give one path, such as ?path=/Launchpad.aspx.");
    limit();
    return context.json(await views.raw(path));
  });
}

const CHALLENGE =
  'Bearer realm="outpost portal", Basic realm="outpost portal: any name, the token"';

const refuse = (_context: Context, failure: PortalFailure) => answerOf(failure);

function answerOf(failure: PortalFailure): Response {
  const headers = new Headers();
  const { retryAfterSeconds } = failure;
  if (retryAfterSeconds !== undefined) headers.set("retry-after", String(retryAfterSeconds));
  if (failure.code === "method_not_allowed") headers.set("allow", "GET, HEAD");
  if (failure.code === "unauthorized") headers.set("www-authenticate", CHALLENGE);
  return Response.json(failure.body(), { status: failure.status, headers });
}
