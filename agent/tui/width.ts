import { eastAsianWidth } from "get-east-asian-width";

const ASCII = /^[\x20-\x7e]*$/;
const ASCII_RUN = /[\x20-\x7e]+/g;
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Node 20 segments in quadratic time, so a long run of foreign letters is segmented in pieces of this many units. */
const LONGEST_PIECE = 512;

// Skin tones, text/emoji selectors and keycap marks: terminals disagree on their width, and the text reads without.
const DISPUTED = /[\u{1f3fb}-\u{1f3ff}]|[\ufe00-\ufe0f]|\u20e3/gu;
const FLAG = /[\u{1f1e6}-\u{1f1ff}]/gu;

/** The same text with the clusters on whose width terminals disagree written plainly: flags become two letters. */
export function plainEmoji(text: string): string {
  if (ASCII.test(text)) return text;
  return text
    .replace(DISPUTED, "")
    .replace(FLAG, (letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65));
}

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** The characters of one line as a person counts them. Linear also where the line is very long. */
export function graphemes(line: string): string[] {
  if (ASCII.test(line)) return line.split("");
  const found: string[] = [];
  let from = 0;
  for (const run of line.matchAll(ASCII_RUN)) {
    // The last ASCII letter may carry a combining mark, so it goes with what follows.
    const end = run.index + run[0].length;
    const stop = end < line.length ? end - 1 : end;
    segment(line.slice(from, run.index), found);
    for (let i = run.index; i < stop; i++) found.push(line[i] ?? "");
    from = Math.max(stop, run.index);
  }
  segment(line.slice(from), found);
  return found;
}

function segment(text: string, into: string[]): void {
  for (let from = 0; from < text.length; ) {
    const end = pieceEnd(text, from);
    for (const { segment: cluster } of segmenter.segment(text.slice(from, end))) into.push(cluster);
    from = end;
  }
}

const JOINED = /\p{M}|\u200d|\ufe0f|[\u{1f3fb}-\u{1f3ff}]|[\u{1f1e6}-\u{1f1ff}]/u;

/** A place to cut where no cluster is likely to be split: before a code point that starts one. */
function pieceEnd(text: string, from: number): number {
  if (text.length - from <= LONGEST_PIECE) return text.length;
  for (let end = from + LONGEST_PIECE; end > from + LONGEST_PIECE / 2; end--) {
    const code = text.charCodeAt(end);
    if (code >= 0xdc00 && code <= 0xdfff) continue;
    const before = String.fromCodePoint(text.codePointAt(end - 1) ?? 0);
    const next = String.fromCodePoint(text.codePointAt(end) ?? 0);
    if (!JOINED.test(next) && before !== "\u200d") return end;
  }
  return from + LONGEST_PIECE;
}

const MOST_REMEMBERED = 4096;
const remembered = new Map<string, 0 | 1 | 2>();
const UNSEEN = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;
const MARK = /[\p{M}\p{Cf}]/u;

/** Columns of one grapheme cluster: 0 for what has no place of its own, 2 for CJK and emoji. */
export function clusterWidth(cluster: string): 0 | 1 | 2 {
  if (cluster.length === 1 && cluster >= " " && cluster <= "~") return 1;
  const known = remembered.get(cluster);
  if (known !== undefined) return known;
  const width = measure(cluster);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(cluster, width);
  return width;
}

function measure(cluster: string): 0 | 1 | 2 {
  if (UNSEEN.test(cluster)) return 0;
  let columns = 0;
  for (const letter of cluster) {
    if (MARK.test(letter)) continue;
    columns += eastAsianWidth(letter.codePointAt(0) ?? 0);
    if (columns >= 2) return 2;
  }
  return columns === 0 ? 0 : 1;
}

/** Columns of one line of text. */
export function textWidth(line: string): number {
  if (ASCII.test(line)) return line.length;
  let columns = 0;
  for (const cluster of graphemes(line)) columns += clusterWidth(cluster);
  return columns;
}

/** The beginning of the line that fits, marked with "…" where something was cut off. */
export function fit(line: string, columns: number): string {
  if (textWidth(line) <= columns) return line;
  if (columns <= 0) return "";
  let used = 0;
  let kept = "";
  for (const cluster of graphemes(line)) {
    const width = clusterWidth(cluster);
    if (used + width > columns - 1) break;
    used += width;
    kept += cluster;
  }
  return `${kept}…`;
}
