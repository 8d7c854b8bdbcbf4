import type { JsonObject } from "../../tools/kit/json.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Rules } from "./pattern.ts";
import type { Reader, Slots, Words } from "./slots.ts";
import type { Token } from "./tokens.ts";

type Effect = "reads" | "changes" | "destroys";
export type Call = { tool: string; input: JsonObject };

/** What came back of a call, fences and structure taken apart. */
export type Result = { call: Call; ok: boolean; text: string; data: JsonObject | undefined };

/** What the conversation has named last; "it" is the most particular of these. */
export type Focus = Readonly<{
  kind?: "filesystem" | "fileset" | "snapshot" | "job" | "node" | "recording";
  filesystem?: string;
  fileset?: string;
  snapshot?: string;
  job?: string;
  node?: string;
  recording?: string;
  /** How many turns ago it was named. */
  age: number;
}>;

/** What a card may know besides its slots. All of it is read from the conversation. */
export type World = {
  focus: Focus;
  /** Filesystems that the cluster has listed in this conversation, the present turn included. */
  filesystems: readonly string[];
  /** The filesystem a fileset was last spoken of with. */
  homes: ReadonlyMap<string, string>;
  /** The recordings that a list or a search showed last, in its order: "the second one". */
  listed: Listed;
  /** What goes on with the lists that the last answer did not show to their end: "more". */
  unread: readonly Call[];
  tools: ReadonlySet<string>;
  /** The tools among them that take how many of a list are wanted. */
  counted: ReadonlySet<string>;
};

/** `age`: how many turns ago it was shown. */
export type Listed = Readonly<{ recordings: readonly string[]; age: number }>;

/** How a card ends its turn. `ask` names the slot that the person's next words fill. */
export type Ending =
  | { end: "say"; text: string }
  /** What was asked for is not to be had here, whatever else is known about it. */
  | { end: "refuse"; stop: "not_allowed" | "not_connected"; text: string }
  | { end: "ask"; slot: string; text: string; slots: Slots }
  | { end: "show"; results: readonly Result[]; headings?: readonly string[] };

/** The calls of one round go out together; their results come back to the card. */
type Run = Generator<readonly Call[], Ending, readonly Result[]>;

/** One thing the operator can do: how people say it, and what it then does. */
export type Card = {
  name: string;
  effect: Effect;
  /** Sentences shown to a person who was not understood. */
  examples: readonly string[];
  /** Patterns (see pattern.ts); `~` and both ends take the adjuncts. */
  heads: readonly string[];
  adjuncts?: readonly string[];
  /** For reads alone: words that give the subject away where no head fits, or `{slot}` for a slot that was read, and their weight. */
  about?: Readonly<Record<string, number>>;
  go(slots: Slots, world: World): Run;
};

/** A system behind the hub, as the operator knows it: its words, its cards, its tools. */
export type System = {
  name: string;
  lexicon: Lexicon;
  rules: Rules;
  cards: readonly Card[];
  tools: Readonly<Record<string, Effect>>;
  /** Words of the world that must not be taken for a typo of a keyword. */
  others: readonly string[];
  /** Keywords that are everyday names too: "data". */
  nameable: readonly string[];
  /** Kinds of slots that only this system has. */
  readers?: Readonly<Record<string, Reader>>;
  /** Whether a word is its own matter: in another system's sentences that is unlikely as a name nothing announces. */
  isSubject(low: string): boolean;
  /** "and on fs2?": the request before it, about something else. */
  again: {
    patterns: readonly string[];
    /** Which requests can be carried on so; without it those that read. */
    carries?(card: Card): boolean;
    apply(last: { card: Card; slots: Slots }, said: Slots, known: Known): Slots | undefined;
    /** What it means where there is no request of this system to carry on. */
    fresh?(said: Slots): { card: Card; slots: Slots } | undefined;
  };
  /** Puts what the request before named in the place of "it" and "there". */
  settle?(slots: Slots, last: Slots): Slots;
  /** What a sentence names that is understood only by its subject. */
  loosely(tokens: readonly Token[], words: Words): Slots;
  /** Typical sentences, shown to a person who says hello or asks for help. */
  typical: readonly string[];
  /** What to do where none is connected. */
  absent: string;
};

/** What the conversation has listed. */
type Known = { filesystems: readonly string[] };
