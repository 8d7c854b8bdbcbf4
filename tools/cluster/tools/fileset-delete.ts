import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import type { ClusterClient } from "../client.ts";
import { unlinkIntent } from "../fileset-requests.ts";
import { Gone, goneWords } from "../gone.ts";
import { fileset, filesystem } from "../inputs.ts";
import { maybeFileset } from "../lookup.ts";
import { planFor } from "../one-fileset.ts";
import { pathOf } from "../paths.ts";
import { readBack } from "../read-back.ts";

export const filesetDelete = (cluster: ClusterClient) =>
  defineWrite({
    name: "fileset_delete",
    title: "Delete fileset",
    description: "Delete a fileset with all its files; unlinks it first.",
    effect: "destroys",
    input: z.object({
      filesystem,
      fileset,
      force: z.boolean().optional().describe("Unlink even with files open"),
    }),
    output: Gone,

    plan: (args, call) =>
      planFor(args, cluster, call, async (found) => {
        const { filesystem: fs, fileset: name, force = false } = args;
        if (name === "root") throw new HubError("bad-input", "The root fileset cannot be deleted.");
        if (found.snapshots.length > 0)
          throw new HubError("bad-input", `${name} has ${found.snapshots.length} snapshots.`, {
            advice: `Delete them first with snapshot_delete: ${found.snapshots
              .slice(0, 10)
              .map((s) => s.name)
              .join(", ")}${found.snapshots.length > 10 ? ", …" : ""}.`,
          });
        const unlinks = found.fileset.linked
          ? [await cluster.prepare(unlinkIntent(fs, name, force), call)]
          : [];
        const removal = await cluster.prepare(
          {
            title: `delete the fileset ${name}`,
            method: "DELETE",
            path: pathOf("filesystems", fs, "filesets", name),
          },
          call,
        );
        const how = found.fileset.linked
          ? `Unlink the fileset ${name} of ${fs} from ${found.fileset.path} and delete it`
          : `Delete the fileset ${name} of ${fs}`;
        return {
          sentence: `${how} with everything in it.`,
          requests: [...unlinks, removal],
        };
      }),

    send: cluster.send,

    async check({ filesystem: fs, fileset: name }, _sent, call) {
      const { effective } = await readBack(
        cluster,
        call,
        () => maybeFileset(cluster, fs, name, call),
        (seen) => seen === undefined,
      );
      return { effective, gone: [name] };
    },

    tell: (found) => goneWords(found),
  });
