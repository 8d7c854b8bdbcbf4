import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import type { ClusterClient } from "../client.ts";
import { unlinkIntent } from "../fileset-requests.ts";
import { LinkState } from "../fileset-state.ts";
import { fileset, filesystem } from "../inputs.ts";
import { linkStateOf, planFor } from "../one-fileset.ts";
import { effect } from "../read-back.ts";

export const filesetUnlink = (cluster: ClusterClient) =>
  defineWrite({
    name: "fileset_unlink",
    title: "Unlink fileset",
    description: "Take a fileset out of the tree; its files stay in it, out of reach.",
    effect: "changes",
    mayDestroy: true,
    input: z.object({
      filesystem,
      fileset,
      force: z.boolean().optional().describe("Even with files open: destroys"),
    }),
    output: LinkState,

    plan: (args, call) =>
      planFor(args, cluster, call, async (found) => {
        const { filesystem: fs, fileset: name, force = false } = args;
        if (name === "root") throw new HubError("bad-input", "The root fileset stays linked.");
        if (!found.fileset.linked)
          throw new HubError("bad-input", `${name} is not linked (${found.fileset.status}).`);
        return {
          sentence: `Unlink the fileset ${name} of ${fs} from ${found.fileset.path}${force ? ", even where its files are open" : ""}.`,
          requests: [await cluster.prepare(unlinkIntent(fs, name, force), call)],
        };
      }),

    send: cluster.send,

    check: (args, _sent, call) => linkStateOf(args, false, cluster, call),

    tell: (state) => ({
      say: `Unlinked ${state.fileset}. ${effect(state.effective)}`,
    }),
  });
