import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { card } from "../../kit/table.ts";
import type { ClusterClient } from "../client.ts";
import { fileset, filesystem } from "../inputs.ts";
import { maybeQuota, snapshotsOf, theFileset } from "../lookup.ts";
import { present, Size, size } from "../outputs.ts";

export const filesetGet = (cluster: ClusterClient) =>
  defineRead({
    name: "fileset_get",
    title: "Show fileset",
    description: "One fileset: link, quota and use, snapshots.",
    input: z.object({ filesystem, fileset }),
    output: z.object({
      name: z.string(),
      status: z.string(),
      path: z.string().optional(),
      independent: z.boolean(),
      id: z.number().optional(),
      max_inodes: z.number().optional(),
      created: z.string().optional(),
      comment: z.string().optional(),
      snapshots: z.number(),
      used: Size.optional(),
      hard: Size.optional(),
      soft: Size.optional(),
      files: z.number().optional(),
      api: z.string(),
    }),
    async run({ filesystem: fs, fileset: name }, call) {
      const { fileset: found, version } = await theFileset(cluster, fs, name, call);
      const [quota, snapshots] = await Promise.all([
        maybeQuota(cluster, fs, "fileset", name, call),
        found.independent ? snapshotsOf(cluster, fs, name, call) : undefined,
      ]);
      return {
        name: found.name,
        status: found.status,
        independent: found.independent,
        snapshots: snapshots?.snapshots.length ?? 0,
        ...present({
          path: found.path || undefined,
          id: found.id,
          max_inodes: found.maxInodes,
          created: found.created || undefined,
          comment: found.comment || undefined,
          used: quota?.used === undefined ? undefined : size(quota.used),
          hard: quota?.hard ? size(quota.hard) : undefined,
          soft: quota?.soft ? size(quota.soft) : undefined,
          files: quota?.files,
        }),
        api: version,
      };
    },
    tell: ({ used, hard, soft, ...found }) => ({
      say: `The fileset ${found.name}.`,
      data: card({ ...found, used: used?.human, hard: hard?.human, soft: soft?.human }),
    }),
  });
