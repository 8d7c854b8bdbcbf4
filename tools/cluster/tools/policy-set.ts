import { z } from "zod";
import { defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { digest } from "../../kit/json.ts";
import { cut } from "../../kit/untrusted.ts";
import type { ClusterClient } from "../client.ts";
import { filesystem, shortText } from "../inputs.ts";
import { aroundFilesystem } from "../lookup.ts";
import { pathOf } from "../paths.ts";
import { effect, readBack } from "../read-back.ts";
import { policyOf } from "./policy-get.ts";

export const policySet = (cluster: ClusterClient) =>
  defineWrite({
    name: "policy_set",
    title: "Replace policy",
    description: "Install a policy in place of the active one.",
    effect: "destroys",
    input: z.object({
      filesystem,
      policy: shortText(100_000).describe("All rules, as text"),
    }),
    output: z.object({ effective: z.boolean(), filesystem: z.string() }),

    async plan({ filesystem: fs, policy }, call) {
      const around = await aroundFilesystem(cluster, fs, call);
      if (!/\bRULE\b/i.test(policy))
        throw new HubError("bad-input", "A policy needs at least one RULE.");
      const before = await policyOf(cluster, fs, call);
      const rules = (text: string) => text.match(/\bRULE\b/gi)?.length ?? 0;
      const request = await cluster.prepare(
        {
          title: `replace the policy of ${fs}`,
          method: "PUT",
          path: pathOf("filesystems", fs, "policies"),
          body: { policy },
        },
        call,
      );
      return {
        sentence: `Replace the policy of ${fs} (${rules(before.policy)} rules) by a new one with ${rules(policy)}.`,
        target: { kind: "filesystem", name: fs },
        requests: [request],
        facts: [
          {
            label: "active policy, which goes",
            value: cut(before.policy, 200) || "none",
            risk: true,
          },
          {
            label: `${fs} is mounted`,
            value: around.mounted ? `on ${around.nodes.length} nodes` : "nowhere",
          },
        ],
        bound: { filesystem: around.uuid || around.name, policy: digest(before.policy) },
      };
    },

    send: cluster.send,

    async check({ filesystem: fs, policy }, _sent, call) {
      const { effective } = await readBack(
        cluster,
        call,
        () => policyOf(cluster, fs, call),
        (found) => found.policy.trim() === policy.replaceAll("\r\n", "\n").trim(),
      );
      return { effective, filesystem: fs };
    },

    tell: (state) => ({
      say: `Replaced the policy of ${state.filesystem}. ${effect(state.effective)}`,
    }),
  });
