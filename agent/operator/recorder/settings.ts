import type { Card } from "../card.ts";
import { given, once } from "../resolve.ts";

const TO = "(to|as|into|in)";
const WHOSE = "[the] [device|<recorder>] [{device:device}] ['s]";

const show: Card = {
  name: "settings",
  effect: "reads",
  examples: ["show the recorder's settings"],
  heads: [
    `[<show>] [me] ${WHOSE} (settings|config|configuration|codec|sample rate)`,
    "[<show>] [me] [the] (settings|config|configuration) of [the] [device|<recorder>] [{device:device}]",
    "(what|which) (are|is) [the|my] <recorder> ['s] (settings|config|configuration|codec|sample rate)",
    "(what|which) (are|is) [the] (settings|config|configuration) of [the] [device|<recorder>] [{device:device}]",
    "(what|which) (codec|sample rate|format) (does|is|do) [the] [device|<recorder>|it|you] [{device:device}] [use|used|using|record in|set|record with]",
    "(what|which) is the (codec|sample rate) [of [the] [device|<recorder>] [{device:device}]]",
    "where (are|do|does|will) [the|my] <recordings> [uploaded|go|sent|upload|get uploaded] [to]",
    "where does [the] (<recorder>|it) upload [to]",
    "are uploads (on|off|set up|configured)",
  ],
  go: ({ device }) => once("recorder_config", given({ device })),
};

const codec: Card = {
  name: "codec",
  effect: "changes",
  examples: ["switch the codec to opus"],
  heads: [
    `<set> [the] [<recorder> ['s]] (codec|recording format|format of new <recordings>) ~ ${TO} {codec:codec}`,
    `<set> [the] (<recorder>|device) ${TO} {codec:codec}`,
    `<set> ${TO} {codec:codec}`,
    "(record|tape) (in|as|with) {codec:codec} [from now on]",
    "use {codec:codec} [as the codec|as codec|for recording|for new <recordings>|from now on]",
  ],
  adjuncts: ["@on"],
  go: (slots) => once("recorder_configure", given({ codec: slots.codec, device: slots.device })),
};

const rate: Card = {
  name: "sample rate",
  effect: "changes",
  examples: ["set the sample rate to 16000"],
  heads: [
    `<set> [the] (sample rate|sampling rate|rate) ~ ${TO} {rate:count} [hz|hertz]`,
    "record (at|with) {rate:count} (hz|hertz)",
  ],
  adjuncts: ["@on"],
  go: ({ rate: sample_rate, device }) => once("recorder_configure", given({ sample_rate, device })),
};

const firmware: Card = {
  name: "firmware",
  effect: "destroys",
  examples: ["update the firmware with recorder.bin"],
  heads: [
    "(update|upgrade|flash) [the] [<recorder>] [firmware] (with|to|from|using) [the] [file|image] {file:image}",
    "(install|flash) [the] [firmware] {file:image}",
  ],
  adjuncts: ["@on"],
  go: ({ file, device }) => once("firmware_update", given({ file, device })),
};

export const SETTINGS: readonly Card[] = [show, codec, rate, firmware];
