import { AMOUNTS } from "./amounts.ts";
import type { Vocabulary } from "./lexicon.ts";
import type { Node } from "./pattern.ts";
import { NAMES, type Reader, type Slots } from "./slots.ts";
import type { Token } from "./tokens.ts";

export type Parse = { slots: Slots; cost: number };

type State = { slots: Slots; cost: number; used: ReadonlySet<Node> };
type Next = (at: number, state: State) => void;

const READERS: Readonly<Record<string, Reader>> = { ...NAMES, ...AMOUNTS };
/** A sentence is short; what needs more steps than this is a paste and is not understood. */
const MOST_STEPS = 60_000;

/** What may stand between two parts of a sentence without meaning anything. */
const FILLERS = [
  "please",
  "pls",
  "kindly",
  "and",
  "but",
  "also",
  "then",
  "too",
  "for me",
  "now",
  ",",
];

export type Grammar = {
  vocabulary: Vocabulary;
  /** What may follow a card's heads: in any order, each once. */
  adjuncts: readonly Node[];
  /** Kinds of slots beside those that every system has. */
  readers?: Readonly<Record<string, Reader>> | undefined;
  /** Inflected verbs are understood too. */
  spokenOf: boolean;
};

/**
 * All ways in which `tokens` are, to the last one, what `head` says. Nothing may be left over: a word that is not
 * accounted for ("unless", "not", "tomorrow") makes the sentence not understood rather than half understood.
 */
export function parses(head: Node, tokens: readonly Token[], grammar: Grammar): Parse[] {
  const found: Parse[] = [];
  let steps = 0;

  function match(node: Node, at: number, state: State, next: Next): void {
    if (++steps > MOST_STEPS) return;
    switch (node.t) {
      case "word":
        if (isWord(tokens[at], node.word)) next(at + 1, state);
        else if (tokens[at]?.text === "," && isWord(tokens[at + 1], node.word)) next(at + 2, state);
        return;
      case "class":
        for (const { end, cost } of grammar.vocabulary.phrasesAt(
          node.name,
          tokens,
          at,
          grammar.spokenOf,
        ))
          next(end, { ...state, cost: state.cost + cost });
        return;
      case "slot":
        slot(node, at, state, next);
        return;
      case "set":
        if (state.slots[node.slot] === undefined)
          next(at, { ...state, slots: { ...state.slots, [node.slot]: node.value } });
        return;
      case "cost":
        next(at, { ...state, cost: state.cost + node.cost });
        return;
      case "adjuncts":
        adjuncts(at, state, next);
        return;
      case "seq":
        sequence(node.of, 0, at, state, next);
        return;
      case "alt":
        for (const one of node.of) match(one, at, state, next);
        return;
    }
  }

  function sequence(nodes: readonly Node[], i: number, at: number, state: State, next: Next): void {
    const node = nodes[i];
    if (!node) next(at, state);
    else match(node, at, state, (end, after) => sequence(nodes, i + 1, end, after, next));
  }

  function slot(node: Node & { t: "slot" }, at: number, state: State, next: Next): void {
    if (state.slots[node.slot] !== undefined) return;
    const reader = READERS[node.type] ?? grammar.readers?.[node.type];
    if (!reader) throw new Error(`No such slot type: ${node.type}`);
    for (const { end, value, cost } of reader(tokens, at, grammar.vocabulary))
      next(end, {
        ...state,
        cost: state.cost + cost,
        slots: { ...state.slots, [node.slot]: value },
      });
  }

  function adjuncts(at: number, state: State, next: Next): void {
    for (const start of [at, ...fillersAt(tokens, at)]) {
      next(start, state);
      for (const one of grammar.adjuncts) {
        if (state.used.has(one)) continue;
        const used = new Set([...state.used, one]);
        match(one, start, { ...state, used }, (end, after) => {
          if (end > start) adjuncts(end, after, next);
        });
      }
    }
  }

  match(head, 0, { slots: {}, cost: 0, used: new Set() }, (at, { slots, cost }) => {
    if (at === tokens.length) found.push({ slots, cost });
  });
  return found.sort((a, b) => a.cost - b.cost);
}

const isWord = (token: Token | undefined, word: string) =>
  token !== undefined && token.kind !== "quoted" && token.low === word;

/** The places that can be reached from `at` by leaving out fillers, up to three of them. */
function fillersAt(tokens: readonly Token[], at: number): number[] {
  const reached: number[] = [];
  let from = [at];
  for (let round = 0; round < 3 && from.length > 0; round++) {
    from = from.flatMap((start) =>
      FILLERS.map((filler) => filler.split(" "))
        .filter((words) => words.every((word, i) => isWord(tokens[start + i], word)))
        .map((words) => start + words.length),
    );
    reached.push(...from);
  }
  return [...new Set(reached)];
}
