import type { Card } from "../card.ts";
import { asking, call, ending, given, isEnding, oneFilesystem } from "../resolve.ts";

const FS = "[the] [<filesystem>] {filesystem:name} [<filesystem>]";

const policy: Card = {
  name: "set the policy",
  effect: "destroys",
  examples: ["set the policy of fs1 to \"RULE 'default' SET POOL 'system'\""],
  heads: [
    `(<set>|<install>) [the|a] [new] <policy> (of|for|on|in) ${FS} (to|with|:|by|as) [:] {policy:text}`,
    `(<set>|<install>) [the|a] [new] <policy> [:] {policy:text} (on|for|in) ${FS}`,
    `(<set>|<install>) {filesystem:name} 's <policy> (to|with|:|by) [:] {policy:text}`,
    `+2 (<set>|<install>) [the|a] [new] <policy> [(of|for|on|in) ${FS}]`,
  ],
  *go(slots, world) {
    if (slots.policy === undefined)
      return yield* asking("policy", "What is the policy text? Put it in quotation marks.", slots);
    const filesystem = yield* oneFilesystem(slots, world);
    if (isEnding(filesystem)) return filesystem;
    const { policy: rules, plan } = slots;
    return {
      end: "show",
      results: yield [call("policy_set", given({ filesystem, policy: rules, plan }))],
    };
  },
};

const cancel: Card = {
  name: "cancel a job",
  effect: "destroys",
  examples: ["cancel job 1000000000003"],
  heads: [
    "<cancel> [the] <job> [number|no|id|with id] {job:job}",
    "<cancel> {job:it}",
    "+2 <cancel> [the|a] <job>",
  ],
  *go({ job, plan }, { focus }) {
    const id =
      typeof job === "string"
        ? job
        : job && focus.kind === "job" && focus.age <= 2
          ? focus.job
          : undefined;
    if (id === undefined)
      return yield* asking("job", "Which job? Say its number.", plan === undefined ? {} : { plan });
    return { end: "show", results: yield [call("job_cancel", given({ job_id: id, plan }))] };
  },
};

const raw: Card = {
  name: "change something at an endpoint",
  effect: "reads",
  examples: [],
  heads: ["(post|put|delete|patch) {path:path} [{body:text}]"],
  go: () =>
    ending(
      'I make no raw writing requests from a sentence. In a terminal: outpost call endpoint_call \'{"method": …, "path": …}\', which shows its plan and asks in the same way.',
    ),
};

export const OTHER_WRITES: readonly Card[] = [policy, cancel, raw];
