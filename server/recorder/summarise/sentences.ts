import { cleanText } from "../../../tools/kit/untrusted.ts";
import type { Transcript } from "../../../tools/recorder/contract.ts";

/** A stretch of what was said: a sentence where the engine writes full stops, else what came between two pauses. */
export type Sentence = { text: string; words: string[] };

const WORDS_TO_A_STOP = 40;
const MOST_SENTENCES = 5_000;
/** Longer ones are cut: an engine without full stops may write a minute as one. */
const MOST_WORDS = 40;

/** The transcript's sentences in their order, each with its words. */
export function sentencesOf({ segments, text }: Transcript): Sentence[] {
  const stretches = segments.length > 0 ? segments.map((segment) => segment.text) : [text];
  const all = stretches.join(" ");
  // A stop here and there is no punctuation: then what came between two pauses stands for a sentence.
  const stops = all.match(/[.!?…](?=\s|$)|[。！？]/g)?.length ?? 0;
  const whole = stops * WORDS_TO_A_STOP >= wordsOf(all).length ? [all] : stretches;
  return whole
    .flatMap((each) => split(cleanText(each).replaceAll(/\s+/g, " ").trim()))
    .filter((sentence) => sentence.words.length > 0)
    .slice(0, MOST_SENTENCES);
}

function split(text: string): Sentence[] {
  const parts = text.split(/(?<=[.!?…]["')\]]?)\s+|(?<=[。！？])/);
  return parts
    .flatMap((part) => cutLong(part.trim()))
    .map((each) => ({ text: each, words: wordsOf(each) }));
}

function cutLong(text: string): string[] {
  const words = text.split(" ");
  if (words.length <= MOST_WORDS) return [text];
  const pieces: string[] = [];
  for (let from = 0; from < words.length; from += MOST_WORDS)
    pieces.push(words.slice(from, from + MOST_WORDS).join(" "));
  return pieces;
}

/** The words that carry meaning, as they are compared. */
function wordsOf(text: string): string[] {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
  return words.map((word) => word.replace("’", "'"));
}

/** English words that tell nothing about what a sentence is about. In other languages the most frequent ones do that. */
export const EMPTY_WORDS = new Set(
  `a about above after again all also am an and any are as at be because been before being below but by can could did do
does doing don't down during each few for from further get go going gonna got had has have having he her here hers him his
how i i'd i'll i'm i've if in into is isn't it it's its just know like me more most my no nor not now of off oh okay on
once one only or other our out over own really right same see she should so some such than that that's the their them then
there there's these they they're thing things think this those through to too uh um under until up us very was we we'll
we're we've well were what when where which while who why will with would yeah yes you you're your`.split(
    /\s+/,
  ),
);
