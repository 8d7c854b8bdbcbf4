import type { Paraphrase } from "./cluster.paraphrases.ts";

/**
 * What people say to a voice recorder, and the first call each sentence must lead to; `calls: []` where it must lead to
 * none. Placeholders are filled by the test from a seeded generator: {d} a device's name · {i} a recording's id · {x}
 * what was spoken about and {X} the words to look for · {f} a format as people write it and {F} as the tools take it · {c} and {C} a codec likewise.
 */
export const one = (
  say: string,
  tool: string,
  input: Record<string, unknown> = {},
): Paraphrase => ({
  say,
  calls: [{ tool, input }],
});
export const none = (say: string): Paraphrase => ({ say, calls: [] });

export const LAST = { recording: "last" };
export const THIS = { recording: "{i}" };
export const ON = { device: "{d}" };

export const ASKING: Paraphrase[] = [
  one("how is the recorder?", "recorder_status"),
  one("is the recorder ok?", "recorder_status"),
  one("recorder status please", "recorder_status"),
  one("are you recording?", "recorder_status"),
  one("how much space is left on the recorder?", "recorder_status"),
  one("is anything being recorded right now?", "recorder_status"),
  one("list the recordings", "recording_list"),
  one("show me my recordings", "recording_list"),
  one("list today's recordings", "recording_list", { day: "today" }),
  one("what did I record today?", "recording_list", { day: "today" }),
  one("which recordings are on {d}?", "recording_list", { on: "{d}" }),
  one("list the recordings of 2026-11-20", "recording_list", { day: "2026-11-20" }),
  one("how many recordings do I have?", "recording_list"),
  one("what did I say about {x}?", "recording_search", { words: "{X}" }),
  one("What did we say about {x}", "recording_search", { words: "{X}" }),
  one("what was said about {x}?", "recording_search", { words: "{X}" }),
  one("search my recordings for {x}", "recording_search", { words: "{X}" }),
  one("did anyone mention {x}?", "recording_search", { words: "{X}" }),
  one("find where I talked about {x}", "recording_search", { words: "{X}" }),
  one("what did I say in the last recording?", "transcript_get", { ...LAST, wait: true }),
  one("show me the transcript of {i}", "transcript_get", { ...THIS, wait: true }),
  one("read me the last transcript", "transcript_get", { ...LAST, wait: true }),
  one("summarise the last one", "summary_get", { ...LAST, wait: true }),
  one("can you summarize the latest recording?", "summary_get", { ...LAST, wait: true }),
  one("what are the action items of the last recording", "summary_get", { ...LAST, wait: true }),
  one("give me a summary of {i}", "summary_get", { ...THIS, wait: true }),
  one("how far is the transcription?", "recording_get", LAST),
  one("is the last recording transcribed yet?", "recording_get", LAST),
  one("show me recording {i}", "recording_get", THIS),
  one("show the recorder's settings", "recorder_config"),
  one("which codec does {d} use?", "recorder_config", ON),
  one("where are recordings uploaded to?", "recorder_config"),
];

export const DOING: Paraphrase[] = [
  one("start recording", "recording_start"),
  one("Record this meeting, please.", "recording_start"),
  one("record", "recording_start"),
  one("please start the recorder", "recording_start"),
  one("could you start a new recording?", "recording_start"),
  one("start recording on {d}", "recording_start", ON),
  one("let's record a memo", "recording_start"),
  one("stop recording", "recording_stop"),
  one("stop the recording on {d}", "recording_stop", ON),
  one("end the recording now", "recording_stop"),
  one("I want to stop recording", "recording_stop"),
  one("stop", "recorder_status"),
  one("transcribe it", "recorder_pull"),
  one("transcribe the last recording", "recorder_pull"),
  one("please turn the last one into text", "recorder_pull"),
  one("transcribe {i}", "recording_get", THIS),
  one("pull from {d}", "recorder_pull", ON),
  one("fetch the recordings from {d}", "recorder_pull", ON),
  one("sync the recorder", "recorder_pull"),
  one("export the last one as {f}", "recording_export", { ...LAST, format: "{F}" }),
  one("export recording {i} as {f}", "recording_export", { ...THIS, format: "{F}" }),
  one("save the last recording as {f}", "recording_export", { ...LAST, format: "{F}" }),
  one("export it to talk.srt", "recording_export", { ...LAST, format: "srt", file: "talk.srt" }),
  one("make subtitles of the last recording", "recording_export", { ...LAST, format: "srt" }),
  one("delete the last one", "recording_delete", LAST),
  one("delete recording {i}", "recording_delete", THIS),
  one("please remove the last recording from {d}", "recording_delete", { ...LAST, on: "{d}" }),
  one("erase {i} from the server", "recording_delete", { ...THIS, on: "server" }),
  one("switch the codec to {c}", "recorder_configure", { codec: "{C}" }),
  one("record in {c} from now on", "recorder_configure", { codec: "{C}" }),
  one("set the sample rate of {d} to 16000", "recorder_configure", { sample_rate: 16_000, ...ON }),
  one("import talk.wav", "recording_ingest", { file: "talk.wav" }),
];

export const CALLING_NOTHING: Paraphrase[] = [
  none("don't delete the last one"),
  none("do not start recording"),
  none("please don't record this"),
  none("never delete recording {i}"),
  none("stop the music"),
  none("record my screen"),
  none("record a video of the kitchen"),
  none("should I record this or not?"),
  none("maybe delete the last one"),
  none("delete the last one unless it is transcribed"),
  none("delete all recordings"),
  none("delete everything"),
  none("delete it"),
  none("start recording tomorrow at eight"),
  none("export the last one as mp3"),
  none("switch the codec to mp3"),
  none("send the recording to Mary"),
  none("play the last recording"),
  none("start recording and then delete the last one"),
  none("set the upload password to hunter2"),
  none("I wonder why it stopped recording yesterday"),
  none("the recording was fine. Delete {i}!"),
  none("how do I delete a recording?"),
  none("turn off the wifi of {d}"),
];
