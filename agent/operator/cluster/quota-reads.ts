import type { Card } from "../card.ts";
import { call, everywhere, given, isEnding, settle, whichThing } from "../resolve.ts";
import { asFilesystem, listing } from "./listing.ts";

const snapshots: Card = {
  name: "list snapshots",
  effect: "reads",
  examples: ["list the snapshots of projects on fs1"],
  heads: [
    ...listing("<snapshots>").filter((head) => !head.includes("{filesystem")),
    "(what|which|how many) <snapshots> does (@set-noun | @thing | [the] <filesystem> {filesystem:name}) ~ have",
    "does (@set-noun | @thing) ~ have [any] <snapshots>",
    "[<show>] [me] (@set-noun | @thing) 's [@all] <snapshots>",
    "[<show>|what about|how about] [me] {thing:its} <snapshots>",
    "(what|which|how many) <snapshots> does {thing:it} have",
    "does {thing:it} have [any] <snapshots>",
    "[<show>] [me] [the] {thing:bare} <snapshots>",
    "[<show>] [me] [@all] global <snapshots>",
  ],
  adjuncts: [
    "(on|in) [the] [<filesystem>] {filesystem:name} [<filesystem>]",
    "(of|for|from|on) [the] <filesystem> [<called>] {filesystem:name}",
    "(of|for|from|on|in) @set-noun",
    "(of|for|from) @thing",
  ],
  about: { snapshots: 3 },
  *go(given_, world) {
    const found = yield* whichThing(given_, world);
    if (isEnding(found)) return found;
    const slots = settle(found, world);
    if (isEnding(slots)) return slots;
    return yield* everywhere(slots, world, (filesystem) =>
      call("snapshot_list", given({ filesystem, fileset: slots.fileset })),
    );
  },
};

const WHAT = "(what|how|which) [big|large|high|much] (is|are) [the] [current]";
const OWNER_IN = "(of|for|on|from)";
const quotas: Card = {
  name: "show quotas",
  effect: "reads",
  examples: ["what is the quota of projects on fs1?", "show the quotas of fs1"],
  heads: [
    ...listing("<quotas>").filter((head) => !head.includes("{filesystem")),
    ...["user", "group", "fileset"].flatMap((kind) =>
      listing(`{kind=${kind}} ${kind} (<quota>|<quotas>)`).filter(
        (head) => !head.includes("{filesystem"),
      ),
    ),
    ...listing("{show=defaults} default (<quota>|<quotas>)").filter(
      (h) => !h.includes("{filesystem"),
    ),
    ...listing("{show=defaults} (<quota>|<quotas>) defaults").filter(
      (h) => !h.includes("{filesystem"),
    ),
    "[<show>] [me] {show=management} [the] <quota> (management|enforcement) [state|status|mode]",
    `${WHAT} {show=management} <quota> (management|enforcement) [state|status|mode]`,
    "is {show=management} <quota> (management|enforcement) (on|enabled|active)",
    `[<show>] [me] [the] [current] (<quota>|<quotas>|<quota> (usage|use)) ${OWNER_IN} {kind=fileset} @set-noun ~`,
    `${WHAT} (<quota>|<quotas>|<quota> usage) ${OWNER_IN} {kind=fileset} @set-noun ~`,
    `[<show>] [me] [the] (<quota>|<quotas>) ${OWNER_IN} [the] {kind=user} user {name:name} ~`,
    `${WHAT} (<quota>|<quotas>) ${OWNER_IN} [the] {kind=user} user {name:name} ~`,
    `[<show>] [me] [the] (<quota>|<quotas>) ${OWNER_IN} [the] {kind=group} group {name:name} ~`,
    `${WHAT} (<quota>|<quotas>) ${OWNER_IN} [the] {kind=group} group {name:name} ~`,
    `[<show>] [me] [the] [current] <quota> ${OWNER_IN} @thing ~`,
    `${WHAT} (<quota>|<quotas>) ${OWNER_IN} @thing ~`,
    "(what|which) (<quota>|<quotas>) does (@thing | {kind=fileset} @set-noun) ~ have",
    "(what|how much) (<quota>|<quotas>) (has|does) (@thing | {kind=fileset} @set-noun) [have|got] ~",
    "does (@thing | {kind=fileset} @set-noun) ~ have a <quota>",
    "[<show>] [me] (@thing | {kind=fileset} @set-noun) 's (<quota>|<quotas>)",
    `${WHAT} (@thing | {kind=fileset} @set-noun) 's (<quota>|<quotas>)`,
    "[<show>] [me] {thing:its} (<quota>|<quotas>)",
    `${WHAT} {thing:its} (<quota>|<quotas>)`,
    "(what|how) about {thing:its} (<quota>|<quotas>)",
  ],
  adjuncts: [
    "(on|in) [the] [<filesystem>] {filesystem:name} [<filesystem>]",
    "(of|for|from|on) [the] <filesystem> [<called>] {filesystem:name}",
    "(of|for) {thing:name}",
  ],
  about: { quota: 3, quotas: 3 },
  *go(given_, world) {
    const { kind, show, name } = given_;
    // With a kind or a view the words after "of" can only be the filesystem.
    const plain =
      show !== undefined ||
      (kind !== undefined && name === undefined && given_.fileset === undefined)
        ? asFilesystem(given_)
        : given_;
    const found = yield* whichThing(plain, world);
    if (isEnding(found)) return found;
    const slots = settle(found, world);
    if (isEnding(slots)) return slots;
    const object =
      slots.fileset === undefined ? { kind, name, show } : { kind: "fileset", name: slots.fileset };
    return yield* everywhere(slots, world, (filesystem) =>
      call("quota_list", given({ filesystem, ...object })),
    );
  },
};

const policy: Card = {
  name: "show the policy",
  effect: "reads",
  examples: ["what policy is installed on fs1?"],
  heads: [
    ...listing("[active|current|installed] <policy>"),
    "(what|which) <policy> (is|are) (installed|active|in force|set|in use|used|applied) ~",
    "what is the [active|current] <policy> ~",
    "what <policy> does {filesystem:name} (have|use)",
  ],
  adjuncts: ["@of-fs"],
  about: { policy: 3 },
  go: (slots, world) =>
    everywhere(asFilesystem(slots), world, (filesystem) => call("policy_get", { filesystem })),
};

export const QUOTA_READS: readonly Card[] = [snapshots, quotas, policy];
