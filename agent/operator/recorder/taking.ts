import type { Card } from "../card.ts";
import { asking, call, given, once, rowsOf, say } from "../resolve.ts";
import { broughtAndRead, withCertainly, withRecording } from "./which-recording.ts";
import { formatOfFile } from "./words.ts";

const THING =
  "this|it|me|us|now|everything|sound|audio|(this|the|a|our|my|that) [new] (<recording>|meeting|conversation|talk|interview|call|note|discussion|lecture|session) [to (self|myself)]";

const start: Card = {
  name: "start",
  effect: "changes",
  examples: ["start recording"],
  heads: [
    `<start> [to] (record|recording|listening|taping) [${THING}] [again]`,
    "<start> (the|a|another|one|my|our) [new|next|voice] (<recording>|<recorder>)",
    "<start> <recorder>",
    `<record> (${THING})`,
    "record",
    "(hit|press) record",
    "(take|make) a [new] (voice memo|voice note|memo|<recording>) [of] [this|the] [meeting|talk|conversation]",
    "turn (on the <recorder>|the <recorder> on)",
    "switch (on the <recorder>|the <recorder> on)",
  ],
  adjuncts: ["@on"],
  go: ({ device }) => once("recording_start", given({ device })),
};

const stop: Card = {
  name: "stop recording",
  effect: "changes",
  examples: ["stop recording"],
  heads: [
    "[(that is|it is|we are|we're|i am|i'm|i have|we have) (it|all|enough|done|finished|over)] [,] <stop> (recording|listening|taping|the <recording>|the <recorder>|this <recording>|that <recording>|my <recording>|our <recording>)",
    "turn (off the <recorder>|the <recorder> off)",
    "switch (off the <recorder>|the <recorder> off)",
    "<stop> <recorder>",
    "<stop> and (keep|save) [it|the <recording>]",
  ],
  adjuncts: ["@on"],
  go: ({ device }) => once("recording_stop", given({ device })),
};

/** A bare "stop" ends what is being recorded, if anything is: that is looked up first, and asks as ever. */
const bareStop: Card = {
  name: "stop",
  effect: "reads",
  examples: [],
  heads: ["stop [it|now]"],
  *go() {
    const results = yield [call("recorder_status")];
    const running = rowsOf(results[0], "devices").flatMap(({ state, name }) =>
      state === "recording" ? [name] : [],
    );
    const [device] = running;
    if (typeof device !== "string")
      return say("Nothing is being recorded. I leave everything as it is.");
    return { end: "show", results: yield [call("recording_stop", { device })] };
  },
};

const transcribe: Card = {
  name: "transcribe",
  effect: "changes",
  examples: ["transcribe the last one"],
  heads: [
    "<transcribe> @some",
    "<transcribe>",
    "(turn|convert|put) @some (into|to|in) (text|words|writing)",
    "(write|type) (down @some | @some down | up @some | @some up)",
    "(write|type) (down|out) what (is|was) said [in|on|during] [@some]",
    "(make|get|create|do) [me|us] (a|the) <transcript> (of|for|from) @some",
  ],
  go: (slots, world) =>
    withRecording(slots, world, (recording) => broughtAndRead("transcript_get", recording)),
};

const pull: Card = {
  name: "pull",
  effect: "changes",
  examples: ["pull from the recorder"],
  heads: [
    "<pull> [(the|my|all|all the|new|the new|everything) [<recordings>]] (from|off|of) [the] [device|<recorder>] {device:device} [device|<recorder>]",
    "<pull> (the|my|all|all the|new|the new|what is new) [<recordings>] (from|off|of|on) [the] (device|<recorder>)",
    "(pull|sync|synchronise|synchronize|fetch) (from|off) [the] (device|<recorder>)",
    "(sync|synchronise|synchronize) [the|my] (device|<recorder>|<recordings>)",
    "(sync|synchronise|synchronize) [the] [device] {device:device}",
    "(pull|fetch|collect) (the|my|all|all the|new|the new) <recordings>",
    "bring (the|my|all) <recordings> (to|onto) the server",
    "bring @some (to|onto) the server",
  ],
  go: ({ device }) => once("recorder_pull", given({ device })),
};

const exports: Card = {
  name: "export",
  effect: "changes",
  examples: ["export the last one as srt"],
  heads: [
    "<export> @some (as|to|into|in) [a|an] {format:format} [file|format]",
    "<export> @some (as|to|into|in) [the] [file] {file:file}",
    "<export> @some",
    "<export> [the] {format:format} (of|for|from) @some",
    "<export> [a|the] (<transcript>|<summary>|audio|sound) (of|for|from) @some (as|to|into|in) [a|an] {format:format} [file]",
    "(make|create|write|get|give|generate) [me|us] [the|a|an] {format:format} [file] (of|for|from) @some",
    "+1 (turn|make) @some (into|to) [a|an] {format:format} [file]",
    "(give|send|get|show|need|want) [me|us] @some (as|in) [a|an] {format:format} [file|format]",
    "@some (as|in) [a|an] {format:format} [file|format]",
  ],
  adjuncts: ["(to|into|in) [the] [file] {file:file}", "as [a|the] [file] {file:file}"],
  go(slots, world) {
    const file = typeof slots.file === "string" ? slots.file : undefined;
    const format = slots.format ?? (file === undefined ? undefined : formatOfFile(file));
    if (format === undefined)
      return asking(
        "format",
        "As what: wav or ogg (the sound), txt, srt or vtt (what was said), md (the summary) or json (everything)?",
        slots,
      );
    return withRecording(slots, world, (recording) =>
      once("recording_export", given({ recording, format, file })),
    );
  },
};

const remove: Card = {
  name: "delete",
  effect: "destroys",
  examples: ["delete the last one"],
  heads: ["<delete> @one", "<delete> (this|that|the) <recording> {recording=it}"],
  adjuncts: ["@place"],
  go: (slots, world) =>
    withCertainly(slots, world, (recording) =>
      once("recording_delete", given({ recording, on: slots.on })),
    ),
};

const ingest: Card = {
  name: "ingest",
  effect: "changes",
  examples: ["import talk.wav"],
  heads: [
    "<ingest> [the] [file|<recording>] {file:audio} [(to|into|in) [the] (server|<recorder>|<recordings>)]",
    "<transcribe> [the] [file] {file:audio}",
  ],
  go: ({ file }) => once("recording_ingest", given({ file })),
};

export const TAKING: readonly Card[] = [
  start,
  stop,
  bareStop,
  transcribe,
  pull,
  exports,
  remove,
  ingest,
];
