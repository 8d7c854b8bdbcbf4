import { asSentence } from "./as-sentence.ts";
import type { Sentence } from "./sentences.ts";

const MOST_ITEMS = 10;

/** What people say when somebody is to do something. */
const CUES = [
  /\b(?:remember|don'?t forget|do not forget|make sure|be sure) (?:to|that|about)\b/i,
  /\b(?:action item|to ?do|next step|follow[- ]up)s?\b/i,
  /\b(?:i|we|you|they|he|she|someone|somebody)(?:'ll| will| need to| needs to| have to| has to| must| should| ought to|'ve got to|'d better)\b/i,
  /^(?:so |and |then |but )*(?!(?:it|this|that|there|which|what|who|these|those)\b)\p{L}+ (?:will|has to|needs to|is going to|must) \p{L}+/iu,
  /\b(?:i'm|we're|you're|he's|she's|they're) (?:going|supposed) to\b/i,
  /\b(?:has|have|needs?|is|are) to be \w+(?:ed|en|ne|nt|t)\b/i,
  /^(?:so |and |then |okay |ok |right )*(?:please|let'?s|let us)\b/i,
  /^(?:so |and |then |okay |ok )*(?:call|send|buy|book|email|e-mail|write|check|ask|order|finish|prepare|schedule|fix|review|remind)\b/i,
  /\b(?:is due|deadline|no later than)\b/i,
];

/** What sounds like it and is not: questions, what is past, what is only supposed. */
const NOT_CUES = [
  /\?\s*$/,
  /\b(?:should|would|could|must) have\b/i,
  /\b(?:i|we) (?:will|'ll|should|must) (?:say|admit|see)\b/i,
  /\b(?:don'?t|didn'?t|doesn'?t|won'?t) (?:have|need) to\b/i,
  /\bif (?:i|we|you|they) (?:will|have to|need to)\b/i,
];

/** The sentences in which somebody is to do something, in their order; none twice. */
export function actionItems(sentences: readonly Sentence[]): string[] {
  const items = new Map<string, string>();
  for (const { text, words } of sentences) {
    if (words.length < 3 || !CUES.some((cue) => cue.test(text))) continue;
    if (NOT_CUES.some((cue) => cue.test(text))) continue;
    const key = words.join(" ");
    if (!items.has(key)) items.set(key, asSentence(text));
    if (items.size === MOST_ITEMS) break;
  }
  return [...items.values()];
}
