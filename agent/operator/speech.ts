import type { Sentence, Token } from "./tokens.ts";

/** What the words around a request say about it. */
export type Manner = {
  /** "could you …?": a question mark at its end does not make it a question. */
  asked: boolean;
  /** "what would happen if …", "dry run": show the plan, change nothing. */
  plan: boolean;
  /** "would you mind deleting …": verbs stand in another form. */
  spokenOf: boolean;
};

type Phrase = [words: string, manner?: Partial<Manner>];

const OPENINGS: Phrase[] = [
  ..."please|pls|kindly|hey|hi|hello|ok|okay|so|now|then|also|and|well|just|right|great|good|perfect|thanks|thank you|quickly|outpost|operator|yes|,|:|next|finally|first"
    .split("|")
    .map((words): Phrase => [words]),
  ..."i want to|i want you to|i need to|i need you to|i would like to|i would like you to|i'd like to|i'd like you to|we want to|we need to|we would like to|we'd like to|i'd like|i would like|i want|i need|we need|we want|let's|let us|go ahead and|go and|go on and|help me|be so kind and|be so good as to|it would be nice if you could|time to|try to|you can|i wish to|we have to|i have to|do me a favour and|do me a favor and|get me|may i see|can i see|could i see|let me see|let me have|i wonder|i'd love to see|i would like to see|i'd like to see|i want to see|i need to see|i want to know|i'd like to know|i need to know|tell me whether|tell me if|can you tell me whether|can you tell me if|could you tell me whether|could you tell me if|can you tell me|could you tell me|do you know|do you know whether|do you know if|please tell me|check whether|check if|see whether|see if|find out whether|find out if|find out"
    .split("|")
    .map((words): Phrase => [words]),
  ..."may i have|can i have|can i get|could i have|could i get|can you|could you|would you|will you|can we|could we|would you be so kind as to|are you able to"
    .split("|")
    .map((words): Phrase => [words, { asked: true }]),
  ["would you mind", { asked: true, spokenOf: true }],
  ..."what would happen if i|what would happen if we|what would happen if you|what would happen if you were to|what would happen if i were to|what would happen if we were to|what would happen to the cluster if i|what happens if i|what happens if we|what if i|what if we|what if i were to|suppose i|what would you do to|how would you|what would it take to|what would you send to|dry run|dry-run|dryrun|a dry run of|dry run of|do a dry run of|plan only|only plan|plan only to|just plan|just plan to|plan|plan to|plan for|make a plan to|make a plan for|show me the plan for|show me the plan to|show the plan for|show the plan to|give me the plan for|give me the plan to|show me what would happen if i|show me what happens if i|preview|simulate|pretend to|rehearse|tell me what would happen if i|what requests would it take to|what would"
    .split("|")
    .map((words): Phrase => [words, { asked: true, plan: true, spokenOf: true }]),
];

const ENDINGS: Phrase[] = [
  ..."please|pls|thanks|thank you|thank you very much|many thanks|for me|for us|now|right now|right away|at once|immediately|asap|then|too|as well|ok|okay|,|:|if you please|if you would|at the moment|currently|for now|again|today"
    .split("|")
    .map((words): Phrase => [words]),
  ..."will you|would you|could you|can you"
    .split("|")
    .map((words): Phrase => [words, { asked: true }]),
  ..."dry run|dry-run|as a dry run|in a dry run|plan only|but plan only|only the plan|just the plan|only plan it|but only plan it|but only the plan|but just the plan|just show the plan|just show me the plan|only show the plan|only show me the plan|but only show me the plan|but show me the plan first|without doing it|without running it|without actually doing it|but don't do it|but don't do it yet|but do not do it|but do not do it yet|don't do it yet|but don't run it|but don't run it yet|but do not run it|don't run it|don't run it yet|do"
    .split("|")
    .map((words): Phrase => [words, { asked: true, plan: true, spokenOf: true }]),
];

export type Request_ = { tokens: readonly Token[]; manner: Manner };

/**
 * The sentence itself and what is left of it without politeness, longest first. More than one reading, because
 * "plan" or "now" can belong to the request.
 */
export function requestsIn(sentence: Sentence): Request_[] {
  const found: Request_[] = [];
  const plain: Request_ = {
    tokens: sentence.tokens,
    manner: { asked: false, plan: false, spokenOf: false },
  };
  const seen = new Set<string>();
  const visit = (request: Request_): void => {
    const { tokens, manner } = request;
    const [first] = tokens;
    if (first === undefined) return;
    const key = [sentence.tokens.indexOf(first), tokens.length, manner.asked, manner.plan].join();
    if (seen.has(key) || found.length > 60) return;
    seen.add(key);
    found.push(request);
    for (const [words, more] of OPENINGS) {
      const count = spoken(tokens, words.split(" "), 0);
      if (count) visit({ tokens: tokens.slice(count), manner: { ...manner, ...more } });
    }
    for (const [words, more] of ENDINGS) {
      const list = words.split(" ");
      const count = spoken(tokens, list, tokens.length - list.length);
      if (count) visit({ tokens: tokens.slice(0, -count), manner: { ...manner, ...more } });
    }
  };
  visit(plain);
  return found;
}

function spoken(tokens: readonly Token[], words: readonly string[], from: number): number {
  const all =
    from >= 0 &&
    words.every((word, i) => {
      const token = tokens[from + i];
      return token !== undefined && token.kind !== "quoted" && token.low === word;
    });
  return all ? words.length : 0;
}
