import { accept } from "./accept.ts";
import { type Call, flag, ok, type Reply, text } from "./call.ts";
import { filesystemsMeant, theFilesystem } from "./find.ts";
import { JobFailure } from "./job-book.ts";
import { invalid } from "./refusal.ts";
import type { Route } from "./route.ts";

const PATH = "/filesystems/{filesystemName}";

export const policyRoutes: Route[] = [
  {
    method: "GET",
    path: `${PATH}/policies`,
    on: "both*",
    says: "Shows the active policy of a filesystem.",
    run: (call) =>
      ok({
        policies: filesystemsMeant(call).map((one) => ({
          filesystemName: one.facts.name,
          policy: one.policy,
        })),
      }),
  },
  {
    method: "PUT",
    path: `${PATH}/policies`,
    on: "both*",
    says: "Installs a policy in place of the active one, or with a partition a part of it.",
    body: { policy: "RULE 'default' SET POOL 'system'" },
    run: install,
  },
  {
    method: "GET",
    path: `${PATH}/policyrules`,
    on: "both*",
    says: "Lists the rules of the active policy.",
    run: (call) =>
      ok({
        policyRules: filesystemsMeant(call).flatMap((one) =>
          rulesOf(one.policy).map((rule) => ({ filesystemName: one.facts.name, ...rule })),
        ),
      }),
  },
];

function install(call: Call): Reply {
  const filesystem = theFilesystem(call);
  const contents = text(call.body, "policy_contents");
  const policy = text(call.body, "policy") ?? (contents && atob(contents));
  if (!policy?.trim()) throw invalid("policy");
  const testOnly = flag(call, "test_only") || call.body.test_only === true;
  const partition = text(call.body, "partition");
  const { name } = filesystem.facts;
  return accept(call, {
    commands: [`mmchpolicy '${name}' 'policy.txt'${testOnly ? " -I test" : ""}`],
    progress: ["(1/1) Installing policy"],
    act: () => {
      const rules = rulesOf(policy);
      if (rules.length === 0)
        throw new JobFailure("EFSSG0479C The policy has no rule; every rule begins with RULE.");
      for (const { rule } of rules)
        for (const [, pool] of rule.matchAll(/\b(?:SET|FROM|TO)\s+POOL\s+'([^']*)'/gi))
          if (!filesystem.pools.some((one) => one.storagePoolName === pool))
            throw new JobFailure(
              `EFSSG0480C The policy names the pool ${pool}, which ${name} lacks.`,
            );
      if (testOnly) return [`EFSSG0051I The policy is valid for file system ${name}.`];
      filesystem.policy = partition ? `${filesystem.policy}\n${policy}` : policy;
      return [`EFSSG0052I The policy has been installed in file system ${name}.`];
    },
  });
}

/** The rules of a policy text: what stands between one RULE and the next, comments left out. */
function rulesOf(policy: string): { name: string; type: string; rule: string }[] {
  const bare = policy.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const starts = [...bare.matchAll(/\bRULE\b/gi)].map((found) => found.index);
  return starts.map((start, index) => {
    const rule = bare.slice(start, starts[index + 1]).trim();
    const [, name = "", action = ""] =
      /^RULE\s+(?:'([^']*)'\s*)?(\S+(?:\s+POOL\b)?)/i.exec(rule) ?? [];
    return { name, type: action.toUpperCase().replace(/\s+/, " "), rule };
  });
}
