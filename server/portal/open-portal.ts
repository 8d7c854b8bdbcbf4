import { docsPage } from "../../tools/kit/web/docs-page.ts";
import { createPortal, type Portal } from "./create-portal.ts";
import type { World } from "./create-views.ts";
import { dashboardRoutes } from "./dashboard/dashboard-routes.ts";
import type { PortalSettings } from "./settings.ts";
import { tonightRoutes } from "./tonight/routes.ts";
import { skyCache } from "./tonight/sky.ts";
import { sourcesOf } from "./tonight/sources.ts";

/** The whole wrapper, as `outpost portal` serves it: the API and everything that stands on it. */
export function openPortal(settings: PortalSettings, world: World = {}): Portal {
  const now = world.now ?? Date.now;
  return createPortal(settings, world, (app, views, limit) => {
    const sources = sourcesOf(views, settings.targetsFile, () => new Date(now()), { limit });
    const skyOf = skyCache();
    app.route("/", tonightRoutes(sources, skyOf));
    app.route("/", dashboardRoutes(views, sources, skyOf));
    app.route("/", docsPage({ title: "The telescope portal's API", openApiUrl: "/openapi.json" }));
  });
}
