import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { table } from "../../kit/table.ts";
import type { ClusterClient } from "../client.ts";
import { type Filesystem, readFilesystem } from "../contract-objects.ts";
import { filesystem } from "../inputs.ts";
import { theFilesystem } from "../lookup.ts";
import { countWords, LIST, listEnd } from "../outputs.ts";

const Row = z.object({
  name: z.string(),
  status: z.string(),
  mount_point: z.string(),
  nodes: z.array(z.string()),
  pools: z.array(z.string()),
  quotas: z.array(z.string()),
});

const row = (found: Filesystem) => ({
  name: found.name,
  status: found.mountStatus || "not said",
  mount_point: found.mountPoint,
  nodes: found.nodes.slice(0, 20),
  pools: found.pools,
  quotas: found.enforced,
});

export const filesystemList = (cluster: ClusterClient) =>
  defineRead({
    name: "filesystem_list",
    title: "List filesystems",
    description: "Filesystems with mount state. Capacity: storage_list.",
    input: z.object({ filesystem: filesystem.optional() }),
    output: z.object({ filesystems: z.array(Row), ...LIST }),
    async run({ filesystem: fs }, call) {
      if (fs !== undefined) {
        const { filesystem: found, version } = await theFilesystem(cluster, fs, call);
        return { filesystems: [row(found)], total: 1, truncated: false, api: version };
      }
      const fields = "name,uuid,version,mount,block.pools,quota";
      const listed = await cluster.list("/filesystems", { fields }, call);
      const filesystems = listed.items.map(readFilesystem).map(row);
      const page = { total: filesystems.length, truncated: false };
      return { filesystems, ...listEnd(page, listed) };
    },
    tell: (found) => ({
      say: `${countWords("filesystem", found.filesystems.length, found)}.`,
      data: table(
        ["name", "status", "mounted at", "nodes", "pools", "quotas enforced"],
        found.filesystems.map((f) => [
          f.name,
          f.status,
          f.mount_point,
          f.nodes.length,
          f.pools,
          f.quotas,
        ]),
      ),
    }),
  });
