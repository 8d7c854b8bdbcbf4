import { type ClusterClient, clusterTools } from "../tools/cluster/index.ts";
import { listingOf, type ToolListing } from "./served-tool.ts";

/** How the cluster's tools are listed. The build replaces this module by its result. */
export const clusterListings: readonly ToolListing[] = clusterTools(absent()).map(listingOf);

/** A list needs no cluster; a tool that asked it something while it is made would be a bug. */
function absent(): ClusterClient {
  const asked = (member: string | symbol) => () => {
    throw new Error(`the listing of a tool called ${String(member)} of the cluster`);
  };
  return new Proxy({} as ClusterClient, { get: (_, member) => asked(member) }); // as: nothing of it is used
}
