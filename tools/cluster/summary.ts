import type { Call } from "../kit/define-tool.ts";
import { HubError } from "../kit/errors.ts";
import type { ClusterClient } from "./client.ts";
import { readJob, readOperation } from "./contract.ts";
import {
  readDisk,
  readFileset,
  readFilesystem,
  readNode,
  type Snapshot,
} from "./contract-objects.ts";
import { equals } from "./filter.ts";
import { quotasOf, snapshotsOf } from "./lookup.ts";
import { size } from "./outputs.ts";
import { pathOf } from "./paths.ts";
import { poolsOf } from "./pools.ts";
import { fullness } from "./quota-state.ts";

// What one summary may ask for at most: a cluster can have hundreds of independent filesets.
const MOST_FILESYSTEMS = 20;
const MOST_FILESETS = 25;
const MOST_ROWS = 8;
const AT_ONCE = 4;

/** What is not as it should be, in sentences; nodes, disks and mounts. */
export async function health(cluster: ClusterClient, call: Call): Promise<string[]> {
  const [nodes, disks, filesystems] = await Promise.all([
    cluster.list("/nodes", { fields: ":all:" }, call),
    cluster.list("/nsds", { fields: ":all:" }, call),
    cluster.list("/filesystems", { fields: "mount" }, call),
  ]);
  return [
    ...nodes.items
      .map(readNode)
      .filter((n) => isBad(n.state) || isBad(n.daemon))
      .map((n) => `node ${n.name} is ${n.state || "?"} (daemon ${n.daemon || "?"})`),
    ...disks.items
      .map((item) => readDisk(item))
      .filter((d) => isBad(d.status) || isBad(d.availability))
      .map((d) => `disk ${d.name} is ${d.status}, ${d.availability}`),
    ...filesystems.items
      .map(readFilesystem)
      .filter((f) => f.mountStatus !== "" && !f.mounted)
      .map((f) => `filesystem ${f.name} is ${f.mountStatus}`),
  ];
}

const GOOD = new Set(["", "healthy", "active", "ready", "up", "ok", "tips"]);
const isBad = (state: string) => !GOOD.has(state.toLowerCase());

/** Filesystems in the order of their names, so many as a summary looks into. */
export async function summarised(cluster: ClusterClient, call: Call): Promise<string[]> {
  const { items } = await cluster.list("/filesystems", {}, call);
  return items
    .map((item) => readFilesystem(item).name)
    .sort()
    .slice(0, MOST_FILESYSTEMS);
}

/** The pools of these filesystems, 30 at the most. */
export async function capacity(cluster: ClusterClient, names: string[], call: Call) {
  const pools = await each(names, (fs) => poolsOf(cluster, fs, call));
  return pools.flat().slice(0, 30);
}

/** The filesets closest to their limits. */
export async function fullest(cluster: ClusterClient, names: string[], call: Call) {
  const found = await each(names, async (fs) => {
    const { quotas } = await quotasOf(cluster, fs, { kind: "fileset" }, call);
    return quotas.flatMap((quota) => {
      const percent = fullness(quota);
      if (percent === undefined || quota.used === undefined) return [];
      return [{ filesystem: fs, fileset: quota.name, used: size(quota.used), percent }];
    });
  });
  return found
    .flat()
    .sort((a, b) => b.percent - a.percent || (a.fileset < b.fileset ? -1 : 1))
    .slice(0, MOST_ROWS);
}

/** The oldest snapshots: all global ones, and those of the first independent filesets. */
export async function oldest(cluster: ClusterClient, names: string[], call: Call) {
  const found = await each(names, async (fs) => {
    const own = {
      fields: "config.isInodeSpaceOwner",
      filter: [equals("config.isInodeSpaceOwner", "true")],
    };
    const [global, filesets] = await Promise.all([
      snapshotsOf(cluster, fs, undefined, call),
      cluster.list(pathOf("filesystems", fs, "filesets"), own, call),
    ]);
    const independent = filesets.items.map(readFileset).map((f) => f.name);
    const nested = await each(independent.slice(0, MOST_FILESETS), async (name) => {
      const { snapshots } = await snapshotsOf(cluster, fs, name, call);
      return snapshots.map((s) => row(fs, name, s));
    });
    return {
      rows: [...global.snapshots.map((s) => row(fs, "", s)), ...nested.flat()],
      left: Math.max(0, independent.length - MOST_FILESETS),
    };
  });
  const rows = found.flatMap((f) => f.rows).sort((a, b) => (a.created < b.created ? -1 : 1));
  return { rows: rows.slice(0, MOST_ROWS), left: found.reduce((sum, f) => sum + f.left, 0) };
}

function row(filesystem: string, fileset: string, snapshot: Snapshot) {
  return { filesystem, fileset, name: snapshot.name, created: snapshot.created };
}

/** The jobs that go on, of both versions of the API. */
export async function running(cluster: ClusterClient, call: Call) {
  const { items } = await cluster.list("/jobs", { fields: ":all:" }, call);
  return items
    .map((item) => readOperation(item) ?? readJob(item))
    .filter((job) => job.state === "running" || job.state === "cancelling")
    .slice(0, MOST_ROWS)
    .map((job) => ({ id: job.id, request: job.request }));
}

/** The part, or what stands in for it and a sentence why it is missing. Trouble that hits every read is thrown. */
export async function orNote<T>(
  part: Promise<T>,
  instead: T,
  what: string,
  notes: string[],
): Promise<T> {
  try {
    return await part;
  } catch (thrown) {
    const passing = thrown instanceof HubError && PARTIAL.has(thrown.problem);
    if (!passing) throw thrown;
    notes.push(`${what}: ${thrown.message}`);
    return instead;
  }
}

const PARTIAL = new Set(["not-found", "not-allowed", "failed", "unavailable", "bad-input"]);

async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  return results;
}
