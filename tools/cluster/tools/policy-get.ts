import { z } from "zod";
import { type Call, defineRead } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { cut } from "../../kit/untrusted.ts";
import type { ClusterClient } from "../client.ts";
import { part, text } from "../contract.ts";
import { filesystem } from "../inputs.ts";
import { aroundFilesystem } from "../lookup.ts";
import { fitting } from "../outputs.ts";
import { pathOf } from "../paths.ts";

const LONGEST = 9_000;

const Policy = part({ policy: text, policy_contents: text });
const Rule = part({ name: text, type: text, rule: text });

/** The text of the active policy; "" where none is installed. Native v3 sends it in base64. */
export async function policyOf(cluster: ClusterClient, fs: string, call: Call) {
  const { item, version } = await cluster.object(pathOf("filesystems", fs, "policies"), {}, call);
  const { policy, policy_contents } = Policy.parse(item);
  return { policy: policy || Buffer.from(policy_contents, "base64").toString("utf8"), version };
}

export const policyGet = (cluster: ClusterClient) =>
  defineRead({
    name: "policy_get",
    title: "Show policy",
    description: "The active placement and migration policy and its rules.",
    input: z.object({ filesystem }),
    output: z.object({
      filesystem: z.string(),
      policy: z.string(),
      truncated: z.boolean(),
      rules: z.array(z.object({ name: z.string(), type: z.string() })),
      api: z.string(),
    }),
    async run({ filesystem: fs }, call) {
      await aroundFilesystem(cluster, fs, call);
      const { policy, version } = await policyOf(cluster, fs, call);
      const rules = await rulesOf(cluster, fs, policy, call);
      return {
        filesystem: fs,
        policy: fitting(policy, LONGEST),
        truncated: fitting(policy, LONGEST) !== policy || rules.length > 60,
        rules: rules.slice(0, 60),
        api: version,
      };
    },
    tell: (found) => ({
      say: `The policy of ${found.filesystem} has ${found.rules.length} rules.`,
      data: found.policy,
    }),
  });

/** The rules as the cluster lists them; read out of the policy where it has no such endpoint. */
async function rulesOf(cluster: ClusterClient, fs: string, policy: string, call: Call) {
  try {
    const { items } = await cluster.list(pathOf("filesystems", fs, "policyrules"), {}, call);
    return items.map((item) => {
      const rule = Rule.parse(item);
      return { name: cut(rule.name, 80), type: cut(rule.type, 80) };
    });
  } catch (thrown) {
    if (!(thrown instanceof HubError) || thrown.problem !== "not-found") throw thrown;
    return [...policy.matchAll(/\bRULE\s+(?:'([^']*)'|(\S+))\s+(\w+(?:\s+POOL)?)/gi)].map((m) => ({
      name: cut(m[1] ?? m[2] ?? "", 80),
      type: m[3] ?? "",
    }));
  }
}
