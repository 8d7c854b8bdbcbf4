import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import type { ClusterClient } from "../client.ts";
import { filesetBound, filesetFacts, surroundings } from "../fileset-facts.ts";
import { linkIntent } from "../fileset-requests.ts";
import { filesetState, LinkState } from "../fileset-state.ts";
import { fileset, filesystem, junction } from "../inputs.ts";
import { junctionPath } from "../junction.ts";
import { theFileset } from "../lookup.ts";
import { effect, readBack } from "../read-back.ts";

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

    async plan({ filesystem: fs, fileset: name, path }, call) {
      const found = await surroundings(cluster, fs, name, call);
      if (found.fileset.linked)
        throw new HubError("bad-input", `${name} is linked already, at ${found.fileset.path}.`, {
          advice: "Unlink it first to link it elsewhere.",
        });
      const at = junctionPath(found.filesystem, name, path);
      return {
        sentence: `Link the fileset ${name} of ${fs} at ${at}.`,
        target: { kind: "fileset", name },
        requests: [await cluster.prepare(linkIntent(fs, name, at), call)],
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
        (one) => one.fileset.linked,
      );
      return filesetState(seen.fileset, undefined, effective);
    },

    tell: (state) => ({
      say: `Linked ${state.fileset}${state.path ? ` at ${state.path}` : ""}. ${effect(state.effective)}`,
    }),
  });
