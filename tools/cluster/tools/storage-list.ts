import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { page } from "../../kit/page.ts";
import { table } from "../../kit/table.ts";
import type { ClusterClient } from "../client.ts";
import { number } from "../contract.ts";
import { readDisk } from "../contract-objects.ts";
import { cursor, filesystem, shortText } from "../inputs.ts";
import { filesystemNames, missing, theFilesystem } from "../lookup.ts";
import { countWords, LIST, listEnd, present, Size, size } from "../outputs.ts";
import { fullness, POOL_COLUMNS, poolRow, poolsOf } from "../pools.ts";

const Pool = z.object({
  filesystem: z.string(),
  name: z.string(),
  total: Size,
  free: Size,
});

export const storageList = (cluster: ClusterClient) =>
  defineRead({
    name: "storage_list",
    title: "List pools and disks",
    description: "Capacity: storage pools, and the disks (NSDs) below them.",
    input: z.object({
      filesystem: filesystem.optional(),
      disk: shortText(255).optional().describe("Only this NSD"),
      cursor,
    }),
    output: z.object({
      pools: z.array(Pool),
      disks: z.array(
        z.object({
          name: z.string(),
          filesystem: z.string(),
          pool: z.string(),
          status: z.string(),
          availability: z.string(),
          size: Size.optional(),
        }),
      ),
      ...LIST,
    }),
    async run(args, call) {
      if (args.filesystem !== undefined) await theFilesystem(cluster, args.filesystem, call);
      const names =
        args.filesystem === undefined ? await filesystemNames(cluster, call) : [args.filesystem];
      const pools = [];
      if (args.disk === undefined)
        for (const fs of names.slice(0, 20)) pools.push(...(await poolsOf(cluster, fs, call)));
      const listed = await cluster.list("/nsds", { fields: ":all:" }, call);
      const all = listed.items.map(readDisk);
      const disks = all
        .filter((d) => args.filesystem === undefined || d.fileSystem === args.filesystem)
        .filter((d) => args.disk === undefined || d.name === args.disk);
      if (args.disk !== undefined && disks.length === 0)
        throw missing(
          "disk",
          args.disk,
          all.map((d) => d.name),
        );
      const shown = page(disks, (d) => d.name, { cursor: args.cursor, bytes: 10_000 });
      const rows = shown.items.map((d) => ({
        name: d.name,
        filesystem: d.fileSystem,
        pool: d.storagePool,
        status: d.status,
        availability: d.availability,
        ...present({ size: number.parse(d.size) === undefined ? undefined : size(d.size ?? 0) }),
      }));
      return { pools: pools.slice(0, 40), disks: rows, ...listEnd(shown, listed) };
    },
    tell: (found) => ({
      say: [
        ...fullness(found.pools),
        `${found.pools.length} ${found.pools.length === 1 ? "pool" : "pools"}; ${countWords("disk", found.disks.length, found)}.`,
      ].join("\n"),
      data: [
        table(POOL_COLUMNS, found.pools.map(poolRow)),
        table(
          ["disk", "filesystem", "pool", "size", "status", "availability"],
          found.disks.map((d) => [
            d.name,
            d.filesystem,
            d.pool,
            d.size?.human,
            d.status,
            d.availability,
          ]),
        ),
      ]
        .filter(Boolean)
        .join("\n\n"),
    }),
  });
