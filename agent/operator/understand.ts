import type { Card, System } from "./card.ts";
import { type CompiledSystem, compileSystem } from "./compiled-system.ts";
import { type Parse, parses } from "./match.ts";
import type { Slots } from "./slots.ts";
import { type Manner, requestsIn } from "./speech.ts";
import { type Talk, talkIn } from "./talk.ts";
import { type Sentence, sentences, type Token } from "./tokens.ts";

export type Understanding =
  /** `either`: what may as well be meant, in all systems together: only the conversation can tell. */
  | { kind: "request"; card: Card; slots: Slots; either?: readonly Wanted[] }
  /** "and on fs2?": the request before it, about something else; what was said, in the words of each system. */
  | { kind: "again"; said: ReadonlyMap<System, Slots> }
  | { kind: "talk"; talk: Talk; near: readonly Card[] }
  /**
   * Speaks of a change and is no plain order, or is nothing the operator knows. `either`: an order that two systems
   * understand ("delete it"), which only the conversation can settle.
   */
  | { kind: "unclear"; order: boolean; near: readonly Card[]; either?: readonly Wanted[] };

export type Wanted = { card: Card; slots: Slots };

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
  readonly #systems: readonly CompiledSystem[];
  readonly #known = new Map<string, Understanding>();

  constructor(systems: readonly System[]) {
    this.#systems = systems.map((system) => compileSystem(system, systems));
  }

  /** True for a word that is no name in the sentences of this card's system. */
  isKeyword(low: string, card: Card): boolean {
    return this.#of(card)?.vocabulary.isKeyword(low) ?? false;
  }

  #of(card: Card): CompiledSystem | undefined {
    return this.#systems.find(({ system }) => system.cards.includes(card));
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
    // "How do I …?" and "stop" are talk, unless a card knows the whole of it and only reads.
    const read = kind === "how-to" || kind === "stop" ? this.readings(only)[0] : undefined;
    if (kind && read?.card.effect !== "reads") return this.#talk(kind, rest);
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
        this.#again(sentence) ?? this.#loosely(tokens) ?? unclear(this.#orders(tokens), near())
      );
    const { card, parse, manner } = best;
    const rivals = distinct(readings.filter((other) => other.parse.cost === parse.cost));
    const either = rivals.map(wanted);
    if (card.effect === "reads") return { kind: "request", card, slots: parse.slots, either };
    if (sentence.question && !manner.asked) return unclear(true, near());
    if (rivals.length > 1)
      return { ...unclear(true, [...new Set(rivals.map((other) => other.card))]), either };
    return { kind: "request", ...wanted(best) };
  }

  /** Every way in which the whole sentence is a request, the likeliest first. */
  readings(sentence: Sentence): Reading[] {
    const found: Reading[] = [];
    for (const { tokens, manner } of requestsIn(sentence))
      for (const { cards, grammar } of this.#systems)
        for (const { card, heads, adjuncts } of cards)
          for (const head of heads)
            for (const parse of parses(head, tokens, grammar(adjuncts, manner.spokenOf)))
              found.push({ card, parse, manner });
    return found.sort((a, b) => a.parse.cost - b.parse.cost);
  }

  /** What a text says as the answer to a question for `slot` of `card`. */
  answer(text: string, card: Card, patterns: readonly string[]): Slots | undefined {
    const [only, second] = sentences(text);
    const compiled = this.#of(card);
    if (!only || second || !compiled) return undefined;
    const { cards, vocabulary, grammar } = compiled;
    const adjuncts = cards.find((known) => known.card === card)?.adjuncts ?? [];
    const found = requestsIn(only).flatMap(({ tokens }) =>
      patterns.flatMap((pattern) =>
        parses(vocabulary.compile(pattern), tokens, grammar(adjuncts, false)),
      ),
    );
    return found.sort((a, b) => a.cost - b.cost)[0]?.slots;
  }

  #again(sentence: Sentence): Understanding | undefined {
    const found = this.#systems.flatMap(({ system, again, grammar }) =>
      requestsIn(sentence)
        .flatMap(({ tokens }) => again.flatMap((head) => parses(head, tokens, grammar([], false))))
        .sort((a, b) => a.cost - b.cost)
        .slice(0, 1)
        .map((parse) => ({ system, ...parse })),
    );
    // "M42" is a fileset's name only where no system knows it as its own matter.
    const least = Math.min(...found.map(({ cost }) => cost));
    const said = found.filter(({ cost }) => cost <= least + 1);
    if (said.length === 0) return undefined;
    return { kind: "again", said: new Map(said.map(({ system, slots }) => [system, slots])) };
  }

  /** A read whose subject is plain though its words are not; never where the sentence may be about a change. */
  #loosely(tokens: readonly Token[]): Understanding | undefined {
    if (this.#orders(tokens) || tokens.some((token) => HOLDING.has(token.low))) return undefined;
    let best: { card: Card; score: number; slots: Slots } | undefined;
    for (const { system, vocabulary } of this.#systems) {
      const slots = system.loosely(tokens, vocabulary);
      const said = new Set([
        ...tokens.map((token) => token.low),
        ...Object.keys(slots).map((slot) => `{${slot}}`),
      ]);
      for (const card of system.cards) {
        let score = 0;
        for (const [word, weight] of Object.entries(card.about ?? {}))
          if (said.has(word)) score += weight;
        if (card.effect === "reads" && score >= 3 && score > (best?.score ?? 0))
          best = { card, score, slots };
      }
    }
    return best && { kind: "request", card: best.card, slots: best.slots };
  }

  #orders(tokens: readonly Token[]): boolean {
    return tokens.some(
      (token) =>
        HOLDING.has(token.low) || this.#systems.some(({ vocabulary }) => vocabulary.orders(token)),
    );
  }

  /** The cards that share most words with a sentence, for examples. */
  #near(tokens: readonly Token[]): Card[] {
    const said = new Set(tokens.map((token) => token.low.replace(/s$/, "")));
    return this.#systems
      .flatMap(({ cards }) => cards)
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

const wanted = ({ card, parse, manner }: Reading): Wanted => ({
  card,
  slots: manner.plan ? { ...parse.slots, plan: true } : parse.slots,
});

const unclear = (order: boolean, near: readonly Card[]) =>
  ({ kind: "unclear", order, near }) as const;

/** Of readings that mean the same the first. */
function distinct(readings: readonly Reading[]): Reading[] {
  const seen = new Map<string, Reading>();
  for (const reading of readings) {
    const meaning = reading.card.name + JSON.stringify(sorted(reading.parse.slots));
    if (!seen.has(meaning)) seen.set(meaning, reading);
  }
  return [...seen.values()];
}

const sorted = (slots: Slots) => Object.entries(slots).sort(([a], [b]) => (a < b ? -1 : 1));
