import type { Card } from "../card.ts";
import { given, once } from "../resolve.ts";
import type { SlotValue } from "../slots.ts";
import { recordingOf } from "./which-recording.ts";

const status: Card = {
  name: "recorder",
  effect: "reads",
  examples: ["how is the recorder?"],
  heads: [
    "(how|what) (is|are|about) [the|my|our] <recorder> [doing|status|state|up to]",
    "[<show>] [me] [the|my] <recorder> ['s] (status|state|health|battery|level|storage|space)",
    "(what|how) is the (status|state|health|battery) of [the|my] <recorder>",
    "[<show>] [me] [the] status of [the|my] <recorder>",
    "how (full|busy) is [the|my] <recorder>",
    "(how|what) is [in] the (<transcript>|job) queue [like]",
    "(is|are) [the|my] <recorder> [still] (ok|okay|up|fine|well|running|recording|idle|on|off|alive|there|online|connected|reachable|working|charging|full|busy)",
    "(are you|is it|am i|are we|is anyone|is anything) [still] (recording|listening|taping)",
    "(is|are) (anything|something|we|i|this) [still] being (recorded|taped)",
    "how much (space|storage|room|battery|memory) (is left|is there|has|does|is free|do i have) [left] (on|in|for|of) [the|my] <recorder> [have] [left]",
    "how much (space|storage|battery|room) (does|has) [the|my] <recorder> (have|got|left|have left)",
    "(is|are) (transcription|transcriptions|the transcriptions|the speech engine|the transcriber) (working|ready|on|running|installed|available)",
    "(what|which) (speech engine|engine|transcriber) (is used|is there|do you use|transcribes)",
    "[<show>] [me] [the] <recorder>",
  ],
  adjuncts: ["@now", "@on"],
  about: { recorder: 3, dictaphone: 3, microphone: 1, battery: 1 },
  go: () => once("recorder_status"),
};

const listing: Card = {
  name: "recordings",
  effect: "reads",
  examples: ["list today's recordings"],
  heads: [
    "[<show>] [me|us] [the|my|our|all|all the|all my] [@last] [today 's {day=today}] <recordings>",
    "(what|which) <recordings> (are there|do i have|do we have|have i|are|exist|were made|is there|did i make) ~",
    "(what|which) (are|is) [the|my|our|on] [@last] <recordings>",
    "what (have i|did i|did we|have we|has been|was|has) (record|recorded)",
    "how many <recordings> (are there|do i have|do we have|have i|are|did i make) ~",
    "(are there|do i have|is there) [any] [new] <recordings>",
    "(did i|have i|did we|have we) (record|recorded) (anything|something)",
    "(anything|something) (recorded|new) ~",
    "[<show>] [me] what is on [the] (server {on=server} | device | <recorder> | {on:device})",
  ],
  adjuncts: ["@day", "@place", "@now", "there"],
  about: { recordings: 3, memos: 3 },
  go: ({ day, on }) => once("recording_list", given({ day, on })),
};

const ABOUT = "(about|on|regarding|concerning)";
const search: Card = {
  name: "search",
  effect: "reads",
  examples: ["what did I say about the budget?"],
  heads: [
    `what (did|have|has|do) (i|we|you|they|he|she|people|anyone|anybody|someone|{who:name}) [have] [just] <said> ${ABOUT} {words:topic}`,
    `what (was|is|has been|were) <said> ${ABOUT} {words:topic}`,
    "what (was|has been) (mentioned|discussed|decided) about {words:topic}",
    `[<show>|find|tell me] [me] (when|where) (did|have|has|was) (i|we|they|he|she|anyone|somebody|someone|it) [just] <said> [${ABOUT}] {words:topic}`,
    `(<show>|find|tell me) [me] (when|where|what) (i|we|they|he|she|anyone|somebody|someone) <said> [${ABOUT}] {words:topic}`,
    `(did|has|have) (i|we|they|he|she|anyone|anybody|someone|somebody|{who:name}) [ever] <said> [anything|something] [${ABOUT}] {words:topic}`,
    `who <said> [anything|something] [${ABOUT}] {words:topic}`,
    "(search|look|scan) [in|through] [the|my|our|all] [the|my] (<recordings>|transcripts|<recorder>) for {words:topic}",
    "(search|find|look) for {words:upto} in [the|my|our] (<recordings>|transcripts)",
    "(where|in which <recording>|in which <recordings>) (was|is|were) {words:upto} (mentioned|discussed)",
    "+1 (search|search for) {words:topic}",
  ],
  go: ({ words }) => once("recording_search", given({ words: withoutArticle(words) })),
};

/** "the" was said everywhere. */
const withoutArticle = (words: SlotValue | undefined) =>
  typeof words === "string" ? words.replace(/^(?:the|a|an|my|our) (?=\S)/i, "") : words;

const SAID = "(i|we|they|he|she|people|you|anyone|everyone)";
const transcript: Card = {
  name: "transcript",
  effect: "reads",
  examples: ["what did I say in the last recording?"],
  heads: [
    "[<show>] [me|us] [the] <transcript> (of|for|from) @some",
    "[<show>] [me|us] [the|my] [@last] <transcript>",
    "what (was|is) said [in|on|during] @some",
    `what did ${SAID} [just] say [in|on|during] @some`,
    `what did ${SAID} just say`,
    "what was [just] said",
    "what does @some say",
    "what (is|was) in @some",
    "read [me|us] @some",
  ],
  about: { transcript: 3 },
  go: (slots, world) =>
    once("transcript_get", { recording: recordingOf(slots, world), wait: true }),
};

const POINTS = "(action items|key points|to-dos|todos|to do list|main points|takeaways|next steps)";
const summary: Card = {
  name: "summary",
  effect: "reads",
  examples: ["summarise the last one"],
  heads: [
    "<summarise> @some",
    "sum up @some",
    "sum @some up",
    "<summarise>",
    "(make|give|write|create|do) [me|us] (a|the) [short] <summary> (of|for) @some",
    "[<show>] [me|us] [the|a] [short] <summary> (of|for|from) @some",
    "[<show>] [me|us] [the|my] [@last] <summary>",
    `(what|which) (are|were) the ${POINTS} [(of|from|in) @some]`,
    `[<show>] [me|us] [the|my] ${POINTS} [(of|from|in) @some]`,
    "what (is|was) @some about",
    "what did @some come to",
  ],
  about: { summary: 3 },
  go: (slots, world) => once("summary_get", { recording: recordingOf(slots, world), wait: true }),
};

const one: Card = {
  name: "recording",
  effect: "reads",
  examples: ["is the last recording transcribed yet?"],
  heads: [
    "how (far|is|long) [is|does] [the] <transcript> [doing|take|going] [(of|for) @some]",
    "how far is @some",
    "(is|was|has) @some [been] (<transcribe>|done|ready|finished|<summarise>|summarised|summarized|uploaded|ingested|there)",
    "is the <transcript> [of @some] (ready|done|finished|there|complete)",
    "(<show>|tell me about|describe) [me|us] @one",
    "(details|info|information|facts) (of|on|about|for) @some",
    "how (long|big|large) (is|was) @some",
    "when (did i|was) [make|record] @some [made|recorded]",
  ],
  adjuncts: ["@now"],
  go: (slots, world) => once("recording_get", { recording: recordingOf(slots, world) }),
};

export const LOOKING: readonly Card[] = [status, listing, search, transcript, summary, one];
