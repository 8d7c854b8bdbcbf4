import type { Card, World } from "../card.ts";
import { ask, asking, call, given, isEnding, oneFilesystem, settle, text } from "../resolve.ts";
import type { Slots } from "../slots.ts";

const OWNER = "@quota-owner";
const VERB = "(<set>|<alter>|<limit>)";
const SIZE = "[a|the] [maximum|max|at most|up to|exactly|new total] {hard:size}";
const HARD = `[hard|block|storage|space|disk] <quota>`;

const set: Card = {
  name: "set a quota",
  effect: "changes",
  examples: ["set the quota of projects on fs1 to 20 GiB", "limit user alice on fs1 to 5 GiB"],
  heads: [
    `${VERB} [@det] [current] ${HARD} ~ (of|for) ${OWNER} ~ (to|up to|down to|at|=|:) ${SIZE}`,
    `+1 ${VERB} [@det] ${HARD} on ${OWNER} ~ (to|up to|down to|at|=|:) ${SIZE}`,
    `${VERB} [@det] soft <quota> ~ (of|for|on) ${OWNER} ~ (to|up to|down to|at|=|:) {soft:size}`,
    `${VERB} [the] ${OWNER} 's ${HARD} ~ (to|up to|down to|at|=|:) ${SIZE}`,
    `${VERB} [the] ${OWNER} 's soft <quota> ~ (to|up to|down to|at|=|:) {soft:size}`,
    `${VERB} {name:its} ${HARD} ~ (to|up to|down to|at|=|:) ${SIZE}`,
    `${VERB} {name:its} soft <quota> ~ (to|up to|down to|at|=|:) {soft:size}`,
    `(<set>|<create>) [@det] ${HARD} of {hard:size} ~ (for|on) ${OWNER}`,
    `(<set>|<create>) [@det] {hard:size} ${HARD} ~ (for|on) ${OWNER}`,
    `(<set>|<create>) [@det] soft <quota> of {soft:size} ~ (for|on) ${OWNER}`,
    `(<set>|<create>) [@det] {soft:size} soft <quota> ~ (for|on) ${OWNER}`,
    `<grant> ${OWNER} ~ [@det] ${HARD} of ${SIZE}`,
    `<grant> ${OWNER} ~ ${SIZE} [${HARD}|of (space|storage|room|disk)]`,
    `<grant> [@det] {hard:size} [${HARD}|of (space|storage|room)] to ${OWNER}`,
    `(<limit>|<alter>) ${OWNER} ~ (to|up to|down to|at) ${SIZE}`,
    `${OWNER} ~ (needs|gets|should have|should get|shall have|is to have) [@det] ${HARD} of ${SIZE}`,
    `(<set>|<alter>) {name:it} ~ (to|up to|down to|at) ${SIZE}`,
    `let ${OWNER} ~ (use|have|grow to|store) [up to|at most] {hard:size}`,
    `${VERB} [@det] <quota> ~ (of|for|on) ${OWNER} ~ to {hard:size} hard and {soft:size} soft`,
    `${VERB} [@det] <quota> ~ (of|for|on) ${OWNER} ~ to {soft:size} soft and {hard:size} hard`,
    `(<set>|<limit>) ${OWNER} ~ (to|at) [at most] {files_hard:count} files`,
    `${VERB} [@det] (file|files|inode) <quota> ~ (of|for|on) ${OWNER} ~ (to|at) {files_hard:count} [files|inodes]`,
    `+1 <set> [@det] ${HARD} (of|for) ${OWNER} ~ ${SIZE}`,
    // A size is missing, or only its difference is said: it is asked for.
    `+3 ${VERB} [@det] ${HARD} (of|for|on) ${OWNER}`,
    `+3 ${VERB} [the] ${OWNER} 's ${HARD}`,
    `+3 ${VERB} {name:its} ${HARD}`,
    `+1 ${VERB} [@det] ${HARD} (of|for|on) ${OWNER} ~ by {by:size}`,
    `+1 ${VERB} [the] ${OWNER} 's ${HARD} ~ by {by:size}`,
    `+1 ${VERB} {name:its} ${HARD} ~ by {by:size}`,
  ],
  adjuncts: [
    "@fs",
    "[with|and] [@det] soft <quota> [of|at|to|is] {soft:size}",
    "[with|and] [@det] {soft:size} soft <quota>",
    "[with|and] [at most] {files_hard:count} files",
    "from {was:size}",
  ],
  go: (slots, world) => {
    const { hard, soft, files_hard } = slots;
    if (hard === undefined && soft === undefined && files_hard === undefined)
      return asking("hard", "To how much in all, such as 20 GiB?", slots);
    return quotaSet(slots, world);
  },
};

function* quotaSet(given_: Slots, world: World): ReturnType<Card["go"]> {
  const slots = settle(given_, world, "name");
  if (isEnding(slots)) return slots;
  if (slots.name === undefined) return ask("name", "Whose quota: which fileset?", slots);
  const fileset = slots.kind === undefined ? text(slots.name) : undefined;
  const filesystem = yield* oneFilesystem(slots, world, fileset);
  if (isEnding(filesystem)) return filesystem;
  const { kind, name, hard, soft, files_hard, plan } = slots;
  const write = call("quota_set", given({ filesystem, kind, name, hard, soft, files_hard, plan }));
  return { end: "show", results: yield [write] };
}

const remove: Card = {
  name: "remove a quota",
  effect: "changes",
  examples: ["remove the quota of projects on fs1"],
  heads: [
    `<delete> [the] [<fileset>] <quota> (of|for|from|on) ${OWNER}`,
    `<delete> [the] ${OWNER} 's <quota>`,
    "<delete> {name:its} <quota>",
    `lift [the] <quota> (of|for|from|on) ${OWNER}`,
    `(<set>|<alter>) [the] <quota> (of|for|on) ${OWNER} ~ to (unlimited|no limit|none)`,
    `(<set>|<alter>) [the] ${OWNER} 's <quota> ~ to (unlimited|no limit|none)`,
    `(<set>|<alter>) {name:its} <quota> ~ to (unlimited|no limit|none)`,
  ],
  adjuncts: ["@fs"],
  go: (slots, world) => quotaSet({ ...slots, hard: "0", soft: "0" }, world),
};

export const QUOTA_WRITES: readonly Card[] = [set, remove];
