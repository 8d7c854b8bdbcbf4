import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import type { ClusterClient } from "../client.ts";
import { linkIntent } from "../fileset-requests.ts";
import { LinkState } from "../fileset-state.ts";
import { fileset, filesystem, junction } from "../inputs.ts";
import { junctionPath } from "../junction.ts";
import { linkStateOf, planFor } from "../one-fileset.ts";
import { effect } from "../read-back.ts";

export const filesetLink = (cluster: ClusterClient) =>
  defineWrite({
    name: "fileset_link",
    title: "Link fileset",
    description: "Link a fileset into the filesystem's tree.",
    effect: "changes",
    input: z.object({
      filesystem,
      fileset,
      path: junction.optional().describe("Default: mount point/name"),
    }),
    output: LinkState,

    plan: (args, call) =>
      planFor(args, cluster, call, async (found) => {
        const { filesystem: fs, fileset: name, path } = args;
        if (found.fileset.linked)
          throw new HubError("bad-input", `${name} is linked already, at ${found.fileset.path}.`, {
            advice: "Unlink it first to link it elsewhere.",
          });
        const at = junctionPath(found.filesystem, name, path);
        return {
          sentence: `Link the fileset ${name} of ${fs} at ${at}.`,
          requests: [await cluster.prepare(linkIntent(fs, name, at), call)],
        };
      }),

    send: cluster.send,

    check: (args, _sent, call) => linkStateOf(args, true, cluster, call),

    tell: (state) => ({
      say: `Linked ${state.fileset}${state.path ? ` at ${state.path}` : ""}. ${effect(state.effective)}`,
    }),
  });
