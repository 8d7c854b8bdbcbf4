/**
 * What people say about a storage cluster, and the first call each sentence must lead to. Sentences that must lead
 * to no call at all carry `calls: []`. Placeholders are filled by the test from a seeded generator:
 * {a} a fileset, often one that looks like a keyword · {q} one that may be any word at all · {n} {m} ordinary filesets · {fs} a filesystem ·
 * {s} {t} snapshots · {node} a node · {user} a user · {job} a job id.
 */
export type Paraphrase = { say: string; calls: { tool: string; input: Record<string, unknown> }[] };

const one = (say: string, tool: string, input: Record<string, unknown> = {}): Paraphrase => ({
  say,
  calls: [{ tool, input }],
});
const none = (say: string): Paraphrase => ({ say, calls: [] });

const ON = { filesystem: "{fs}" };

export const LOOKING: Paraphrase[] = [
  one("list the filesystems", "filesystem_list"),
  one("Which file systems are there?", "filesystem_list"),
  one("show me the filesystem {fs}", "filesystem_list", ON),
  one("list the filesets of {fs}", "fileset_list", ON),
  one("What filesets do we have on {fs}?", "fileset_list", ON),
  one("show all unlinked filesets on {fs}", "fileset_list", { ...ON, status: "unlinked" }),
  one("which filesets on {fs} are not linked?", "fileset_list", { ...ON, status: "unlinked" }),
  one("filesets on {fs} with {n} in their name", "fileset_list", { ...ON, name_contains: "{n}" }),
  one("list filesets named like '{q}' in {fs}", "fileset_list", { ...ON, name_contains: "{q}" }),
  one("show the fileset called {q} on {fs}", "fileset_get", { ...ON, fileset: "{q}" }),
  one("tell me about fileset {n} on {fs}", "fileset_get", { ...ON, fileset: "{n}" }),
  one("details of “{q}” on {fs}, please", "fileset_get", { ...ON, fileset: "{q}" }),
  one("how full is the filesystem {fs}?", "storage_list", ON),
  one("pool capacity of {fs}", "storage_list", ON),
  one("show the storage pools", "storage_list"),
  one("list the disks", "storage_list"),
  one("list the nodes and their health", "node_list"),
  one("is node {node} healthy?", "node_list", { node: "{node}" }),
  one("what node classes are there", "node_list", { classes: true }),
  one("how's the cluster doing?", "cluster_summary"),
  one("give me an overview", "cluster_summary"),
  one("what are the problems?", "cluster_summary"),
  one("show me the 2 problems", "cluster_summary"),
  one("what version does the cluster run?", "cluster_info"),
  one("snapshots of the filesystem {fs}", "snapshot_list", ON),
  one("which snapshots does the fileset {a} on {fs} have?", "snapshot_list", {
    ...ON,
    fileset: "{a}",
  }),
  one("list {n}'s snapshots on {fs}", "snapshot_list", { ...ON, fileset: "{n}" }),
  one("what are the oldest snapshots?", "cluster_summary"),
  one("which filesets are the largest", "cluster_summary"),
  one("show the quotas on {fs}", "quota_list", ON),
  one("what is the quota of fileset {a} on {fs}?", "quota_list", {
    ...ON,
    kind: "fileset",
    name: "{a}",
  }),
  one("user quotas of {fs}", "quota_list", { ...ON, kind: "user" }),
  one("show me the default quotas of {fs}", "quota_list", { ...ON, show: "defaults" }),
  one("what policy is installed on {fs}?", "policy_get", ON),
  one("show the jobs", "job_list"),
  one("which jobs are running?", "job_list", { status: "running" }),
  one("any failed jobs?", "job_list", { status: "failed" }),
  one("show job {job}", "job_wait", { job_id: "{job}", seconds: 0 }),
  one("wait for job {job}", "job_wait", { job_id: "{job}" }),
  one("wait up to 2 minutes for job {job}", "job_wait", { job_id: "{job}", seconds: 120 }),
  one("how much memory was free over the last hour?", "perf_query", {
    query: "metrics mem_memfree last 12 bucket_size 300",
  }),
  one("is there an endpoint for remote mounts?", "endpoint_find", { words: "remote mounts" }),
  one("GET /nodeclasses", "endpoint_read", { path: "/nodeclasses" }),
];

