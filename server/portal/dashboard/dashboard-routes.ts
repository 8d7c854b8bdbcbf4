import { Hono } from "hono";
import { assetRoutes, versionOf } from "../../../tools/kit/web/asset-routes.ts";
import type { Views } from "../create-views.ts";
import type { skyCache } from "../tonight/sky.ts";
import type { TonightSources } from "../tonight/sources.ts";
import { ASSETS } from "./assets.ts";
import { createGather } from "./gather.ts";
import { page } from "./page.ts";
import { wishOf } from "./telescope-rows.ts";

/** `/` and the files that it loads. Share `skyOf` with the routes of tonight: a sky is computed once. */
export function dashboardRoutes(
  views: Views,
  sources: TonightSources,
  skyOf?: ReturnType<typeof skyCache>,
): Hono {
  const app = new Hono({ strict: false });
  const gather = createGather(views, sources, skyOf);
  const version = versionOf(...Object.values(ASSETS));
  app.get("/", async (context) => {
    const wish = wishOf(new URL(context.req.url).searchParams);
    return context.html(await page(await gather(), wish, `/dashboard/${version}`));
  });
  // Whoever shows an address without having read its page asks here.
  app.get("/favicon.ico", (context) =>
    context.body(ASSETS["icon.svg"] ?? "", 200, {
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=86400",
    }),
  );
  const files = Object.entries(ASSETS).map(([name, text]) => [name, () => text] as const);
  app.route("/", assetRoutes("/dashboard", version, Object.fromEntries(files)));
  return app;
}
