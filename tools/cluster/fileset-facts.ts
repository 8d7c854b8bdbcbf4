import type { Call } from "../kit/define-tool.ts";
import type { Json } from "../kit/json.ts";
import type { Fact } from "../kit/plan.ts";
import { humanBytes } from "../kit/sizes.ts";
import type { ClusterClient } from "./client.ts";
import {
  aroundFilesystem,
  type Fileset,
  type Filesystem,
  maybeQuota,
  type Quota,
  type Snapshot,
  snapshotsOf,
  theFileset,
} from "./lookup.ts";

/** All that hangs on a fileset, read just before a plan. */
export type Surroundings = {
  filesystem: Filesystem;
  fileset: Fileset;
  quota: Quota | undefined;
  snapshots: Snapshot[];
  version: string;
};

/** Reads them side by side. Throws `not-found` where there is no such fileset. */
export async function surroundings(
  cluster: ClusterClient,
  fs: string,
  name: string,
  call: Call,
): Promise<Surroundings> {
  const { fileset, version } = await theFileset(cluster, fs, name, call);
  const [filesystem, quota, listed] = await Promise.all([
    aroundFilesystem(cluster, fs, call),
    maybeQuota(cluster, fs, "fileset", name, call),
    fileset.independent ? snapshotsOf(cluster, fs, name, call) : undefined,
  ]);
  return { filesystem, fileset, quota, snapshots: listed?.snapshots ?? [], version };
}

/** The blast radius of a change to a fileset, for the person who decides. */
export function filesetFacts({ filesystem, fileset, quota, snapshots }: Surroundings): Fact[] {
  const used = quota?.used;
  const held = used === undefined ? "not known" : humanBytes(used);
  const limit = quota?.hard ? ` of ${humanBytes(quota.hard)}` : "";
  const files =
    quota?.files === undefined ? "" : `, ${quota.files} ${quota.files === 1 ? "file" : "files"}`;
  return [
    {
      label: "link",
      value: fileset.linked ? `linked at ${fileset.path}` : fileset.status || "not known",
      risk: fileset.linked,
    },
    {
      label: `${filesystem.name} is mounted`,
      value: filesystem.mounted ? `on ${filesystem.nodes.length} nodes` : "nowhere",
      risk: filesystem.mounted && fileset.linked,
    },
    { label: "holds", value: `${held}${limit}${files}`, risk: used === undefined || used > 0 },
    { label: "snapshots", value: snapshotWords(snapshots), risk: snapshots.length > 0 },
  ];
}

function snapshotWords(snapshots: readonly Snapshot[]): string {
  if (snapshots.length === 0) return "none";
  const names = snapshots.slice(0, 5).map((s) => s.name);
  return `${snapshots.length} (${names.join(", ")}${snapshots.length > 5 ? ", …" : ""})`;
}

/** Identity and structure of a fileset: what a confirmation is bound to. No use, no counters. */
export function filesetBound({ filesystem, fileset, quota, snapshots }: Surroundings): Json {
  return {
    filesystem: filesystem.uuid || filesystem.name,
    fileset: {
      name: fileset.name,
      id: fileset.id ?? null,
      status: fileset.status,
      path: fileset.path,
      inodeSpace: fileset.inodeSpace ?? null,
      maxInodes: fileset.maxInodes ?? null,
    },
    snapshots: snapshots.map((s) => `${s.id} ${s.name}`).sort(),
    limits: limitsBound(quota),
  };
}

export function limitsBound(quota: Quota | undefined): Json {
  if (!quota) return null;
  const { hard, soft, filesHard, filesSoft } = quota;
  return { hard, soft, filesHard, filesSoft };
}
