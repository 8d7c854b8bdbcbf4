import type { Card } from "../card.ts";
import { ending } from "../resolve.ts";

/** What people ask of a recorder that is not to be had here: says so, and what comes near. */
const beyond = (name: string, heads: readonly string[], words: string): Card => ({
  name,
  effect: "reads",
  examples: [],
  heads,
  go: () => ending(words),
});

export const BEYOND: readonly Card[] = [
  beyond(
    "play",
    [
      "(play|replay|listen to|hear) [back] [me|us] @some [again|back|aloud]",
      "(play|replay) [back] [me|us] [my|the] <recordings>",
    ],
    "I cannot play sound. The page of `outpost server` plays it in a browser; for a file say: export the last one as wav.",
  ),
  beyond(
    "send",
    ["(send|email|mail|share|forward) [me|us] @some [(to|with|by|via) {rest:text}]"],
    "I cannot send a recording to anybody. For a file that you can send, say: export the last one as srt.",
  ),
  beyond(
    "rename",
    ["(rename|tag|label) @some [{rest:text}]"],
    "A recording has no name that could be changed: it is known by its id and its time.",
  ),
  beyond(
    "translate",
    ["translate @some [{rest:text}]"],
    "I cannot translate. The words as they were said: read me the last transcript.",
  ),
];
