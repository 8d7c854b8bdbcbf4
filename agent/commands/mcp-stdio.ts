import { openCluster } from "../systems/open-cluster.ts";
import type { World } from "../world.ts";
import { serveOnStdio } from "./serve-on-stdio.ts";

/**
 * `outpost mcp cluster`, for whoever starts it without a flag. All that a start needs is imported here at once: the
 * build makes one file of it, which shares nothing with the rest of the program.
 */
export function serveClusterOnStdio(world: World): Promise<number> {
  return serveOnStdio(world, openCluster);
}
