import type { Paraphrase } from "./cluster.paraphrases.ts";

/**
 * Other people's words: written after the parser, to see how far it carries. Placeholders as in
 * cluster.paraphrases.ts.
 */
const one = (say: string, tool: string, input: Record<string, unknown> = {}): Paraphrase => ({
  say,
  calls: [{ tool, input }],
});
const none = (say: string): Paraphrase => ({ say, calls: [] });
const ON = { filesystem: "{fs}" };

export const HELD_OUT: Paraphrase[] = [
  one("What filesystems does this cluster have?", "filesystem_list"),
  one("I'd like to see all the filesets on {fs}", "fileset_list", ON),
  one("can you list every fileset in {fs}?", "fileset_list", ON),
  one("gimme the filesets of {fs}", "fileset_list", ON),
  one("Are there any filesets on {fs} that aren't linked?", "fileset_list", {
    ...ON,
    status: "unlinked",
  }),
  one("how many filesets are on {fs}", "fileset_list", ON),
  one("where is fileset {n} linked on {fs}?", "fileset_get", { ...ON, fileset: "{n}" }),
  one("pull up the details for fileset {n} on {fs}", "fileset_get", { ...ON, fileset: "{n}" }),
  one("how much space is left on filesystem {fs}?", "storage_list", ON),
  one("is the filesystem {fs} nearly full?", "storage_list", ON),
  one("are all nodes up?", "node_list"),
  one("what's the state of node {node}", "node_list", { node: "{node}" }),
  one("is everything alright with the cluster?", "cluster_summary"),
  one("quick status please", "cluster_summary"),
  one("which release are we running", "cluster_info"),
  one("does fileset {n} on {fs} have snapshots?", "snapshot_list", { ...ON, fileset: "{n}" }),
  one("how big is the quota of {n} on {fs}", "quota_list", {
    ...ON,
    kind: "fileset",
    name: "{n}",
  }),
  one("quota for user {user} on {fs}", "quota_list", { ...ON, kind: "user", name: "{user}" }),
  one("print the active policy of filesystem {fs}", "policy_get", ON),
  one("what jobs are still running right now?", "job_list", { status: "running" }),
  one("did any job fail?", "job_list", { status: "failed" }),
  one("what became of job {job}?", "job_wait", { job_id: "{job}", seconds: 0 }),
  one("is job {job} finished yet", "job_wait", { job_id: "{job}", seconds: 0 }),
  one("please wait until job {job} has finished", "job_wait", { job_id: "{job}" }),
  one("cpu usage during the last 30 minutes", "perf_query", {
    query: "metrics cpu_user last 30 bucket_size 60",
  }),
  one("find the api endpoint for node classes", "endpoint_find", { words: "node classes" }),
  one("Set up a new fileset {n} on {fs}, 250 GB max", "fileset_create", {
    ...ON,
    fileset: "{n}",
    quota: "250G",
  }),
  one(
    "Would you please create me a fileset called {q} in filesystem {fs} with a quota of 2TB?",
    "fileset_create",
    {
      ...ON,
      fileset: "{q}",
      quota: "2T",
    },
  ),
  one("new fileset {n} on {fs}", "fileset_create", { ...ON, fileset: "{n}" }),
  one("create {n} as a fileset on {fs} but don't link it yet", "fileset_create", {
    ...ON,
    fileset: "{n}",
    link: false,
  }),
  one(
    'create the fileset {n} on {fs} with comment "team data" and a 1 TiB quota',
    "fileset_create",
    {
      ...ON,
      fileset: "{n}",
      comment: "team data",
      quota: "1T",
    },
  ),
  one("make a fileset on {fs} named {q} with half a terabyte of quota", "fileset_create", {
    ...ON,
    fileset: "{q}",
    quota: "0.5T",
  }),
  // "aside" is a word it cannot account for, so it rightly asks instead of linking.
  none("mount point aside, link {n} on {fs} under /gpfs/a/b"),
  one("detach the fileset {n} from {fs}", "fileset_unlink", { ...ON, fileset: "{n}" }),
  one("change the name of fileset {n} on {fs} to {m}", "fileset_update", {
    ...ON,
    fileset: "{n}",
    new_name: "{m}",
  }),
  one("bump the quota of {n} on {fs} up to 3 TB", "quota_set", { ...ON, name: "{n}", hard: "3T" }),
  one("{n} on {fs} needs a quota of 40 GB", "quota_set", { ...ON, name: "{n}", hard: "40G" }),
  one("change the quota of group {user} on {fs} from 1T to 2T", "quota_set", {
    ...ON,
    kind: "group",
    name: "{user}",
    hard: "2T",
  }),
  one("cap {n} on {fs} at 99 GiB, please", "quota_set", { ...ON, name: "{n}", hard: "99G" }),
  one("drop the quota on fileset {n} on {fs}", "quota_set", {
    ...ON,
    name: "{n}",
    hard: "0",
    soft: "0",
  }),
  one("could you snapshot {n} on {fs} and call it {s}?", "snapshot_create", {
    ...ON,
    fileset: "{n}",
    snapshot: "{s}",
  }),
  one("I want a snapshot {s} of fileset {n} on {fs}", "snapshot_create", {
    ...ON,
    fileset: "{n}",
    snapshot: "{s}",
  }),
  one("erase fileset {n} from filesystem {fs}", "fileset_delete", { ...ON, fileset: "{n}" }),
  one("Kindly remove the fileset named {q} from {fs}", "fileset_delete", { ...ON, fileset: "{q}" }),
  one("Delete {fs}/{n}", "fileset_delete", { ...ON, fileset: "{n}" }),
  one("throw away snapshot {s} of fileset {n} on {fs}", "snapshot_delete", {
    ...ON,
    fileset: "{n}",
    snapshots: ["{s}"],
  }),
  one("abort the job {job}", "job_cancel", { job_id: "{job}" }),
  one("show me the plan for deleting fileset {n} on {fs}", "fileset_delete", {
    ...ON,
    fileset: "{n}",
    plan: true,
  }),
  one("Delete {n} on {fs}, but only show me the plan", "fileset_delete", {
    ...ON,
    fileset: "{n}",
    plan: true,
  }),
  one("memory usage over the past day", "perf_query", {
    query: "metrics mem_memfree last 24 bucket_size 3600",
  }),
  one("show the jobs that failed", "job_list", { status: "failed" }),
  one("resize {n} on {fs} to 20G", "quota_set", { ...ON, name: "{n}", hard: "20G" }),
  one("make the quota of {n} on {fs} 5T", "quota_set", { ...ON, name: "{n}", hard: "5T" }),
  one("create fileset {n} on {fs} with 10,000 files", "fileset_create", {
    ...ON,
    fileset: "{n}",
    inode_space: "new",
    max_inodes: 10000,
  }),
  one("delete the snapshots {s},{t} of fileset {n} on {fs}", "snapshot_delete", {
    ...ON,
    fileset: "{n}",
    snapshots: ["{s}", "{t}"],
  }),
  one("delete the fileset a on {fs}", "fileset_delete", { ...ON, fileset: "a" }),
  none("create a fileset called a b on {fs}"),
  none("double the quota of {n} on {fs}"),
  none("increase the quota of {n} on {fs} by 5G"),
  none("delete a fileset on {fs}"),
  none("I'd rather not delete {n} on {fs}"),
  none("is there any reason to keep {n} on {fs} or can I delete it?"),
  none("don't you dare remove {n}"),
  none("make sure nobody deletes {n} on {fs}"),
  none("under no circumstances delete the fileset {n} on {fs}"),
  none("delete all snapshots of {n} on {fs}"),
  none("delete {n}, {m} and everything else on {fs}"),
  none("if {n} is empty, delete it"),
  none("why was {n} deleted?"),
  none("can filesets be deleted?"),
  none("would deleting {n} on {fs} hurt?"),
  none("delete the biggest fileset on {fs}"),
  none("after the backup, delete {n} on {fs}"),
  none("unlink nothing on {fs}"),
  none("clean up {fs}"),
];
