import type { Sentence } from "./tokens.ts";

/** What is said without asking for anything of a system. */
export type Talk =
  | "hello"
  | "thanks"
  | "help"
  | "who"
  | "model"
  | "stop"
  | "how-to"
  | "yes"
  | "more"
  | "bye";

const SHAPES: [Talk, RegExp][] = [
  [
    "hello",
    /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|hi there|hello there|howdy|moin)(?: outpost| operator| everyone| all)?$/,
  ],
  ["hello", /^how are you(?: doing| today)?$/],
  [
    "thanks",
    /^(?:ok |okay |great |perfect |good )?(?:thanks|thank you|thx|cheers|many thanks|thank you (?:so|very) much|thanks a lot)(?: outpost| again| for that| for your help)?$/,
  ],
  [
    "thanks",
    /^(?:great|perfect|nice|cool|good|very good|well done|awesome|ok|okay|fine|wonderful|excellent|all right|alright|good job)$/,
  ],
  [
    "stop",
    /^(?:no|nope|nah|never mind|nevermind|forget (?:it|that|about it)|cancel|cancel (?:that|it)|stop|stop (?:it|that)|abort|drop it|leave it|no thanks|no thank you|wait|hold on|don't|do not|don't do (?:it|that|anything)|do not do (?:it|that|anything)|do nothing|nothing|not now|no wait|please don't|rather not|better not|let it be|on second thought|undo|undo (?:it|that))(?: please| thanks)?$/,
  ],
  // "Don't …": whatever it is, it is not to be done.
  ["stop", /^(?:please )?(?:don't|do not|dont|never) (?!(?:you|we|i|they|the)\b)\w+/],
  [
    "yes",
    /^(?:yes|yeah|yep|sure|go ahead|do it|do that|please do|yes please|of course|right|correct|go on|continue|confirm|i confirm|yes do it|yes go ahead)$/,
  ],
  [
    "help",
    /^(?:help|help me|help please|i need help|can you help(?: me)?|\?|commands?|what can (?:you do|i (?:do|ask|say|ask you))(?: here| for me)?|what can (?:you|i) do with .*|what do you (?:understand|know|do|offer)|what are you able to do|what should i (?:say|ask|type)|examples?|show (?:me )?(?:some )?examples|how does (?:this|it) work|how do i use (?:this|you|it)|what is possible(?: here)?|what now|menu|usage)$/,
  ],
  [
    "who",
    /^(?:who|what) are you(?: exactly)?$|^are you (?:an? )?(?:ai|a\.i|language model|llm|model|human|person|robot|bot|chatbot|claude|chatgpt|gpt|real|a real person)(?: or .*)?$|^(?:what|which) (?:language )?(?:model|llm|ai) (?:is this|are you|do you use|is running|am i talking to)$|^is this (?:an? )?(?:ai|llm|language model|claude|chatgpt|bot|model)$|^what is (?:outpost|this)$|^do you use (?:an? )?(?:ai|llm|language model|model)$/,
  ],
  [
    "model",
    /\b(?:connect|use|add|configure|attach|plug in|hook up|enable|set up|switch to|talk to|get|install|run)\b.* (?:language model|model|claude|llm|ollama|llama\.cpp|llama|anthropic|gpt|real ai|an ai|api key)\b|\b(?:anthropic_api_key|anthropic_base_url)\b/,
  ],
  [
    "how-to",
    /^(?:how|where) (?:do|can|could|should|would|does|to) (?:i|we|one|you|someone|to)?\b|^how to\b|^(?:show|tell|teach|explain)(?: to)? (?:me|us) how\b|^(?:can you )?explain\b|^what happens when\b|^what does .*\b(?:do|mean)$/,
  ],
  [
    "more",
    /^(?:(?:can i |could i |may i |let me )?(?:show|give|list|tell|see|get|have) (?:me |us )?)?(?:(?:the|some|a few) )?(?:more|\d{1,4} more|another \d{1,4}|rest|next|next (?:page|one|ones|\d{1,4})|more of (?:it|them|these|those)|remaining ones)(?: please)?$/,
  ],
  ["bye", /^(?:bye|goodbye|good bye|see you|exit|quit|good night)(?: outpost)?$/],
];

/** What kind of talk a sentence is, if it is talk and not a request. */
export function talkIn(sentence: Sentence): Talk | undefined {
  const words = sentence.tokens.map((token) => (token.kind === "quoted" ? "…" : token.low));
  const plain = words.filter((word) => !/^[,:]$/.test(word)).join(" ");
  const kind = SHAPES.find(([, shape]) => shape.test(plain))?.[0];
  const polite = plain.replace(/^(?:please|ok|okay|so|well|and|but|hey|hi|outpost) /, "");
  return (
    kind ?? (polite === plain ? undefined : SHAPES.find(([, shape]) => shape.test(polite))?.[0])
  );
}

const CONNECT =
  "To connect a language model, set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL for a local server that speaks the same API (Ollama, llama.cpp), and start again; `outpost doctor` checks the connection.";

const list = (examples: readonly string[]) => examples.map((example) => `- ${example}`).join("\n");

/** The words for each kind of talk. `examples` are sentences that are near or typical. */
export function talkWords(talk: Exclude<Talk, "more">, examples: readonly string[]): string {
  switch (talk) {
    case "hello":
      return `Hello! I am the built-in offline operator. You can ask things like:\n${list(examples.slice(0, 3))}`;
    case "thanks":
      return "You are welcome.";
    case "bye":
      return "Goodbye. Ctrl+C or Ctrl+D leaves Outpost.";
    case "stop":
      return "All right, I leave everything as it is.";
    case "yes":
      return "There is nothing waiting for a yes here. Please say the whole sentence, so that I do what you mean.";
    case "help":
      return `You can say, in your own words:\n\n${list(examples)}\n\nChanges show their plan and ask before anything happens; add “plan only” to see the plan alone. ${CONNECT}`;
    case "who":
      return `I am Outpost's built-in offline operator: a fixed set of rules that understands everyday sentences about your gear. I am no language model, need no account and send nothing anywhere but to your own systems. ${CONNECT}`;
    case "model":
      return `${CONNECT} Until then I, the offline operator, do the everyday things.`;
    case "how-to":
      return `Just say it; every change shows its plan and asks first. For example:\n\n${list(examples)}\n\nNothing was done now.`;
  }
}

/** Where nothing was understood: says plainly what this is, what would have been understood, and how to get more. */
export function notUnderstood(examples: readonly string[]): string {
  return `I did not understand that, so I did nothing. I am the offline operator, no language model: I know everyday sentences such as:\n\n${list(examples)}\n\n${CONNECT}`;
}

/** Where a sentence speaks of a change without plainly ordering one. */
export function heldBack(examples: readonly string[]): string {
  return `I did nothing: I change something only when one plain sentence says what, and I understand every word of it. If you want it, say for example:\n\n${list(examples)}\n\nAdd “plan only” to see what would happen first. (I am the offline operator, no language model.)`;
}
