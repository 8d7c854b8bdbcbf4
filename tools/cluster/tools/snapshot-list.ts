import { z } from "zod";
import { defineRead } from "../../kit/define-tool.ts";
import { page } from "../../kit/page.ts";
import { table } from "../../kit/table.ts";
import type { ClusterClient } from "../client.ts";
import { toSecond } from "../cluster-time.ts";
import { cursor, fileset, filesystem, limit } from "../inputs.ts";
import { aroundFilesystem, snapshotsOf, theFileset } from "../lookup.ts";
import { countWords, LIST, listEnd, present } from "../outputs.ts";

export const snapshotList = (cluster: ClusterClient) =>
  defineRead({
    name: "snapshot_list",
    title: "List snapshots",
    description: "Snapshots of a fileset; without one, the global ones. Oldest first.",
    input: z.object({ filesystem, fileset: fileset.optional(), limit, cursor }),
    output: z.object({
      snapshots: z.array(
        z.object({
          name: z.string(),
          created: z.string(),
          status: z.string(),
          expires: z.string().optional(),
        }),
      ),
      ...LIST,
    }),
    async run(args, call) {
      const { filesystem: fs, fileset: of } = args;
      if (of === undefined) await aroundFilesystem(cluster, fs, call);
      else await theFileset(cluster, fs, of, call);
      const listed = await snapshotsOf(cluster, fs, of, call);
      const rows = listed.snapshots.map((s) => ({
        name: s.name,
        created: s.created,
        status: s.status,
        ...present({ expires: s.expires || undefined }),
      }));
      const shown = page(rows, (s) => `${s.created} ${s.name}`, args);
      const end = listEnd(shown, listed);
      return { snapshots: shown.items, ...end };
    },
    tell: (found) => ({
      say: `${countWords("snapshot", found.snapshots.length, found)}.`,
      data: table(
        ["snapshot", "created", "status", "expires"],
        found.snapshots.map((s) => [s.name, toSecond(s.created), s.status, toSecond(s.expires)]),
      ),
    }),
  });
