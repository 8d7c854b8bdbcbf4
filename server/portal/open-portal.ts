import { createPortal, type Portal } from "./create-portal.ts";
import type { World } from "./create-views.ts";
import type { PortalSettings } from "./settings.ts";
import { tonightRoutes } from "./tonight/routes.ts";
import { sourcesOf } from "./tonight/sources.ts";

/** The whole wrapper, as `outpost portal` serves it: the API and everything that stands on it. */
export function openPortal(settings: PortalSettings, world: World = {}): Portal {
  const now = world.now ?? Date.now;
  return createPortal(settings, world, (app, views) => {
    app.route("/", tonightRoutes(sourcesOf(views, settings.targetsFile, () => new Date(now()))));
  });
}
