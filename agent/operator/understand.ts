import type { Card, System } from "./card.ts";
import { Vocabulary } from "./lexicon.ts";
import { type Parse, parses } from "./match.ts";
import type { Node } from "./pattern.ts";
import type { Slots } from "./slots.ts";
import { type Manner, requestsIn } from "./speech.ts";
import { type Talk, talkIn } from "./talk.ts";
import { type Sentence, sentences, type Token } from "./tokens.ts";

export type Understanding =
  | { kind: "request"; card: Card; slots: Slots }
  /** "and on fs2?": the request before it, about something else. */
  | { kind: "again"; thing: string }
  | { kind: "talk"; talk: Talk; near: readonly Card[] }
  /** Speaks of a change and is no plain order, or is nothing the operator knows. */
  | { kind: "unclear"; order: boolean; near: readonly Card[] };

type Compiled = { card: Card; heads: Node[]; adjuncts: Node[] };
type Reading = { card: Card; parse: Parse; manner: Manner };

/** Longer than any sentence a person types; a paste is not parsed. */
const MOST_TOKENS = 60;
// Words of doubt, of denial and of change: with one of them only a sentence understood as a whole leads to a call.
const HOLDING = new Set(
  (
    "don't dont not never no stop leave should shall may might must whether unless if maybe perhaps without " +
    "set setting change changing changed adjust modify update link linking unlink unlinking limit limiting " +
    "can't cannot won't wouldn't shouldn't nothing nobody avoid keep"
  ).split(" "),
);

/** Reads sentences by the cards of the systems. Knows nothing of the conversation. */
export class Language {
  readonly vocabulary: Vocabulary;
  readonly #cards: Compiled[];
  readonly #again: Node[];
  readonly #known = new Map<string, Understanding>();

