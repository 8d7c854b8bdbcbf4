import type { Tool } from "../kit/define-tool.ts";
import type { ClusterClient } from "./client.ts";
import { clusterInfo } from "./tools/cluster-info.ts";
import { clusterSummary } from "./tools/cluster-summary.ts";
import { endpointCall } from "./tools/endpoint-call.ts";
import { endpointFind } from "./tools/endpoint-find.ts";
import { endpointRead } from "./tools/endpoint-read.ts";
import { filesetCreate } from "./tools/fileset-create.ts";
import { filesetDelete } from "./tools/fileset-delete.ts";
import { filesetGet } from "./tools/fileset-get.ts";
import { filesetLink } from "./tools/fileset-link.ts";
import { filesetList } from "./tools/fileset-list.ts";
import { filesetUnlink } from "./tools/fileset-unlink.ts";
import { filesetUpdate } from "./tools/fileset-update.ts";
import { filesystemList } from "./tools/filesystem-list.ts";
import { jobCancel } from "./tools/job-cancel.ts";
import { jobList } from "./tools/job-list.ts";
import { jobWait } from "./tools/job-wait.ts";
import { nodeList } from "./tools/node-list.ts";
import { perfQuery } from "./tools/perf-query.ts";
import { policyGet } from "./tools/policy-get.ts";
import { policySet } from "./tools/policy-set.ts";
import { quotaList } from "./tools/quota-list.ts";
import { quotaSet } from "./tools/quota-set.ts";
import { snapshotCreate } from "./tools/snapshot-create.ts";
import { snapshotDelete } from "./tools/snapshot-delete.ts";
import { snapshotList } from "./tools/snapshot-list.ts";
import { storageList } from "./tools/storage-list.ts";

export type { ClusterClient } from "./client.ts";

/** Every tool of the cluster, in the order in which a person would look for them. Gates decide which are listed. */
export function clusterTools(cluster: ClusterClient): Tool[] {
  return [
    clusterSummary(cluster),
    clusterInfo(cluster),
    nodeList(cluster),
    storageList(cluster),
    filesystemList(cluster),
    filesetList(cluster),
    filesetGet(cluster),
    snapshotList(cluster),
    quotaList(cluster),
    policyGet(cluster),
    jobList(cluster),
    jobWait(cluster),
    perfQuery(cluster),
    endpointFind(cluster),
    endpointRead(cluster),
    filesetCreate(cluster),
    filesetUpdate(cluster),
    filesetLink(cluster),
    filesetUnlink(cluster),
    snapshotCreate(cluster),
    quotaSet(cluster),
    endpointCall(cluster),
    filesetDelete(cluster),
    snapshotDelete(cluster),
    policySet(cluster),
    jobCancel(cluster),
  ];
}
