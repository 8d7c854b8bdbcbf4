/**
 * What people say in the middle of a conversation with a recorder, and the calls each sentence must lead to, written as
 * `tool {input}`; none where it must do nothing. `after` was said before. Placeholders as in recorder.paraphrases.ts; {1},
 * {2} and {3} are the recordings that the list shows, and {0} the newest one, which "last" is.
 */
export type Everyday = { after?: readonly string[]; say: string; calls: readonly string[] };

const LIST = ["list my recordings"];
const SRT = ["export the last one as srt"];
const WAIT = '"wait":true';

const summary = (recording: string) => `summary_get {"recording":"${recording}",${WAIT}}`;
const transcript = (recording: string) => `transcript_get {"recording":"${recording}",${WAIT}}`;
const exported = (recording: string, format: string) =>
  `recording_export {"recording":"${recording}","format":"${format}"}`;
const get = (recording: string) => `recording_get {"recording":"${recording}"}`;
const remove = (recording: string) => `recording_delete {"recording":"${recording}"}`;
const search = (day?: string) =>
  `recording_search {"words":"{X}"${day === undefined ? "" : `,"day":"${day}"`}}`;
const STATUS = "recorder_status {}";
const STOPPING = [STATUS, 'recording_stop {"device":"recorder"}'];

export const EVERYDAY: readonly Everyday[] = [
  // Once more, as something else or about something else.
  { after: SRT, say: "and as {f}?", calls: [exported("{0}", "{F}")] },
  { after: SRT, say: "now as {f}, please", calls: [exported("{0}", "{F}")] },
  { after: SRT, say: "also in {f}", calls: [exported("{0}", "{F}")] },
  { after: SRT, say: "what about {f}?", calls: [exported("{0}", "{F}")] },
  { after: SRT, say: "and {i}?", calls: [exported("{i}", "srt")] },
  { after: ["export {i} as md"], say: "and as {f}", calls: [exported("{i}", "{F}")] },
  { after: ["summarise the last one"], say: "and {i}?", calls: [summary("{i}")] },
  { after: ["what did I say about Rome?"], say: "and about {x}?", calls: [search()] },
  {
    after: ["list today's recordings"],
    say: "and yesterday's?",
    calls: ['recording_list {"day":"yesterday"}'],
  },
  { after: LIST, say: "what about on {d}?", calls: ['recording_list {"on":"{d}"}'] },
  // The one that was spoken of.
  { after: ["show me recording {i}"], say: "delete it", calls: [remove("{i}")] },
  { after: ["summarise {i}"], say: "Please delete that one.", calls: [remove("{i}")] },
  { after: ["show me recording {i}"], say: "how long is it?", calls: [get("{i}")] },
  { after: ["summarise {i}"], say: "when was it recorded?", calls: [get("{i}")] },
  { after: SRT, say: "what does it say?", calls: [transcript("{0}")] },
  { after: ["transcribe {i}"], say: "can I have it as {f}?", calls: [exported("{i}", "{F}")] },
  // One of a list.
  { after: LIST, say: "transcribe the second one", calls: [get("{2}"), transcript("{2}")] },
  { after: LIST, say: "delete the 3rd one", calls: [remove("{3}")] },
  { after: LIST, say: "summarise the first one", calls: [summary("{1}")] },
  { after: LIST, say: "show me number 2", calls: [get("{2}")] },
  { after: LIST, say: "export the third recording as {f}", calls: [exported("{3}", "{F}")] },
  { after: LIST, say: "what was said in the second?", calls: [transcript("{2}")] },
  // A day.
  { say: "what did I say about {x} yesterday?", calls: [search("yesterday")] },
  { say: "did anyone mention {x} today?", calls: [search("today")] },
  { say: "what did we decide about {x} on 2026-11-19?", calls: [search("2026-11-19")] },
  { say: "show yesterday's recordings", calls: ['recording_list {"day":"yesterday"}'] },
  { say: "what did I record yesterday?", calls: ['recording_list {"day":"yesterday"}'] },
  {
    say: "summarise today",
    calls: ['recording_list {"day":"today"}', summary("{1}"), summary("{2}"), summary("{3}")],
  },
  {
    say: "give me a summary of yesterday",
    calls: ['recording_list {"day":"yesterday"}', summary("{1}"), summary("{2}"), summary("{3}")],
  },
  // Now.
  { say: "is it recording?", calls: [STATUS] },
  { say: "how long have you been recording?", calls: [STATUS] },
  { say: "Is the mic on?", calls: [STATUS] },
  { say: "has it stopped?", calls: [STATUS] },
  { say: "ok stop now", calls: STOPPING },
  { say: "we're done, stop recording", calls: ["recording_stop {}"] },
  { say: "how long was the last one?", calls: [get("last")] },
  { say: "when did I make the last recording?", calls: [get("last")] },
  { say: "what did I just record?", calls: [get("last")] },
  { say: "get me the subtitles of the last one", calls: [exported("last", "srt")] },
  { say: "record a note to self", calls: ["recording_start {}"] },
  { say: "remove the recording {i} please", calls: [remove("{i}")] },
];

/** Denied, unsure, supposed, past, or nothing that can be done here. */
export const DOING_NOTHING: readonly Everyday[] = [
  { say: "delete it", calls: [] },
  { say: "delete the second one", calls: [] },
  { say: "and as {f}?", calls: [] },
  { after: LIST, say: "delete the seventh one", calls: [] },
  { after: LIST, say: "delete it", calls: [] },
  { after: LIST, say: "delete the first and the second one", calls: [] },
  { after: LIST, say: "delete them", calls: [] },
  { after: LIST, say: "don't delete the second one", calls: [] },
  { after: ["delete the last one"], say: "and {i}?", calls: [] },
  { after: ["show me recording {i}"], say: "delete it?", calls: [] },
  { after: ["show me recording {i}"], say: "maybe delete it", calls: [] },
  { after: ["show me recording {i}"], say: "I would delete it if I were you", calls: [] },
  { after: ["show me recording {i}"], say: "I deleted it yesterday", calls: [] },
  { after: SRT, say: "but not as {f}", calls: [] },
  { after: SRT, say: "and as mp3?", calls: [] },
  { say: "play back the last one", calls: [] },
  { say: "play it", calls: [] },
  { say: "we should have recorded this", calls: [] },
  { say: "it was recorded with {d} and then exported as {f}", calls: [] },
  { say: "if {d} is recording, stop it", calls: [] },
  { say: "why did you record that?", calls: [] },
  { say: "could we delete today's recordings?", calls: [] },
  { say: "stop recording at noon", calls: [] },
];
