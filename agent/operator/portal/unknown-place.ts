import type { Reader, SlotValue, Words } from "../slots.ts";
import type { Token } from "../tokens.ts";
import { READERS } from "./readers.ts";

const list = (words: string) => words.split(" ");

const BEFORE_A_PLACE = new Set(list("at in from over near"));
const ARTICLES = new Set(list("the my our your"));
/** Where a place's name ends, if no mark does it: words of time, and those that begin another part of the sentence. */
const AFTER_A_PLACE = new Set(
  list(
    "tonight today tomorrow now currently right this next on at in from for with to and or but if when is are be " +
      "please yet still already monday tuesday wednesday thursday friday saturday sunday",
  ),
);
/** What follows "at" or "in" without being a place. */
const NO_PLACES = new Set(
  list(
    "a an all any each every least most best once last present time times moment moments hour hours minute minutes second " +
      "seconds day days week weeks month year morning afternoon evening midnight midday noon dusk dawn " +
      "sunset sunrise winter summer spring autumn case cases general particular total detail details " +
      "advance short future past end beginning start average degrees celsius fahrenheit percent words " +
      "english german numbers colour color colours colors narrowband broadband mono rgb lrgb hydrogen " +
      "oxygen sulphur sulfur infrared moonlight darkness order range front mind there here it them us me",
  ),
);

/**
 * A name that is no site, no telescope, no object of the sky and no time: "moon base". Nothing where every word of it
 * is one that the sentences of this or another system know.
 */
export const place: Reader = (tokens, at, words) => {
  if (ends(tokens[at]) || isKnown(tokens, at, words)) return [];
  let end = at + 1;
  while (end < at + 4 && !ends(tokens[end])) end++;
  const name = tokens.slice(at, end);
  if (name.some(({ low }) => NO_PLACES.has(low) || /^\d/.test(low))) return [];
  if (name.every(({ low }) => words.isKeyword(low) || words.isForeign(low))) return [];
  return [{ end, value: name.map(({ text }) => text).join(" "), cost: 2 }];
};

/** The first such name that stands after "at", "in" or "from". */
export function unknownPlace(tokens: readonly Token[], words: Words): SlotValue | undefined {
  for (const [at, { low, kind }] of tokens.entries()) {
    if (kind !== "word" || !BEFORE_A_PLACE.has(low)) continue;
    const start = ARTICLES.has(tokens[at + 1]?.low ?? "") ? at + 2 : at + 1;
    const [read] = place(tokens, start, words);
    if (read) return read.value;
  }
  return undefined;
}

const ends = (token: Token | undefined) => token?.kind !== "word" || AFTER_A_PLACE.has(token.low);

const isKnown = (tokens: readonly Token[], at: number, words: Words) =>
  Object.values(READERS).some((reader) => reader(tokens, at, words).length > 0);
