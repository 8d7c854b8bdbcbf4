import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { quoted } from "../../kit/untrusted.ts";
import type { ClusterClient } from "../client.ts";
import { filesetState, LinkState } from "../fileset-state.ts";
import { comment, fileset, filesetName, filesystem, whole } from "../inputs.ts";
import { maybeFileset, theFileset } from "../lookup.ts";
import { planFor } from "../one-fileset.ts";
import { present } from "../outputs.ts";
import { pathOf } from "../paths.ts";
import { effect, readBack } from "../read-back.ts";

export const filesetUpdate = (cluster: ClusterClient) =>
  defineWrite({
    name: "fileset_update",
    title: "Change fileset",
    description: "Rename a fileset, or change its comment or inode limit.",
    effect: "changes",
    input: z.object({
      filesystem,
      fileset,
      new_name: filesetName.optional().describe("New name"),
      comment,
      max_inodes: whole(1, 1e12).optional().describe("Inode limit"),
    }),
    output: LinkState,

    plan: (args, call) =>
      planFor(args, cluster, call, async (found) => {
        const { filesystem: fs, fileset: name, new_name, comment, max_inodes } = args;
        if (new_name === undefined && comment === undefined && max_inodes === undefined)
          throw new HubError(
            "bad-input",
            "There is nothing to change: give new_name, comment or max_inodes.",
          );
        if (name === "root" && new_name !== undefined)
          throw new HubError("bad-input", "The root fileset keeps its name.");
        if (new_name !== undefined && (await maybeFileset(cluster, fs, new_name, call)))
          throw new HubError("bad-input", `${fs} already has a fileset ${new_name}.`);
        if (max_inodes !== undefined && !found.fileset.independent)
          throw new HubError(
            "bad-input",
            `${name} has no inode space of its own, and so no limit.`,
          );
        const steps = [
          ...(new_name === undefined ? [] : [`rename it to ${new_name}`]),
          ...(comment === undefined ? [] : [`set its comment to ${quoted(comment)}`]),
          ...(max_inodes === undefined ? [] : [`set its inode limit to ${max_inodes}`]),
        ];
        const request = await cluster.prepare(
          {
            title: `change ${name}: ${steps.join(", ")}`,
            method: "PUT",
            path: pathOf("filesystems", fs, "filesets", name),
            body: present({
              newFilesetName: new_name,
              comment,
              maxNumInodes: max_inodes === undefined ? undefined : String(max_inodes),
            }),
          },
          call,
        );
        return {
          sentence: `Change the fileset ${name} on ${fs}: ${steps.join(" and ")}.`,
          requests: [request],
        };
      }),

    send: cluster.send,

    async check({ filesystem: fs, fileset: name, ...change }, _sent, call) {
      const { seen, effective } = await readBack(
        cluster,
        call,
        () => theFileset(cluster, fs, change.new_name ?? name, call),
        ({ fileset: f }) =>
          (change.comment === undefined || f.comment === change.comment) &&
          (change.max_inodes === undefined || f.maxInodes === change.max_inodes),
      );
      return filesetState(seen.fileset, undefined, effective);
    },

    tell: (state) => ({
      say: `Changed the fileset ${state.fileset}. ${effect(state.effective)}`,
    }),
  });
