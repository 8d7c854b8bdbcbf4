import type { Call } from "../kit/define-tool.ts";
import type { ClusterClient } from "./client.ts";
import { readPool } from "./contract-objects.ts";
import { size } from "./outputs.ts";
import { pathOf } from "./paths.ts";

/** The pools of one filesystem; one without data blocks shows its metadata. Sizes in bytes. */
export async function poolsOf(cluster: ClusterClient, fs: string, call: Call) {
  const { items } = await cluster.list(pathOf("filesystems", fs, "storagepools"), {}, call);
  return items.map(readPool).map((pool) => {
    const total = pool.total || pool.metaTotal;
    const free = pool.total ? pool.free : pool.metaFree;
    return { filesystem: fs, name: pool.name, total: size(total), free: size(free) };
  });
}
