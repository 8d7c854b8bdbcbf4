import type { Card, System } from "./card.ts";
import { Vocabulary } from "./lexicon.ts";
import type { Grammar } from "./match.ts";
import type { Node } from "./pattern.ts";

/** A system with its patterns compiled in its own vocabulary: what a word is to one system it need not be to another. */
export type CompiledSystem = {
  system: System;
  vocabulary: Vocabulary;
  cards: readonly { card: Card; heads: readonly Node[]; adjuncts: readonly Node[] }[];
  again: readonly Node[];
  /** How its patterns are matched, with these adjuncts. */
  grammar: (adjuncts: readonly Node[], spokenOf: boolean) => Grammar;
};

/** Compiles one system of several. Throws on a mistake in a card. */
export function compileSystem(system: System, all: readonly System[]): CompiledSystem {
  const foreign = (low: string) => all.some((other) => other !== system && other.isSubject(low));
  const { lexicon, rules, others, nameable, readers } = system;
  const vocabulary = new Vocabulary(lexicon, rules, others, nameable, foreign);
  const compile = (pattern: string) => vocabulary.compile(pattern);
  return {
    system,
    vocabulary,
    cards: system.cards.map((card) => ({
      card,
      heads: card.heads.map((head) => compile(`~ ${head} ~`)),
      adjuncts: (card.adjuncts ?? []).map(compile),
    })),
    again: system.again.patterns.map(compile),
    grammar: (adjuncts, spokenOf) => ({ vocabulary, adjuncts, spokenOf, readers }),
  };
}
