import { distance } from "fastest-levenshtein";
import type { Call } from "../kit/define-tool.ts";
import { HubError } from "../kit/errors.ts";
import { quoted } from "../kit/untrusted.ts";
import type { ClusterClient } from "./client.ts";
import {
  type Fileset,
  type Filesystem,
  type Quota,
  readFileset,
  readFilesystem,
  readQuota,
  readSnapshot,
  type Snapshot,
} from "./contract-objects.ts";
import { equals } from "./filter.ts";
import { quotaKind } from "./object-paths.ts";
import { pathOf } from "./paths.ts";

const ALTERNATIVES = 8;

/** The names closest to the one that was meant. */
export function closest(wanted: string, names: readonly string[]): string[] {
  const far = (name: string) => distance(wanted.toLowerCase(), name.toLowerCase());
  return [...names].sort((a, b) => far(a) - far(b) || (a < b ? -1 : 1)).slice(0, ALTERNATIVES);
}

/** Throws HubError `not-found` that lists what there is, most similar first. */
export function missing(
  kind: string,
  name: string,
  names: readonly string[],
  where = "",
): HubError {
  return new HubError("not-found", `There is no ${kind} ${quoted(name)}${where}.`, {
    ...(names.length === 0 ? { advice: `There is no ${kind} at all here.` } : {}),
    alternatives: closest(name, names),
  });
}

async function orMissing<T>(
  found: Promise<T>,
  kind: string,
  name: string,
  names: () => Promise<string[]>,
  where = "",
): Promise<T> {
  try {
    return await found;
  } catch (thrown) {
    if (!(thrown instanceof HubError) || thrown.problem !== "not-found") throw thrown;
    throw missing(kind, name, await names(), where);
  }
}

/** The names of all filesystems, for a refusal that says which are valid. */
export async function filesystemNames(cluster: ClusterClient, call: Call): Promise<string[]> {
  const { items } = await cluster.list("/filesystems", {}, call);
  return items.map((item) => readFilesystem(item).name);
}

async function filesetNames(cluster: ClusterClient, fs: string, call: Call) {
  const { items } = await cluster.list(pathOf("filesystems", fs, "filesets"), {}, call);
  return items.map((item) => readFileset(item).name);
}

/** One filesystem with its mount state. */
export async function theFilesystem(cluster: ClusterClient, fs: string, call: Call) {
  const found = cluster.object(pathOf("filesystems", fs), {}, call);
  const { item, version } = await orMissing(found, "filesystem", fs, () =>
    filesystemNames(cluster, call),
  );
  return { filesystem: readFilesystem(item), version };
}

/**
 * The filesystem around an object: without its details where a path rule allows the object and not the filesystem.
 * Throws HubError `not-found` for one that is not there.
 */
export async function aroundFilesystem(cluster: ClusterClient, fs: string, call: Call) {
  try {
    return (await theFilesystem(cluster, fs, call)).filesystem;
  } catch (thrown) {
    if (!(thrown instanceof HubError) || thrown.problem !== "not-allowed") throw thrown;
    return readFilesystem({ name: fs });
  }
}

/** One fileset. A filesystem that is not there is told apart from a fileset that is not there. */
export async function theFileset(cluster: ClusterClient, fs: string, fileset: string, call: Call) {
  const found = cluster.object(pathOf("filesystems", fs, "filesets", fileset), {}, call);
  const { item, version } = await orMissing(
    found,
    "fileset",
    fileset,
    async () => {
      await aroundFilesystem(cluster, fs, call);
      return filesetNames(cluster, fs, call);
    },
    ` on ${fs}`,
  );
  return { fileset: readFileset(item), version };
}

/** The fileset, or undefined where it is not there. */
export async function maybeFileset(
  cluster: ClusterClient,
  fs: string,
  fileset: string,
  call: Call,
): Promise<Fileset | undefined> {
  try {
    const path = pathOf("filesystems", fs, "filesets", fileset);
    return readFileset((await cluster.object(path, {}, call)).item);
  } catch (thrown) {
    if (thrown instanceof HubError && thrown.problem === "not-found") return undefined;
    throw thrown;
  }
}

const WIRE_KIND = { user: "USR", group: "GRP", fileset: "FILESET" } as const;

/** The quota entries of one kind, or of one owner; those that the path rules hide are left out. */
export async function quotasOf(
  cluster: ClusterClient,
  fs: string,
  which: { kind?: Quota["kind"]; name?: string },
  call: Call,
) {
  const filter = [
    ...(which.kind === undefined ? [] : [equals("quotaType", WIRE_KIND[which.kind])]),
    ...(which.name === undefined ? [] : [equals("objectName", which.name)]),
  ];
  const listed = await cluster.list(pathOf("filesystems", fs, "quotas"), { filter }, call);
  const quotas = listed.items
    .map(readQuota)
    .filter((q) => which.kind === undefined || quotaKind(q.kind) === which.kind)
    .filter((q) => which.name === undefined || q.name === which.name);
  return { ...listed, quotas };
}

/** The quota of one owner; undefined where the cluster keeps none, or will not show it. */
export async function maybeQuota(
  cluster: ClusterClient,
  fs: string,
  kind: Quota["kind"],
  name: string,
  call: Call,
): Promise<Quota | undefined> {
  return (await quotasOf(cluster, fs, { kind, name }, call)).quotas[0];
}

/** The snapshots of a fileset, or without one the global snapshots of the filesystem. */
export async function snapshotsOf(
  cluster: ClusterClient,
  fs: string,
  fileset: string | undefined,
  call: Call,
) {
  const path =
    fileset === undefined
      ? pathOf("filesystems", fs, "snapshots")
      : pathOf("filesystems", fs, "filesets", fileset, "snapshots");
  const listed = await cluster.list(path, {}, call);
  const snapshots: Snapshot[] = listed.items.map(readSnapshot);
  return { ...listed, snapshots };
}

export type { Fileset, Filesystem, Quota, Snapshot };
