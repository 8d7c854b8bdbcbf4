import type { Call } from "../kit/define-tool.ts";
import { humanBytes } from "../kit/sizes.ts";
import type { ClusterClient } from "./client.ts";
import { readPool } from "./contract-objects.ts";
import { size } from "./outputs.ts";
import { isName, pathOf } from "./paths.ts";

/** The head of a table of pools. */
export const POOL_COLUMNS = ["pool", "filesystem", "used", "of", "free"];

type Pool = Awaited<ReturnType<typeof poolsOf>>[number];

/** A pool as a row of that table: how full it is first, because that is what is asked for. */
export function poolRow({ name, filesystem, total, free }: Pool): string[] {
  return [name, filesystem, percent(total.bytes, free.bytes), total.human, free.human];
}

/** One line for each filesystem: how full it is, and each of its pools. What is named oddly is left to the table. */
export function fullness(pools: readonly Pool[]): string[] {
  const odd = pools.filter((pool) => !isName(pool.name) || !isName(pool.filesystem));
  const names = new Set(pools.map(({ filesystem }) => filesystem));
  for (const { filesystem } of odd) names.delete(filesystem);
  return [...names].map((name) => {
    const own = pools.filter(({ filesystem }) => filesystem === name);
    const sum = (of: (pool: Pool) => number) => own.reduce((bytes, pool) => bytes + of(pool), 0);
    const total = sum((pool) => pool.total.bytes);
    const free = sum((pool) => pool.free.bytes);
    const each = own.map((pool) => `${pool.name} ${percent(pool.total.bytes, pool.free.bytes)}`);
    return `${name} is ${percent(total, free)} full: ${humanBytes(total - free)} of ${humanBytes(total)} used, ${humanBytes(free)} free (${own.length === 1 ? "pool" : "pools"} ${each.join(", ")}).`;
  });
}

function percent(total: number, free: number): string {
  return `${total > 0 ? Math.round((1 - free / total) * 100) : 0} %`;
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
