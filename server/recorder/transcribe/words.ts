import type { HeardSegment } from "./transcriber.ts";

/** A word as an engine heard it; times in seconds. */
export type HeardWord = { start: number; end: number; text: string };

/** After so many seconds of a segment a pause of so many ends it: a sentence's pause at first, then a shorter one. */
const ENDINGS = [
  { after: 0, pause: 0.5 },
  { after: 2, pause: 0.25 },
  { after: 6, pause: 0.1 },
  { after: 12, pause: 0 },
];

/** Words as segments that can be read along: cut where the speaker paused, and at 12 seconds in any case. */
export function toSegments(words: readonly HeardWord[]): HeardSegment[] {
  const segments: HeardSegment[] = [];
  let last: HeardSegment | undefined;
  for (const { start, end, text } of words) {
    const goesOn = last && !endsBefore(last, start);
    if (last && goesOn) {
      last.text += ` ${text}`;
      last.end = Math.max(last.end, end);
    } else {
      last = { start, end, text };
      segments.push(last);
    }
  }
  return segments;
}

function endsBefore(segment: HeardSegment, next: number): boolean {
  const long = segment.end - segment.start;
  return ENDINGS.some(({ after, pause }) => long >= after && next - segment.end >= pause);
}

/** Segments in order, within the recording and one after the other; empty ones left out. Times to the millisecond. */
export function inOrder(segments: readonly HeardSegment[], duration: number): HeardSegment[] {
  const ordered: HeardSegment[] = [];
  let from = 0;
  for (const { start, end, text } of [...segments].sort((a, b) => a.start - b.start)) {
    const words = text.trim();
    if (words === "") continue;
    const begins = Math.min(Math.max(start, from), duration);
    const ends = Math.min(Math.max(end, begins), duration);
    ordered.push({ start: round(begins), end: round(ends), text: words });
    from = ends;
  }
  return ordered;
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
