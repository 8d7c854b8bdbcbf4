import type { Card } from "../card.ts";
import { call, given, once, rowsOf, text } from "../resolve.ts";
import type { SlotValue } from "../slots.ts";
import { withRecording } from "./which-recording.ts";

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
    "is [the|my] (mic|microphone) [still] (on|off|open|live|recording|listening|working)",
    "how long (have|has) (you|we|i|it|[the|my] <recorder>) been (recording|listening|taping) [this|for]",
    "(has|have) (it|you|we|[the|my] <recorder>) [already] (stopped|started) [recording]",
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
    "[<show>] [me|us] [the|my|our|all|all the|all my] [@last] [@when ['s]] <recordings>",
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
  heads: bySomeDay([
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
  ]),
  go: ({ words, day }) => once("recording_search", given({ words: withoutArticle(words), day })),
};

/** With the day at the end, first of all: "yesterday" is then no word to look for. */
function bySomeDay(heads: readonly string[]): readonly string[] {
  const dated = heads.flatMap((head) =>
    head.endsWith("{words:topic}")
      ? [head.replace("{words:topic}", "{words:upto} [on] @when")]
      : [],
  );
  return [...dated, ...heads];
}

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
    withRecording(slots, world, (recording) => once("transcript_get", { recording, wait: true })),
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
  go: (slots, world) =>
    withRecording(slots, world, (recording) => once("summary_get", { recording, wait: true })),
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
    "when (did (i|we)|was) [make|record|take] @some [made|recorded|taken]",
    "what did (i|we) just record",
  ],
  adjuncts: ["@now"],
  go: (slots, world) =>
    withRecording(slots, world, (recording) => once("recording_get", { recording })),
};

/** Of more recordings than this the newest are summarised. */
const MOST_OF_A_DAY = 8;

const summariesOfDay: Card = {
  name: "summaries of a day",
  effect: "reads",
  examples: ["summarise today"],
  heads: [
    "<summarise> [my] (day {day=today} | @when)",
    "sum up [my] (day {day=today} | @when)",
    "(make|give|write|create|do) [me|us] (a|the) [short] <summary> (of|for) [my] (day {day=today} | @when)",
    "[<show>] [me|us] [the|a] [short] <summary> (of|for) [my] (day {day=today} | @when)",
    "<summarise> [the|my|all|all my|all the] (<recordings> (of|from) @when | @when 's <recordings>)",
  ],
  *go({ day }) {
    const listed = yield [call("recording_list", given({ day }))];
    const all = rowsOf(listed[0], "recordings");
    const some = all.slice(0, MOST_OF_A_DAY);
    if (some.length === 0) return { end: "show", results: listed };
    const results = yield some.map(({ id = null }) =>
      call("summary_get", { recording: id, wait: true }),
    );
    const headings = some.map(({ id, started_at: at }) => `Of ${text(at) ?? text(id) ?? "one"}:`);
    if (all.length > some.length)
      headings[0] = `The newest ${some.length} of ${all.length}.\n\n${headings[0]}`;
    return { end: "show", results, headings };
  },
};

export const LOOKING: readonly Card[] = [
  status,
  listing,
  search,
  transcript,
  summary,
  summariesOfDay,
  one,
];
