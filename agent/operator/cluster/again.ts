import type { System } from "../card.ts";
import type { Slots } from "../slots.ts";

/** "and on fs2?": the last read once more, with another filesystem or another fileset. */
export const AGAIN: System["again"] = {
  patterns: [
    "(what|how) about [on|for|in|of] [the] {thing:bare}",
    "(on|for|in|of) {thing:bare}",
    "and [the] {thing:bare}",
    "[the] same (on|for|in|of) {thing:bare}",
  ],
  apply({ slots }, { thing }, { filesystems }) {
    if (typeof thing !== "string") return undefined;
    const object = ["fileset", "name", "thing"].find((slot) => slots[slot] !== undefined);
    const isFilesystem = (name: string) =>
      filesystems.includes(name) || /^(?:fs|gpfs)\d+$/i.test(name);
    if (object === undefined) return { ...slots, filesystem: thing };
    if (isFilesystem(thing)) {
      // "how full is fs1?", "and fs2?": one filesystem in the place of another, not a fileset of that name in it.
      const { [object]: before, ...rest } = slots;
      const replaced = typeof before === "string" && isFilesystem(before);
      return { ...(replaced && slots.filesystem === undefined ? rest : slots), filesystem: thing };
    }
    return { ...slots, [object]: thing };
  },
};

/** What a sentence names around the words for filesystem and fileset. */
export const loosely: System["loosely"] = (tokens, words) => {
  const slots: Record<string, string> = {};
  const filesystems = new Set<string>();
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1]?.low === "the" ? tokens[i - 2]?.low : tokens[i - 1]?.low;
    if (token.kind === "mark" || words.isKeyword(token.low)) continue;
    if (!/^[\p{L}\p{N}._-]+$/u.test(token.text)) continue;
    if (before === "fileset") slots.fileset = token.text;
    else if (/^(?:filesystem|on|in)$/.test(before ?? "") || /^(?:fs|gpfs)\d+$/i.test(token.text))
      filesystems.add(token.text);
    else if (/^(?:of|for|from)$/.test(before ?? "")) slots.thing = token.text;
  }
  // Of several none is left out: without one a read looks at each there is.
  const [only] = filesystems;
  if (only !== undefined && filesystems.size === 1) slots.filesystem = only;
  return slots satisfies Slots;
};
