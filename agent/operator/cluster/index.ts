import type { System } from "../card.ts";
import { AGAIN, loosely } from "./again.ts";
import { CLUSTER_READS } from "./cluster-reads.ts";
import { FILESET_WRITES } from "./filesets.ts";
import { LOOKUPS } from "./lookups.ts";
import { OTHER_WRITES } from "./other-writes.ts";
import { QUOTA_READS } from "./quota-reads.ts";
import { QUOTA_WRITES } from "./quotas.ts";
import { SNAPSHOT_WRITES } from "./snapshots.ts";
import { STORAGE_READS } from "./storage-reads.ts";
import { isSubject, LEXICON, NAMEABLE, OTHERS, RULES } from "./words.ts";

/** The storage cluster, as the operator knows it. */
export const CLUSTER: System = {
  name: "cluster",
  lexicon: LEXICON,
  rules: RULES,
  others: OTHERS,
  nameable: NAMEABLE,
  isSubject,
  again: AGAIN,
  loosely,
  typical: [
    "how is the cluster?",
    "list the filesets of fs1",
    "create a fileset called projects on fs1 with a 10 GiB quota",
    "set the quota of projects on fs1 to 20 GiB",
    "take a snapshot of projects on fs1 called before-upgrade",
    "delete the fileset projects on fs1",
  ],
  absent: "`outpost setup cluster` connects one, `outpost doctor` says what is wrong.",
  cards: [
    ...STORAGE_READS,
    ...QUOTA_READS,
    ...CLUSTER_READS,
    ...LOOKUPS,
    ...FILESET_WRITES,
    ...QUOTA_WRITES,
    ...SNAPSHOT_WRITES,
    ...OTHER_WRITES,
  ],
  tools: {
    cluster_summary: "reads",
    cluster_info: "reads",
    node_list: "reads",
    storage_list: "reads",
    filesystem_list: "reads",
    fileset_list: "reads",
    fileset_get: "reads",
    snapshot_list: "reads",
    quota_list: "reads",
    policy_get: "reads",
    job_list: "reads",
    job_wait: "reads",
    perf_query: "reads",
    endpoint_find: "reads",
    endpoint_read: "reads",
    fileset_create: "changes",
    fileset_update: "changes",
    fileset_link: "changes",
    fileset_unlink: "changes",
    snapshot_create: "changes",
    quota_set: "changes",
    endpoint_call: "changes",
    fileset_delete: "destroys",
    snapshot_delete: "destroys",
    policy_set: "destroys",
    job_cancel: "destroys",
  },
};
