import { type ClusterClient, clusterTools } from "../tools/cluster/index.ts";
import { listingOf, type ToolListing } from "./served-tool.ts";

/** How the cluster's tools are listed. The build replaces this module by its result. */
export const clusterListings: readonly ToolListing[] = clusterTools(absent()).map(listingOf);

/** A list needs no cluster; a tool that reached for one while it is made would be a bug. */
function absent(): ClusterClient {
  return new Proxy({} as ClusterClient, {
    // A tool may keep a method for later; using it here is the bug.
    get: (_, member) => () => {
      throw new Error(`the listing of a tool asked for the cluster's ${String(member)}`);
    },
  });
}
