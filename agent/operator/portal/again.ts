import type { System } from "../card.ts";
import { IT, type Slots, type SlotValue } from "../slots.ts";
import { status, weather } from "./observing.ts";
import { see, what } from "./planning.ts";
import { READERS } from "./readers.ts";
import { unknownPlace } from "./unknown-place.ts";

/** What each card can be asked about anew. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  tonight: ["site", "telescope", "target", "date"],
  visibility: ["site", "telescope", "target", "date"],
  night: ["site", "date"],
  weather: ["site", "date"],
  "telescope status": ["site", "telescope"],
  telescopes: ["site", "telescope"],
  prices: ["site", "telescope"],
};

/**
 * "and from Chile?", "what about T9?", "and M42?", "and tomorrow?": the last read once more, about another site,
 * telescope, object or night.
 */
export const AGAIN: System["again"] = {
  patterns: ["{site:site}", "{telescope:telescope}", "{target:target}", "{date:night}"]
    .flatMap((thing) => [
      `(what|how) about [(on|for|in|of|at|from|with)] [the] ${thing}`,
      `(on|for|in|of|at|from|with) [the] ${thing}`,
      `and [(on|for|in|of|at|from|with)] [the] ${thing}`,
      `[the] same (on|for|in|of|at|from|with) [the] ${thing}`,
      `+1 ${thing}`,
    ])
    .concat(["and [what about|how about] [it] (at|in|from|over) [the] {elsewhere:place}"]),
  apply({ card, slots }, said) {
    if (
      !Object.keys(said).every((slot) =>
        TAKES[card.name]?.includes(slot === "elsewhere" ? "site" : slot),
      )
    )
      return undefined;
    const { elsewhere: _elsewhere, ...known } = slots;
    const { site: _site, telescope: _telescope, ...rest } = known;
    // A telescope stands at one site: naming the one drops the other.
    const moves = said.site ?? said.telescope ?? said.elsewhere;
    const kept = moves === undefined ? known : rest;
    return { ...kept, ...said };
  },
  fresh(said) {
    if (said.elsewhere !== undefined) return undefined;
    if (said.target !== undefined) return { card: see, slots: said };
    if (said.telescope !== undefined) return { card: status, slots: said };
    return { card: said.date === undefined ? weather : what, slots: said };
  },
};

/** "it" is the object and "there" the site that was asked about before. */
export function settle({ there, ...slots }: Slots, last: Slots): Slots {
  const site = slots.site ?? (there ? last.site : undefined);
  const target = slots.target === IT ? last.target : slots.target;
  const { site: _site, target: _target, ...rest } = slots;
  return {
    ...rest,
    ...(site === undefined ? {} : { site }),
    ...(target === undefined ? {} : { target }),
  };
}

/** The first site, telescope and object that a sentence names anywhere, or else a place that is no site of ours. */
export const loosely: System["loosely"] = (tokens, words) => {
  const slots: Record<string, SlotValue> = {};
  for (const name of ["site", "telescope", "target"])
    for (const at of tokens.keys()) {
      const [read] = READERS[name]?.(tokens, at, words) ?? [];
      if (read && slots[name] === undefined) slots[name] = read.value;
    }
  const elsewhere = slots.site === undefined ? unknownPlace(tokens, words) : undefined;
  return elsewhere === undefined ? slots : { ...slots, elsewhere };
};
