import { compile, type Node, type Rules, wordsOf } from "./pattern.ts";
import { oneLetterOff, type Token } from "./tokens.ts";

/** A class of words that mean the same. */
export type WordClass = {
  /** Phrases of one to three words. */
  say: readonly string[];
  /** Inflected forms, understood only where something is spoken of and not ordered: "what would deleting … do". */
  also?: readonly string[];
  /** One letter may be wrong in a word of four letters or more. */
  typo?: boolean;
  /** The word orders a change: a sentence with it that is not understood as a whole leads to no call. */
  orders?: boolean;
};

export type Lexicon = Readonly<Record<string, WordClass>>;

/** All words of a language, and what they are when they stand in a sentence. */
export class Vocabulary {
  readonly #lexicon: Lexicon;
  readonly #rules: Rules;
  readonly #keywords: Set<string>;

  readonly #nameable: ReadonlySet<string>;
  readonly #foreign: (low: string) => boolean;

  /**
   * `nameable`: keywords that people also give as names. `others`: real words that are no keywords but must not be
   * taken for a typo of one. `foreign`: tells words that are the matter of another system.
   */
  constructor(
    lexicon: Lexicon,
    rules: Rules,
    others: readonly string[],
    nameable: readonly string[],
    foreign: (low: string) => boolean = () => false,
  ) {
    this.#nameable = new Set(nameable);
    this.#foreign = foreign;
    this.#lexicon = lexicon;
    this.#rules = rules;
    this.#keywords = new Set(others);
    for (const { say, also = [] } of Object.values(lexicon))
      for (const phrase of [...say, ...also])
        for (const word of phrase.split(" ")) this.#keywords.add(word);
    for (const rule of Object.keys(rules)) this.compile(`@${rule}`);
  }

  /** Compiles a pattern and learns the words it spells out. */
  compile(pattern: string): Node {
    const node = compile(pattern, this.#rules);
    for (const word of wordsOf(node)) this.#keywords.add(word);
    return node;
  }

  /** True for a word that is no name unless something announces it as one. */
  isKeyword(low: string): boolean {
    return this.#keywords.has(low) && !this.#nameable.has(low);
  }

  isForeign(low: string): boolean {
    return this.#foreign(low);
  }

  /** The ways a phrase of `name` can stand at `at`; `spokenOf` also accepts inflected forms. */
  phrasesAt(
    name: string,
    tokens: readonly Token[],
    at: number,
    spokenOf: boolean,
  ): { end: number; cost: number }[] {
    const found = this.#lexicon[name];
    if (!found) throw new Error(`No such word class: ${name}`);
    const phrases = spokenOf ? [...found.say, ...(found.also ?? [])] : found.say;
    const ends = new Map<number, number>();
    for (const phrase of phrases) {
      const words = phrase.split(" ");
      let cost = 0;
      for (const [i, word] of words.entries()) cost += this.#far(word, tokens[at + i], found);
      const end = at + words.length;
      if (cost <= 1) ends.set(end, Math.min(cost, ends.get(end) ?? 1));
    }
    return [...ends].map(([end, cost]) => ({ end, cost }));
  }

  /** True where the token is a word, in any form, of a class that orders a change. */
  orders(token: Token): boolean {
    return Object.values(this.#lexicon).some(
      (entry) =>
        entry.orders &&
        [...entry.say, ...(entry.also ?? [])].some(
          (phrase) => !phrase.includes(" ") && this.#far(phrase, token, entry) <= 1,
        ),
    );
  }

  #far(word: string, token: Token | undefined, entry: WordClass): number {
    if (token === undefined || token.kind === "quoted") return 9;
    if (token.low === word) return 0;
    const typo =
      entry.typo === true &&
      word.length >= 4 &&
      token.low.length >= 4 &&
      !this.#keywords.has(token.low) &&
      oneLetterOff(word, token.low);
    return typo ? 1 : 9;
  }
}
