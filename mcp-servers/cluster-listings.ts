import { type ClusterClient, clusterTools } from "../tools/cluster/index.ts";
import { absentSystem } from "./absent-system.ts";
import { listingOf, type ToolListing } from "./served-tool.ts";

/** How the cluster's tools are listed. The build replaces this module by its result. */
export const clusterListings: readonly ToolListing[] = clusterTools(
  absentSystem<ClusterClient>("the cluster"),
).map(listingOf);
