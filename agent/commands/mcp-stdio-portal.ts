import { openPortalTools } from "../systems/open-portal-tools.ts";
import type { World } from "../world.ts";
import { serveOnStdio } from "./serve-on-stdio.ts";

/** `outpost mcp portal` without a flag: a file of its own, as that of the cluster. */
export function servePortalOnStdio(world: World): Promise<number> {
  return serveOnStdio(world, openPortalTools);
}
