import type { System } from "../card.ts";
import { IT, type Slots, type SlotValue } from "../slots.ts";

/** What of a request can be said anew, by the name of its card. Nothing that deletes or records is said twice so. */
const CARRIED: Readonly<Record<string, readonly string[]>> = {
  export: ["format", "recording", "nth"],
  transcribe: ["recording", "nth"],
  transcript: ["recording", "nth"],
  summary: ["recording", "nth"],
  "summaries of a day": ["day"],
  recording: ["recording", "nth"],
  recordings: ["day", "on"],
  search: ["words", "day"],
};

const present = (slots: Record<string, SlotValue | undefined>): Slots =>
  Object.fromEntries(
    Object.entries(slots).flatMap(([slot, value]) => (value === undefined ? [] : [[slot, value]])),
  );

const ABOUT = "[and|now] [(what|how) about]";

/** "and as vtt?", "and yesterday's?": the request before it, in another form or about something else. */
export const AGAIN: System["again"] = {
  patterns: [
    `${ABOUT} [as|in|to|into] [a|an|the] {format:format} [file|format]`,
    `${ABOUT} [of|from|for|in|on] @one`,
    `${ABOUT} @day ['s] [one|ones|<recordings>]`,
    `${ABOUT} @place`,
    "+1 [and] about {words:topic}",
    "+1 (and [about]|(what|how) about) {words:topic}",
  ],
  carries: ({ name }) => name in CARRIED,
  apply({ card, slots }, said) {
    const may = CARRIED[card.name] ?? [];
    if (!Object.keys(said).every((slot) => may.includes(slot))) return undefined;
    // The file was the name of the one before; "last" was what it is now known to be.
    const { file: _, recording, nth, ...kept } = slots;
    if (said.recording !== undefined || said.nth !== undefined) return { ...kept, ...said };
    const which = { recording: recording === "last" ? IT : recording, nth };
    return { ...kept, ...present(which), ...said };
  },
};