export const CHANGING: Paraphrase[] = [
  one("create a fileset called {q} on {fs} with a 10 GiB quota", "fileset_create", {
    ...ON,
    fileset: "{q}",
    quota: "10G",
  }),
  one("Please create fileset {a} in {fs}", "fileset_create", { ...ON, fileset: "{a}" }),
  one("could you make a new fileset named '{q}' on {fs}?", "fileset_create", {
    ...ON,
    fileset: "{q}",
  }),
  one("creat a fileset {n} on {fs} limited to ten gigabytes", "fileset_create", {
    ...ON,
    fileset: "{n}",
    quota: "10G",
  }),
  one("On {fs}, create a 1.5TB fileset called {q}", "fileset_create", {
    ...ON,
    fileset: "{q}",
    quota: "1.5T",
  }),
  one("create a fileset called {q} on {fs} without linking it", "fileset_create", {
    ...ON,
    fileset: "{q}",
    link: false,
  }),
  one(
    "create an independent fileset {n} on {fs} at /gpfs/x/y with comment 'for the lab'",
    "fileset_create",
    {
      ...ON,
      fileset: "{n}",
      inode_space: "new",
      path: "/gpfs/x/y",
      comment: "for the lab",
    },
  ),
  one("add a fileset {n} to {fs} with quota 500 MB and a soft quota of 400 MB", "fileset_create", {
    ...ON,
    fileset: "{n}",
    quota: "500M",
    soft_quota: "400M",
  }),
  one("I need a fileset called {q} on filesystem {fs}", "fileset_create", {
    ...ON,
    fileset: "{q}",
  }),
  one("link the fileset {a} on {fs}", "fileset_link", { ...ON, fileset: "{a}" }),
  one("link {n} on {fs} at /gpfs/{fs}/there", "fileset_link", {
    ...ON,
    fileset: "{n}",
    path: "/gpfs/{fs}/there",
  }),
  one("unlink fileset {a} on {fs}", "fileset_unlink", { ...ON, fileset: "{a}" }),
  one("please unlink {n} from {fs}", "fileset_unlink", { ...ON, fileset: "{n}" }),
  one("rename the fileset {n} on {fs} to {a}", "fileset_update", {
    ...ON,
    fileset: "{n}",
    new_name: "{a}",
  }),
  one("set the comment of {n} on {fs} to 'nightly builds'", "fileset_update", {
    ...ON,
    fileset: "{n}",
    comment: "nightly builds",
  }),
  one("set the quota of {n} on {fs} to 20G", "quota_set", { ...ON, name: "{n}", hard: "20G" }),
  one("raise {n}'s quota on {fs} to 2 terabytes", "quota_set", { ...ON, name: "{n}", hard: "2T" }),
  one("limit fileset {a} on {fs} to 750 GiB", "quota_set", { ...ON, name: "{a}", hard: "750G" }),
  one("lower the soft quota of {n} on {fs} to 100 megabytes", "quota_set", {
    ...ON,
    name: "{n}",
    soft: "100M",
  }),
  one("give {n} on {fs} a quota of 5 TiB", "quota_set", { ...ON, name: "{n}", hard: "5T" }),
  one("set a quota of 50 gigs for user {user} on {fs}", "quota_set", {
    ...ON,
    kind: "user",
    name: "{user}",
    hard: "50G",
  }),
  one("remove the quota of {n} on {fs}", "quota_set", { ...ON, name: "{n}", hard: "0", soft: "0" }),
  one("take a snapshot of {n} on {fs} called {s}", "snapshot_create", {
    ...ON,
    fileset: "{n}",
    snapshot: "{s}",
  }),
  one("make a snapshot named {s} of the filesystem {fs}", "snapshot_create", {
    ...ON,
    snapshot: "{s}",
  }),
  one("snapshot fileset {a} on {fs} as {s}", "snapshot_create", {
    ...ON,
    fileset: "{a}",
    snapshot: "{s}",
  }),
];

export const DESTROYING: Paraphrase[] = [
  one("delete the fileset {a} on {fs}", "fileset_delete", { ...ON, fileset: "{a}" }),
  one("delete {n} on {fs}", "fileset_delete", { ...ON, fileset: "{n}" }),
  one("delte the fileset called {q} on {fs}, please", "fileset_delete", { ...ON, fileset: "{q}" }),
  one("Please get rid of the fileset '{q}' on {fs}.", "fileset_delete", { ...ON, fileset: "{q}" }),
  one("delete snapshot {s} of {n} on {fs}", "snapshot_delete", {
    ...ON,
    fileset: "{n}",
    snapshots: ["{s}"],
  }),
  one("remove the snapshots {s} and {t} of fileset {a} on {fs}", "snapshot_delete", {
    ...ON,
    fileset: "{a}",
    snapshots: ["{s}", "{t}"],
  }),
  one("delete the snapshot {s} of filesystem {fs}", "snapshot_delete", {
    ...ON,
    snapshots: ["{s}"],
  }),
  one("cancel job {job}", "job_cancel", { job_id: "{job}" }),
  one("set the policy of {fs} to \"RULE 'p' SET POOL 'system'\"", "policy_set", {
    ...ON,
    policy: "RULE 'p' SET POOL 'system'",
  }),
  one("what would happen if I deleted the fileset {a} on {fs}?", "fileset_delete", {
    ...ON,
    fileset: "{a}",
    plan: true,
  }),
  one("dry run: delete {n} on {fs}", "fileset_delete", { ...ON, fileset: "{n}", plan: true }),
  one("create a fileset called {q} on {fs}, plan only", "fileset_create", {
    ...ON,
    fileset: "{q}",
    plan: true,
  }),
];

/** Negated, doubtful, hypothetical or incomplete: nothing may be called, not even a read. */
export const HOLDING_BACK: Paraphrase[] = [
  none("don't delete {n}"),
  none("Do not delete the fileset {a} on {fs}!"),
  none("please don’t touch {n} on {fs}"),
  none("never delete anything on {fs}"),
  none("should I delete {n} on {fs}?"),
  none("Is it safe to delete {n} on {fs}?"),
  none("delete it"),
  none("delete everything"),
  none("delete all the filesets on {fs}"),
  none("delete {n} or {m} on {fs}"),
  none("how do I delete a fileset?"),
  none("what happens when a fileset is deleted?"),
  none("never mind"),
  none("I am not sure whether to unlink {n} on {fs}"),
  none("delete {n} on {fs}? no, wait"),
  none("I might delete {n} on {fs} tomorrow"),
  none("delete the fileset on {fs}, or rather don't"),
  none("delete {n} on {fs} unless someone uses it"),
  none("who deleted {n} on {fs}?"),
  none("delete {n} on {fs}?"),
  none("do not create a fileset called {q} on {fs}"),
  none("please leave the quota of {n} on {fs} alone, don't set it to 10G"),
  none("stop, don't cancel job {job}"),
  none("don't list the filesets of {fs}"),
  none("remove all quotas on {fs}"),
  none("delete fs1"),
  none("she said: delete {n} on {fs}"),
  none("delete the old snapshots of {n} on {fs}"),
  none("set the quota of {n} on {fs} to something bigger"),
  none("do something with {n}"),
];
