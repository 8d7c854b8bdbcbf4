import type { System } from "../card.ts";
import { AGAIN } from "./again.ts";
import { BEYOND } from "./beyond.ts";
import { LOOKING } from "./looking.ts";
import { SETTINGS } from "./settings.ts";
import { TAKING } from "./taking.ts";
import { isSubject, LEXICON, OTHERS, READERS, RULES } from "./words.ts";

/** The voice recorder, as the operator knows it. */
export const RECORDER: System = {
  name: "recorder",
  lexicon: LEXICON,
  rules: RULES,
  others: OTHERS,
  nameable: [],
  readers: READERS,
  isSubject,
  cards: [...LOOKING, ...TAKING, ...SETTINGS, ...BEYOND],
  again: AGAIN,
  loosely: () => ({}),
  tools: {
    recorder_status: "reads",
    recording_list: "reads",
    recording_get: "reads",
    recording_search: "reads",
    transcript_get: "reads",
    summary_get: "reads",
    recorder_config: "reads",
    recording_start: "changes",
    recording_stop: "changes",
    recorder_pull: "changes",
    recording_ingest: "changes",
    recording_export: "changes",
    recorder_configure: "changes",
    recording_delete: "destroys",
    firmware_update: "destroys",
  },
  typical: [
    "how is the recorder?",
    "start recording",
    "transcribe the last one",
    "what did I say about the budget?",
    "summarise the last one",
    "export the last one as srt",
  ],
  absent:
    "`outpost device` and `outpost server` start one on this machine, `outpost setup recorder` connects it.",
};