  constructor(systems: readonly System[]) {
    const lexicon = Object.assign({}, ...systems.map((system) => system.lexicon));
    const rules = Object.assign({}, ...systems.map((system) => system.rules));
    this.vocabulary = new Vocabulary(
      lexicon,
      rules,
      systems.flatMap((system) => system.others),
      systems.flatMap((system) => system.nameable),
    );
    const compile = (pattern: string) => this.vocabulary.compile(pattern);
    this.#cards = systems.flatMap((system) =>
      system.cards.map((card) => ({
        card,
        heads: card.heads.map((head) => compile(`~ ${head} ~`)),
        adjuncts: (card.adjuncts ?? []).map(compile),
      })),
    );
    this.#again = [
      "(what|how) about [on|for|in|of] [the] {thing:bare}",
      "(on|for|in|of) {thing:bare}",
      "and [the] {thing:bare}",
      "[the] same (on|for|in|of) {thing:bare}",
    ].map(compile);
  }

  /** What a text means. The same text always means the same. */
  understand(text: string): Understanding {
    const known = this.#known.get(text);
    if (known) return known;
    const found = this.#read(text);
    if (this.#known.size >= 500) this.#known.clear();
    this.#known.set(text, found);
    return found;
  }

  #read(text: string): Understanding {
    const all = sentences(text);
    const talk = all.map(talkIn);
    const rest = all.filter((_, i) => !["hello", "thanks", "bye"].includes(talk[i] ?? ""));
    const [only, second] = rest;
    const [first] = talk;
    if (!only) return first ? this.#talk(first, all) : unclear(false, []);
    const about = rest.flatMap((sentence) => sentence.tokens);
    if (second) return unclear(this.#orders(about), this.#near(about));
    const kind = talkIn(only);
    if (kind) return this.#talk(kind, rest);
    return this.#sentence(only);
  }

  #talk(talk: Talk, about: readonly Sentence[]): Understanding {
    return { kind: "talk", talk, near: this.#near(about.flatMap((sentence) => sentence.tokens)) };
  }

  #sentence(sentence: Sentence): Understanding {
    const { tokens } = sentence;
    const near = () => this.#near(tokens);
    if (tokens.length > MOST_TOKENS) return unclear(true, near());
    const readings = this.readings(sentence);
    const [best] = readings;
    if (!best)
      return (
        this.#again_(sentence) ?? this.#loosely(tokens) ?? unclear(this.#orders(tokens), near())
      );
    const { card, parse, manner } = best;
    if (card.effect === "reads") return { kind: "request", card, slots: parse.slots };
    if (sentence.question && !manner.asked) return unclear(true, near());
    const rivals = readings.filter((other) => other.parse.cost === parse.cost);
    const meant = new Set(
      rivals.map((other) => other.card.name + JSON.stringify(sorted(other.parse.slots))),
    );
    if (meant.size > 1) return unclear(true, [...new Set(rivals.map((other) => other.card))]);
    return {
      kind: "request",
      card,
      slots: manner.plan ? { ...parse.slots, plan: true } : parse.slots,
    };
  }

  /** Every way in which the whole sentence is a request, the likeliest first. */
  readings(sentence: Sentence): Reading[] {
    const found: Reading[] = [];
    for (const { tokens, manner } of requestsIn(sentence))
      for (const { card, heads, adjuncts } of this.#cards)
        for (const head of heads)
          for (const parse of parses(head, tokens, {
            vocabulary: this.vocabulary,
            adjuncts,
            spokenOf: manner.spokenOf,
          }))
            found.push({ card, parse, manner });
    return found.sort((a, b) => a.parse.cost - b.parse.cost);
  }

  /** What a text says as the answer to a question for `slot` of `card`. */
  answer(text: string, card: Card, patterns: readonly string[]): Slots | undefined {
    const [only, second] = sentences(text);
    if (!only || second) return undefined;
    const adjuncts = this.#cards.find((known) => known.card === card)?.adjuncts ?? [];
    const found = requestsIn(only).flatMap(({ tokens }) =>
      patterns.flatMap((pattern) =>
        parses(this.vocabulary.compile(pattern), tokens, {
          vocabulary: this.vocabulary,
          adjuncts,
          spokenOf: false,
        }),
      ),
    );
    return found.sort((a, b) => a.cost - b.cost)[0]?.slots;
  }

  #again_(sentence: Sentence): Understanding | undefined {
    for (const { tokens } of requestsIn(sentence))
      for (const head of this.#again) {
        const grammar = { vocabulary: this.vocabulary, adjuncts: [], spokenOf: false };
        const thing = parses(head, tokens, grammar)[0]?.slots.thing;
        if (typeof thing === "string") return { kind: "again", thing };
      }
    return undefined;
  }

  /** A read whose subject is plain though its words are not; never where the sentence may be about a change. */
  #loosely(tokens: readonly Token[]): Understanding | undefined {
    if (this.#orders(tokens) || tokens.some((token) => HOLDING.has(token.low))) return undefined;
    let best: { card: Card; score: number } | undefined;
    for (const { card } of this.#cards) {
      let score = 0;
      for (const [word, weight] of Object.entries(card.about ?? {}))
        if (tokens.some((token) => token.low === word)) score += weight;
      if (card.effect === "reads" && score >= 3 && score > (best?.score ?? 0))
        best = { card, score };
    }
    return best && { kind: "request", card: best.card, slots: this.#looseSlots(tokens) };
  }

  #looseSlots(tokens: readonly Token[]): Slots {
    const slots: Record<string, string> = {};
    for (const [i, token] of tokens.entries()) {
      const before = tokens[i - 1]?.low === "the" ? tokens[i - 2]?.low : tokens[i - 1]?.low;
      if (token.kind === "mark" || this.vocabulary.isKeyword(token.low)) continue;
      if (!/^[\p{L}\p{N}._-]+$/u.test(token.text)) continue;
      if (before === "fileset") slots.fileset = token.text;
      else if (/^(?:filesystem|on|in)$/.test(before ?? "") || /^(?:fs|gpfs)\d+$/i.test(token.text))
        slots.filesystem = token.text;
      else if (/^(?:of|for|from)$/.test(before ?? "")) slots.thing = token.text;
    }
    return slots;
  }

  #orders(tokens: readonly Token[]): boolean {
    return tokens.some((token) => this.vocabulary.orders(token) || HOLDING.has(token.low));
  }

  /** The cards that share most words with a sentence, for examples. */
  #near(tokens: readonly Token[]): Card[] {
    const said = new Set(tokens.map((token) => token.low.replace(/s$/, "")));
    return this.#cards
      .filter(({ card }) => card.examples.length > 0)
      .map(({ card }) => {
        const words = `${card.name} ${card.examples.join(" ")}`.toLowerCase().split(/[^a-z]+/);
        const common = new Set(
          words.filter((word) => word.length > 2).map((word) => word.replace(/s$/, "")),
        );
        for (const word of ["the", "fs1", "project"]) common.delete(word);
        const name = card.name.split(" ").filter((word) => said.has(word.replace(/s$/, ""))).length;
        return { card, score: [...common].filter((word) => said.has(word)).length + 2 * name };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ card }) => card);
  }
}

const unclear = (order: boolean, near: readonly Card[]): Understanding => ({
  kind: "unclear",
  order,
  near,
});

const sorted = (slots: Slots) => Object.entries(slots).sort(([a], [b]) => (a < b ? -1 : 1));
