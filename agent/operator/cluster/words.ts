import type { Lexicon } from "../lexicon.ts";
import type { Rules } from "../pattern.ts";

const list = (words: string) => words.split(" ");

/** The words of a storage cluster. */
export const LEXICON: Lexicon = {
  show: {
    say: [
      ...list(
        "show list display give get print tell view see check describe inspect enumerate fetch read find",
      ),
      "look at",
      "look up",
      "bring up",
      "pull up",
    ],
    typo: true,
  },
  create: {
    say: [...list("create make add build provision"), "set up", "spin up"],
    also: list("creating making adding building created made added"),
    typo: true,
    orders: true,
  },
  delete: {
    say: [...list("delete remove erase destroy drop purge"), "get rid of", "throw away"],
    also: list(
      "deleting removing erasing destroying dropping purging deleted removed erased destroyed dropped purged",
    ),
    typo: true,
    orders: true,
  },
  link: { say: list("link attach"), also: list("linking linked attaching attached"), typo: true },
  unlink: {
    say: list("unlink detach disconnect"),
    also: list("unlinking unlinked detaching detached"),
    typo: true,
  },
  rename: { say: ["rename"], also: list("renaming renamed"), typo: true, orders: true },
  set: {
    say: list("set change adjust modify update put make"),
    also: list("setting changing adjusting changed adjusted"),
    typo: true,
  },
  alter: {
    say: [
      ...list(
        "raise increase grow extend expand bump enlarge resize lower reduce decrease shrink cut",
      ),
      "turn up",
      "bump up",
      "bring down",
    ],
    also: list(
      "raising increasing growing extending lowering reducing decreasing shrinking raised increased lowered reduced",
    ),
    typo: true,
    orders: true,
  },
  limit: {
    say: list("limit cap restrict"),
    also: list("limiting capping restricting limited capped restricted"),
    typo: true,
  },
  grant: {
    say: list("give grant allow assign allot"),
    also: list("giving granting allowing gave granted allowed"),
    typo: true,
  },
  take: {
    say: list("take make create do grab"),
    also: list("taking making creating took made created"),
    typo: true,
  },
  cancel: {
    say: list("cancel abort kill stop terminate"),
    also: list(
      "cancelling canceling aborting killing stopping cancelled canceled aborted killed stopped",
    ),
    typo: true,
    orders: true,
  },
  install: {
    say: list("install replace apply"),
    also: list("installing replacing applying installed replaced applied"),
    typo: true,
    orders: true,
  },
  wait: {
    say: ["wait for", "wait on", "wait until", "follow", "watch", "await", "keep an eye on"],
    typo: true,
  },
  // Words that order something the operator has no card for: only here so that they hold a sentence back.
  other: {
    say: list(
      "touch wipe empty format truncate restore revoke reboot restart shutdown move clear clean double halve triple reset shut mount unmount",
    ),
    also: list("wiping wiped emptied formatted moved moving clearing cleared"),
    orders: true,
  },

  filesystem: { say: ["filesystem", "file system", "file-system", "fs"], typo: true },
  filesystems: { say: ["filesystems", "file systems", "file-systems"], typo: true },
  fileset: { say: ["fileset", "file set", "file-set"], typo: true },
  filesets: { say: ["filesets", "file sets", "file-sets"], typo: true },
  snapshot: { say: ["snapshot", "snap", "snap shot"], typo: true },
  snapshots: { say: ["snapshots", "snaps", "snap shots"], typo: true },
  quota: { say: ["quota", "limit", "quota limit", "size limit"], typo: true },
  quotas: { say: ["quotas", "limits"], typo: true },
  pools: { say: ["pools", "pool", "storage pools", "storage pool"], typo: true },
  disks: { say: ["disks", "nsds", "network shared disks", "network-shared disks", "drives"] },
  disk: { say: ["disk", "nsd", "drive"] },
  nodes: { say: ["nodes", "servers", "hosts", "machines"] },
  node: { say: ["node", "server", "host", "machine"] },
  policy: {
    say: ["policy", "policies", "policy rules", "placement policy", "placement rules", "rules"],
    typo: true,
  },
  jobs: { say: ["jobs", "tasks", "operations"] },
  job: { say: ["job", "task", "operation"] },
  "cluster-status": {
    say: ["status", "cluster status", "health", "overview", "summary", "dashboard"],
  },
  number: { say: list("two three four five six seven eight nine ten 2 3 4 5 6 7 8 9 10 20 top") },
  endpoint: {
    say: [
      "endpoint",
      "endpoints",
      "api endpoint",
      "api call",
      "rest call",
      "api",
      "route",
      "request",
    ],
  },
  called: {
    say: [
      "called",
      "named",
      "name",
      "with name",
      "with the name",
      "by the name of",
      "call it",
      "titled",
    ],
  },
};

/** Real words near a keyword ("remote" is no "remove"), and words that are never an unannounced name. */
export const OTHERS = list(
  "remote delayed lint last like line list links linked deleted created lake rest best most user users group groups " +
    "all any of on in at to from for with by than no not is are was were the a an there here now then cluster " +
    "version info help status health overview summary capacity space usage full free memory cpu load size path " +
    "comment owner permissions default defaults hard soft file files inode inodes dependent independent what which",
);

/** Keywords that are common names of filesets and filesystems as well. */
export const NAMEABLE = list(
  "data storage report reports system network cache config release dashboard traffic requests drives machines hosts " +
    "servers operations tasks performance files room lab trends values writes reads test graph history",
);

const SUBJECTS = new Set(
  list(
    "cluster filesystem filesystems fileset filesets snapshot snapshots quota quotas pool pools disk disks node nodes " +
      "policy policies job jobs inodes capacity",
  ),
);

/** True for a word that is a cluster's own matter. */
export const isSubject = (low: string) => SUBJECTS.has(low);

const FS = "[called|named] {filesystem:name}";

/** Patterns that many cards share. */
export const RULES: Rules = {
  all: "all|the|all the|all of the|all my|my|our|your|any|every|current|existing|each",
  det: "the|a|an|my|our|one|another|some",
  exist:
    "(are|is) there | do (we|i|you) have | have we got | does (it|the cluster) have | exist | exists | are (defined|installed|configured|available|present) | we have | i have | there are | has the cluster",
  // The filesystem, where only a filesystem can be meant …
  fs: `(on|in|within|inside|across|under) [the|our] [<filesystem>] ${FS} [<filesystem>] | (of|for|from|to|at) [the] <filesystem> ${FS} | +1 (of|for|from) {filesystem:name} | on {filesystem:it}`,
  // … and in lists, where "of fs1" is the usual way.
  "of-fs": `(on|in|within|inside|of|for|from|at|under) [the|our] [<filesystem>] ${FS} [<filesystem>] | [the] <filesystem> ${FS}`,
  // A fileset that has to be named.
  set: "[the|our|my] <fileset> [<called>] {fileset:name} | [the|a|our|my] <fileset> <called> [:] {fileset:any} | [the] {fileset:bare} [<fileset>] | {fileset:it} | {scoped:scoped}",
  "set-noun":
    "[the|our|my] <fileset> {fileset:name} | [the|our|my] <fileset> <called> [:] {fileset:any} | {scoped:scoped}",
  // A fileset or a filesystem; which of the two turns out later.
  thing: "{thing:bare} | {thing:it}",
  "quota-owner":
    "[the|our|my] <fileset> {name:name} | [the] <fileset> <called> {name:any} | {kind=user} [the] user {name:name} | {kind=group} [the] group {name:name} | {name:bare} | {name:it} | {scoped:scoped}",
};
