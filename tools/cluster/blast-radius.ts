import type { Call } from "../kit/define-tool.ts";
import { HubError } from "../kit/errors.ts";
import { digest, type Json } from "../kit/json.ts";
import type { Fact } from "../kit/plan.ts";
import { humanBytes } from "../kit/sizes.ts";
import type { Classified } from "./classify.ts";
import type { ClusterClient } from "./client.ts";
import { readNode } from "./contract-objects.ts";
import { filesetBound, filesetFacts, limitsBound, surroundings } from "./fileset-facts.ts";
import { maybeQuota, snapshotsOf, theFilesystem } from "./lookup.ts";
import { parsePath, pathOf } from "./paths.ts";
import { poolsOf } from "./pools.ts";

export type Blast = {
  target: { kind: string; name: string };
  facts: Fact[];
  bound: Json;
  /** Objects that go down with the one that the request names. */
  alsoTouches: string[];
};

/** What a request to any endpoint would hit, read from the cluster as far as the object's kind is known. */
export async function blastRadius(
  cluster: ClusterClient,
  target: Classified,
  call: Call,
): Promise<Blast> {
  const [kind = "", first = "", inner = "", second = "", ...deeper] = parsePath(target.path).map(
    (segment) => segment.split(":")[0] ?? segment,
  );
  if (kind === "filesystems" && first !== "") {
    if (inner === "filesets" && second !== "" && !target.path.endsWith(":batchDelete"))
      return ofFileset(cluster, first, second, deeper.at(-1), call);
    if (inner === "") return ofFilesystem(cluster, first, target, call);
    if (inner === "quotas") return ofQuota(cluster, first, target, call);
    if (inner === "snapshots" && second !== "")
      return ofSnapshot(cluster, first, second, target, call);
    if (inner === "policies") return ofPolicy(cluster, first, target, call);
    return plain(inner, second || first, target);
  }
  if (kind === "nodes" && first !== "") return ofNode(cluster, first, call);
  return plain(kind, first || named(target), target);
}

async function ofFileset(
  cluster: ClusterClient,
  fs: string,
  fileset: string,
  last: string | undefined,
  call: Call,
): Promise<Blast> {
  const found = await surroundings(cluster, fs, fileset, call);
  return {
    target:
      last === undefined ? { kind: "fileset", name: fileset } : { kind: "object", name: last },
    facts: filesetFacts(found),
    bound: filesetBound(found),
    alsoTouches: [],
  };
}

async function ofFilesystem(
  cluster: ClusterClient,
  fs: string,
  target: Classified,
  call: Call,
): Promise<Blast> {
  const { filesystem } = await theFilesystem(cluster, fs, call);
  const filesets = await cluster.pathsOf(pathOf("filesystems", fs, "filesets"), call);
  const [{ snapshots }, pools] = await Promise.all([
    snapshotsOf(cluster, fs, undefined, call),
    poolsOf(cluster, fs, call),
  ]);
  const used = pools.reduce((sum, pool) => sum + pool.total.bytes - pool.free.bytes, 0);
  return {
    target: { kind: "filesystem", name: fs },
    facts: [
      {
        label: "mounted",
        value: filesystem.mounted ? `on ${filesystem.nodes.join(", ")}` : "nowhere",
        risk: filesystem.mounted,
      },
      { label: "filesets", value: String(filesets.length), risk: true },
      { label: "global snapshots", value: String(snapshots.length) },
      { label: "holds", value: humanBytes(used), risk: used > 0 },
    ],
    bound: {
      filesystem: filesystem.uuid || filesystem.name,
      mounted: filesystem.mounted,
      filesets: [...filesets].sort(),
    },
    // What destroys a filesystem, or does nobody knows what to it, hits everything in it.
    alsoTouches: target.effect === "destroys" ? filesets : [],
  };
}

/** A quota by its owner: a fileset with all that hangs on it, a user or a group with its use. */
async function ofQuota(
  cluster: ClusterClient,
  fs: string,
  target: Classified,
  call: Call,
): Promise<Blast> {
  const parts = (target.touches[0] ?? "").split("/").slice(3);
  const [of = "", kind = "", name = ""] = parts;
  if (of === "filesets" && parts.length === 2) return ofFileset(cluster, fs, kind, undefined, call);
  const simple = await plain("quotas", name || fs, target);
  if (of !== "quotas" || (kind !== "user" && kind !== "group")) return simple;
  const quota = await maybeQuota(cluster, fs, kind, name, call);
  const used = quota?.used === undefined ? "not known" : humanBytes(quota.used);
  return {
    ...simple,
    target: { kind, name },
    facts: [{ label: "used now", value: used, risk: true }],
    bound: { path: simple.bound, limits: limitsBound(quota) },
  };
}

async function ofSnapshot(
  cluster: ClusterClient,
  fs: string,
  name: string,
  target: Classified,
  call: Call,
): Promise<Blast> {
  const simple = await plain("snapshots", name, target);
  const { snapshots } = await snapshotsOf(cluster, fs, undefined, call);
  const one = snapshots.find((s) => s.name === name);
  return {
    ...simple,
    facts: [{ label: name, value: one ? `taken ${one.created}` : "not there", risk: true }],
    bound: { path: simple.bound, snapshot: one ? `${one.id} ${one.created}` : null },
  };
}

async function ofPolicy(
  cluster: ClusterClient,
  fs: string,
  target: Classified,
  call: Call,
): Promise<Blast> {
  const simple = await plain("policies", fs, target);
  const { json } = await cluster.read(pathOf("filesystems", fs, "policies"), {}, call);
  return {
    ...simple,
    target: { kind: "filesystem", name: fs },
    facts: [{ label: "active policy, which goes", value: JSON.stringify(json), risk: true }],
    bound: { path: simple.bound, policy: digest(json) },
  };
}

async function ofNode(cluster: ClusterClient, name: string, call: Call): Promise<Blast> {
  const { item } = await cluster.object(pathOf("nodes", name), {}, call);
  const node = readNode(item);
  return {
    target: { kind: "node", name },
    facts: [
      { label: "state", value: `${node.state || "not said"}, daemon ${node.daemon || "not said"}` },
      { label: "roles", value: node.roles.join(", ") || "none", risk: node.roles.length > 0 },
    ],
    bound: { name: node.name, number: node.number ?? null, roles: node.roles },
    alsoTouches: [],
  };
}

async function plain(kind: string, name: string, target: Classified): Promise<Blast> {
  if (name === "") throw new HubError("bad-input", "It is not clear which object this is about.");
  return {
    target: { kind: kind.replace(/s$/, ""), name },
    facts: target.route
      ? []
      : [{ label: "this endpoint", value: "is not known; it counts as destructive", risk: true }],
    bound: { path: target.path, touches: [...target.touches].sort() },
    alsoTouches: [],
  };
}

/** The last part of the first object that the body names: what is created. */
function named(target: Classified): string {
  return target.touches[0]?.split("/").at(-1) ?? "";
}

/** The path that is read back after a request: the object without its verb, or the new one. */
export function objectPath(target: Classified): string {
  const created = target.method === "POST" && target.route?.touches ? target.touches[0] : undefined;
  const segments = parsePath(created ?? target.path).map((s) => s.split(":")[0] ?? s);
  return pathOf(...segments);
}
