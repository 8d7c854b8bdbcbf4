import type { Lexicon } from "../lexicon.ts";
import type { Rules } from "../pattern.ts";
import type { Reader } from "../slots.ts";

const list = (words: string) => words.split(" ");

/** The words of somebody who records what is said. */
export const LEXICON: Lexicon = {
  show: {
    say: [
      ...list("show list display give get print tell read view see check open find"),
      "look at",
      "bring up",
      "pull up",
      "read out",
      "read me",
    ],
    typo: true,
  },
  recording: {
    say: [
      ...list("recording take memo clip"),
      "voice memo",
      "voice note",
      "audio note",
      "voice recording",
    ],
    typo: true,
  },
  recordings: {
    say: [
      ...list("recordings takes memos clips"),
      "voice memos",
      "voice notes",
      "voice recordings",
    ],
    typo: true,
  },
  recorder: {
    say: [
      ...list("recorder recorders dictaphone"),
      "voice recorder",
      "recording device",
      "recorder device",
      "recorder server",
      "recording server",
    ],
    typo: true,
  },
  transcript: { say: list("transcript transcription text"), typo: true },
  summary: { say: [...list("summary gist overview tldr"), "short version"], typo: true },
  transcribe: {
    say: list("transcribe transcribed"),
    also: list("transcribing"),
    typo: true,
    orders: true,
  },
  summarise: {
    say: list("summarise summarize"),
    also: list("summarising summarizing"),
    typo: true,
  },
  record: { say: list("record tape"), also: list("recording taping"), orders: true },
  start: { say: list("start begin"), also: list("starting beginning"), orders: true },
  stop: {
    say: list("stop end finish halt"),
    also: list("stopping ending finishing halting"),
    orders: true,
  },
  delete: {
    say: [...list("delete remove erase discard trash"), "get rid of", "throw away", "wipe out"],
    also: [...list("deleting removing erasing discarding"), "getting rid of", "throwing away"],
    typo: true,
    orders: true,
  },
  export: {
    say: list("export save download convert write"),
    also: list("exporting saving downloading converting writing"),
    typo: true,
    orders: true,
  },
  pull: {
    say: list("pull fetch sync synchronise synchronize copy transfer collect get download"),
    also: list("pulling fetching syncing copying transferring"),
    orders: true,
  },
  ingest: {
    say: list("ingest import upload add"),
    also: list("ingesting importing uploading adding"),
    orders: true,
  },
  set: {
    say: list("set switch change put configure"),
    also: list("setting switching changing putting"),
    orders: true,
  },
  said: {
    say: list(
      "say said talk talked speak spoke mention mentioned discuss discussed tell decide decided",
    ),
  },
  // Understood only so that a sentence with one of them is held back.
  other: {
    say: list("send share play email mail forward rename move stream broadcast turn translate"),
    orders: true,
  },
};

/** Real words that are no typo of a keyword. */
export const OTHERS = list(
  "all any of on in at to from for with by than no not is are was were be the a an there here now then what which who " +
    "when where why how can could do does did will would should may might i we you it its this that me us my our your " +
    "today tomorrow yesterday and or but if so too very good last first next server device off said sad safe stat " +
    "tags tale cake lake tale texts text test tests state order reorder recorded records remote",
);

const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/i;

const SUBJECTS = new Set(
  list(
    "recording recordings recorder recorders transcript transcripts transcription summary memo memos dictaphone " +
      "microphone mic codec subtitles srt vtt opus adpcm",
  ),
);

/** True for a word that is a recorder's own matter, and for a recording's id. */
export const isSubject = (low: string) => SUBJECTS.has(low) || ID.test(low);

const FORMATS: Readonly<Record<string, string>> = {
  wav: "wav",
  wave: "wav",
  ogg: "ogg",
  opus: "ogg",
  txt: "txt",
  text: "txt",
  "plain text": "txt",
  srt: "srt",
  subrip: "srt",
  subtitles: "srt",
  subtitle: "srt",
  captions: "srt",
  vtt: "vtt",
  webvtt: "vtt",
  md: "md",
  markdown: "md",
  json: "json",
};
const CODECS: Readonly<Record<string, string>> = {
  opus: "opus",
  ogg: "opus",
  adpcm: "adpcm",
  wav: "wav_pcm_s16le",
  pcm: "wav_pcm_s16le",
  uncompressed: "wav_pcm_s16le",
  wav_pcm_s16le: "wav_pcm_s16le",
};

