import type { Tool } from "../kit/define-tool.ts";
import type { ClusterClient } from "./client.ts";
import { filesetCreate } from "./tools/fileset-create.ts";
import { filesystemList } from "./tools/filesystem-list.ts";

export { type ClusterClient, type ClusterWorld, createClusterClient } from "./client.ts";
export type { ClusterSettings } from "./settings.ts";

/** Every tool of the cluster, in the order in which a person would look for them. Gates decide which are listed. */
export function clusterTools(cluster: ClusterClient): Tool[] {
  return [filesystemList(cluster), filesetCreate(cluster)];
}
