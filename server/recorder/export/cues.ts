import { cleanText } from "../../../tools/kit/untrusted.ts";
import type { TranscriptSegment } from "../../../tools/recorder/contract.ts";

/** One subtitle: whole milliseconds from the beginning, one or two lines. */
export type Cue = { startMs: number; endMs: number; lines: string[] };

export const MOST_CHARACTERS = 42;
export const MOST_LINES = 2;
/** A subtitle that is shorter than this cannot be read. */
const LEAST_MS = 100;

/**
 * The segments as subtitles: each short enough for two lines, in order, none before the one before has ended. A longer
 * segment is cut in pieces, which share its time by their length.
 */
export function cuesOf(segments: readonly TranscriptSegment[]): Cue[] {
  const cues: Cue[] = [];
  let free = 0;
  for (const segment of [...segments].sort((a, b) => a.start - b.start)) {
    const screens = screensOf(segment.text);
    const total = screens.reduce((sum, screen) => sum + lengthOf(screen), 0);
    const start = Math.max(free, toMs(segment.start));
    const span = Math.max(toMs(segment.end) - start, LEAST_MS * screens.length);
    let shown = 0;
    for (const lines of screens) {
      const startMs = start + Math.round((span * shown) / total);
      shown += lengthOf(lines);
      const endMs = Math.max(startMs + 1, start + Math.round((span * shown) / total));
      cues.push({ startMs: Math.max(startMs, free), endMs: Math.max(endMs, free + 1), lines });
      free = cues.at(-1)?.endMs ?? free;
    }
  }
  return cues;
}

const toMs = (seconds: number) => Math.round(seconds * 1000);
const lengthOf = (lines: readonly string[]) => lines.join(" ").length;

/** The text in screens of at most two lines of at most 42 characters. No blank line, no arrow: both end a subtitle. */
function screensOf(text: string): string[][] {
  const plain = cleanText(text).replaceAll(/-+>/g, "→").replaceAll(/\s+/g, " ").trim();
  const lines = linesOf(plain);
  const screens: string[][] = [];
  for (let at = 0; at < lines.length; at += MOST_LINES)
    screens.push(lines.slice(at, at + MOST_LINES));
  return screens;
}

/** No more lines than it takes, and those about equally long: a last word alone is hard to read. */
function linesOf(text: string): string[] {
  const fewest = wrapped(text, MOST_CHARACTERS);
  for (let width = Math.ceil(text.length / fewest.length); width < MOST_CHARACTERS; width++) {
    const lines = wrapped(text, width);
    if (lines.length <= fewest.length && lines.every((line) => line.length <= MOST_CHARACTERS))
      return lines;
  }
  return fewest;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap(cutLong)) {
    if (word === "") continue;
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

/** Languages without spaces, and words that are longer than a line, are cut between characters. */
function cutLong(word: string): string[] {
  if (word.length <= MOST_CHARACTERS) return [word];
  const pieces: string[] = [""];
  for (const character of word) {
    const last = pieces.length - 1;
    const piece = `${pieces[last] ?? ""}${character}`;
    if (piece.length > MOST_CHARACTERS) pieces.push(character);
    else pieces[last] = piece;
  }
  return pieces;
}