/** One or two words that stand in a table. */
const oneOf =
  (table: Readonly<Record<string, string>>): Reader =>
  (tokens, at) =>
    [1, 2].flatMap((count) => {
      const said = tokens.slice(at, at + count).map((token) => token.low);
      const value = said.length === count ? table[said.join(" ").replace(/^\./, "")] : undefined;
      return value === undefined ? [] : [{ end: at + count, value, cost: 0 }];
    });

const wordLike =
  (shape: RegExp): Reader =>
  (tokens, at) => {
    const token = tokens[at];
    if (token === undefined || token.kind === "mark" || !shape.test(token.text)) return [];
    return [{ end: at + 1, value: token.text, cost: 0 }];
  };

const FILE = /\.(wav|ogg|txt|srt|vtt|md|json)$/i;

/** A device in the settings. "server" is none. */
const deviceName: Reader = (tokens, at, words) => {
  const token = tokens[at];
  if (token?.kind !== "word" || !/^[a-z0-9][\w-]{0,63}$/i.test(token.text)) return [];
  if (/^\d+$/.test(token.text) || words.isForeign(token.low)) return [];
  if (token.low === "recorder") return [{ end: at + 1, value: token.text, cost: 1 }];
  return words.isKeyword(token.low) ? [] : [{ end: at + 1, value: token.text, cost: 0 }];
};

/** Free text in the middle of a sentence. */
const upTo: Reader = (tokens, at) =>
  Array.from({ length: Math.min(12, tokens.length - at) }, (_, i) => ({
    end: at + i + 1,
    value:
      tokens[at]?.kind === "quoted" && i === 0
        ? tokens[at].text
        : tokens
            .slice(at, at + i + 1)
            .map(({ raw }) => raw)
            .join(" ")
            .replaceAll(/ ([,:]|'s)/g, "$1"),
    cost: 0,
  }));

const PLACES = list("first second third fourth fifth sixth seventh eighth ninth tenth");

/** A place in a list: "second", "2nd", "number 2", "#2". */
const nth: Reader = (tokens, at) => {
  const [first, next] = [tokens[at], tokens[at + 1]];
  if (first?.kind !== "word") return [];
  const said = PLACES.indexOf(first.low) + 1;
  if (said > 0) return [{ end: at + 1, value: said, cost: 0 }];
  const [, digits] =
    /^(?:#(\d{1,2})|(\d{1,2})(?:st|nd|rd|th))$/.exec(first.low)?.filter(Boolean) ?? [];
  if (digits !== undefined) return [{ end: at + 1, value: Number(digits), cost: 0 }];
  const announced = /^(?:number|no|nr)$/.test(first.low) && /^\d{1,2}$/.test(next?.low ?? "");
  return announced ? [{ end: at + 2, value: Number(next?.low), cost: 0 }] : [];
};

export const READERS: Readonly<Record<string, Reader>> = {
  nth,
  upto: upTo,
  format: oneOf(FORMATS),
  codec: oneOf(CODECS),
  recid: wordLike(ID),
  file: wordLike(FILE),
  audio: wordLike(/\.(wav|ogg|opus)$/i),
  image: wordLike(/^[\w./-]+\.(bin|img|fw|image)$/i),
  device: deviceName,
  day: wordLike(/^\d{4}-\d{2}-\d{2}$/),
};

/** The format that a file's ending names. */
export const formatOfFile = (file: string) => FORMATS[FILE.exec(file)?.[1]?.toLowerCase() ?? ""];

/** Patterns that many cards share. */
export const RULES: Rules = {
  last: "last|latest|newest|most recent",
  // A recording that is named: by its place in time, by its id, by the conversation.
  one: "[the|my|our] @last (one|<recording>|meeting|conversation|talk|interview|call) {recording=last} | [the|my|our] <recording> of [just] now {recording=last} | [the] [<recording>] {recording:recid} | {recording:it} [<recording>] | [the|my] [<recording>] {nth:nth} [one|<recording>|meeting|conversation|talk|interview|call]",
  // Where only one can be meant.
  some: "@one | (the|my|our|this|that) <recording> {recording=it} | (the|my|our|this) (meeting|conversation|talk|interview|call) {recording=it} | what (i|we) [have] [just] recorded {recording=it} | what was [just] recorded {recording=it}",
  // Not "at": what follows it is a time.
  on: "(on|with|using|of|from|in) [the] [device|<recorder>] {device:device} [device|<recorder>]",
  place: "(on|from|of|at|in) [the] (server {on=server} | [device] {on:device} [device])",
  now: "now|right now|currently|at the moment|so far|yet|already|at present",
  day: "[of|from|on|for] @when ['s]",
  when: "{day:day} | (today|this morning|this afternoon|this evening) {day=today} | yesterday [morning|afternoon|evening] {day=yesterday}",
};
