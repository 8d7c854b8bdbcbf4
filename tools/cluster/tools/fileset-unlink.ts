import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import type { ClusterClient } from "../client.ts";
import { filesetBound, filesetFacts, surroundings } from "../fileset-facts.ts";
import { unlinkIntent } from "../fileset-requests.ts";
import { filesetState, LinkState } from "../fileset-state.ts";
import { fileset, filesystem } from "../inputs.ts";
import { theFileset } from "../lookup.ts";
import { effect, readBack } from "../read-back.ts";

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

    async plan({ filesystem: fs, fileset: name, force = false }, call) {
      const found = await surroundings(cluster, fs, name, call);
      if (name === "root") throw new HubError("bad-input", "The root fileset stays linked.");
      if (!found.fileset.linked)
        throw new HubError("bad-input", `${name} is not linked (${found.fileset.status}).`);
      return {
        sentence: `Unlink the fileset ${name} of ${fs} from ${found.fileset.path}${force ? ", even where its files are open" : ""}.`,
        target: { kind: "fileset", name },
        requests: [await cluster.prepare(unlinkIntent(fs, name, force), call)],
        facts: filesetFacts(found),
        bound: filesetBound(found),
      };
    },

    send: cluster.send,

    async check({ filesystem: fs, fileset: name }, _sent, call) {
      const { seen, effective } = await readBack(
        cluster,
        call,
        () => theFileset(cluster, fs, name, call),
        (one) => !one.fileset.linked,
      );
      return filesetState(seen.fileset, undefined, effective);
    },

    tell: (state) => ({
      say: `Unlinked ${state.fileset}. ${effect(state.effective)}`,
    }),
  });
