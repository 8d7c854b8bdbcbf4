import type { Slots } from "../slots.ts";

/** The everyday ways to ask for a list of something. */
export const listing = (noun: string): string[] => [
  `[<show>] [me|us] [(a|the) list of] [@all] ${noun} ~ [@exist]`,
  `(what|which) ${noun} ~ [@exist]`,
  `(what|which) (is|are) [@all] ${noun} ~ [@exist]`,
  `(are|is) there [any|some] ${noun}`,
  `do (we|i|you) have [any|some] ${noun}`,
  `(what|which) [of the] ${noun} (is|are) (on|in) {filesystem:name}`,
  `(what|which) ${noun} does {filesystem:name} have`,
  `how many ${noun} ~ [(are|is) [there]] ~ [@exist] [does {filesystem:name} have]`,
  `(what|which) ${noun} (are|is) [there] ~`,
  `[<show>] [me|us] what ${noun} ~ [@exist]`,
  `{filesystem:name} 's [@all] ${noun}`,
  `[<show>] [me|us] {filesystem:name} 's [@all] ${noun}`,
  `[<show>] [me|us] [the] {filesystem:bare} ${noun}`,
  `(what|how) about [@all] ${noun}`,
];

/** "of fs1" where only a filesystem can be meant. */
export function asFilesystem(slots: Slots): Slots {
  const { thing, ...rest } = slots;
  return thing === undefined || typeof thing !== "string" ? slots : { ...rest, filesystem: thing };
}
