import type { Transcript } from "../../../tools/recorder/contract.ts";
import { actionItems } from "./action-items.ts";
import { asSentence } from "./as-sentence.ts";
import { EMPTY_WORDS, type Sentence, sentencesOf } from "./sentences.ts";
import type { Summarised, Summariser } from "./summariser.ts";

export const EXTRACTIVE = "extractive-1 (sentences of the transcript, no language model)";

const MOST_OVERVIEW = 3;
const MOST_KEY_POINTS = 7;
/** A sentence that shares this much with one that is taken adds nothing. */
const TOO_ALIKE = 0.5;

/** Summaries made of the transcript's own sentences, on this machine, by counting words. */
export function extractiveSummariser(): Summariser {
  return {
    model: EXTRACTIVE,
    leavesTheMachine: false,
    summarise: async (transcript) => extract(transcript),
  };
}

function extract(transcript: Transcript): Summarised {
  const sentences = sentencesOf(transcript);
  if (sentences.length === 0)
    return { model: EXTRACTIVE, overview: "Nothing was said.", key_points: [], action_items: [] };
  const ranked = rank(sentences);
  // Five minutes of speech are about 60 sentences: one key point for every eight, three at least.
  const wanted = Math.min(MOST_KEY_POINTS, Math.max(3, Math.round(sentences.length / 8)));
  const chosen = choose(ranked, wanted);
  const inOrder = (some: Ranked[]) =>
    [...some].sort((a, b) => a.at - b.at).map(({ sentence }) => asSentence(sentence.text));
  return {
    model: EXTRACTIVE,
    overview: inOrder(chosen.slice(0, MOST_OVERVIEW)).join(" "),
    key_points: sentences.length <= MOST_OVERVIEW ? [] : inOrder(chosen),
    action_items: actionItems(sentences),
  };
}

type Ranked = { sentence: Sentence; at: number; score: number; weights: Map<string, number> };

/** Best first: how near a sentence is to what all of them are about, and a little for standing at either end. */
function rank(sentences: readonly Sentence[]): Ranked[] {
  const inSentences = new Map<string, number>();
  for (const { words } of sentences)
    for (const word of new Set(words)) inSentences.set(word, (inSentences.get(word) ?? 0) + 1);
  const weightOf = (word: string) => {
    const share = (inSentences.get(word) ?? 0) / sentences.length;
    // What stands in most sentences of a long talk is grammar in any language.
    if (EMPTY_WORDS.has(word) || word.length < 2 || (sentences.length > 20 && share > 0.4))
      return 0;
    return Math.log(1 + sentences.length / (inSentences.get(word) ?? 1));
  };
  const vectors = sentences.map(({ words }) => weigh(words, weightOf));
  const centre = new Map<string, number>();
  for (const vector of vectors)
    for (const [word, weight] of vector) centre.set(word, (centre.get(word) ?? 0) + weight);
  return sentences
    .map((sentence, at) => {
      const weights = vectors[at] ?? new Map();
      const place = at === 0 ? 0.1 : at === sentences.length - 1 ? 0.05 : 0;
      // Three words are seldom a point.
      const length = Math.min(1, sentence.words.length / 6);
      return { sentence, at, weights, score: (alike(weights, centre) + place) * length };
    })
    .sort((a, b) => b.score - a.score || a.at - b.at);
}

function weigh(words: readonly string[], weightOf: (word: string) => number): Map<string, number> {
  const weights = new Map<string, number>();
  for (const word of words) {
    const weight = weightOf(word);
    if (weight > 0) weights.set(word, (weights.get(word) ?? 0) + weight);
  }
  return weights;
}

/** The best ones that are not too much alike. */
function choose(ranked: readonly Ranked[], most: number): Ranked[] {
  const chosen: Ranked[] = [];
  for (const each of ranked) {
    if (chosen.length === most) break;
    if (each.weights.size === 0) continue;
    if (chosen.every((other) => alike(each.weights, other.weights) < TOO_ALIKE)) chosen.push(each);
  }
  // All of it may be words without weight: then the first sentence stands for it.
  return chosen.length > 0 ? chosen : ranked.slice(0, 1);
}

/** The cosine of the angle between two, 0 to 1. */
function alike(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [word, weight] of a) product += weight * (b.get(word) ?? 0);
  return product === 0 ? 0 : product / (lengthOf(a) * lengthOf(b));
}

const lengthOf = (weights: ReadonlyMap<string, number>) =>
  Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight * weight, 0));
