import type { Call } from "../kit/define-tool.ts";
import type { ClusterClient } from "./client.ts";
import { readPool } from "./contract-objects.ts";
import { size } from "./outputs.ts";
import { pathOf } from "./paths.ts";

/** The head of a table of pools. */
export const POOL_COLUMNS = ["pool", "filesystem", "used", "of", "free"];

type Pool = Awaited<ReturnType<typeof poolsOf>>[number];

/** A pool as a row of that table: how full it is first, because that is what is asked for. */
export function poolRow({ name, filesystem, total, free }: Pool): string[] {
  const percent = total.bytes > 0 ? Math.round((1 - free.bytes / total.bytes) * 100) : 0;
  return [name, filesystem, `${percent} %`, total.human, free.human];
}

/** The pools of one filesystem; one without data blocks shows its metadata. Sizes in bytes. */
export async function poolsOf(cluster: ClusterClient, fs: string, call: Call) {
  const { items } = await cluster.list(pathOf("filesystems", fs, "storagepools"), {}, call);
  return items.map(readPool).map((pool) => {
    const total = pool.total || pool.metaTotal;
    const free = pool.total ? pool.free : pool.metaFree;
    return { filesystem: fs, name: pool.name, total: size(total), free: size(free) };
  });
}
