import type { Utterance } from "../speech-gate.ts";
import type { HeardSegment } from "../transcriber.ts";
import { VOICE_RATE } from "../voice-activity.ts";

/** Several stretches of speech in one piece of audio, as one request takes them. */
export type Chunk = {
  samples: Int16Array;
  /** Where each stretch lies in the piece, and where it lay in the recording; in seconds. */
  parts: { at: number; start: number; length: number }[];
};

/** Engines hear better with some context, but a request is also the step in which progress shows. */
const LONGEST_SECONDS = 120;
/** Between two stretches, however long it was: a long silence is what invents words. */
const GAP_SECONDS = 0.5;

/** Gathers stretches of speech into pieces of at most two minutes. Holds one piece at a time. */
export async function* toChunks(speech: AsyncIterable<Utterance>): AsyncGenerator<Chunk> {
  let held: Utterance[] = [];
  let seconds = 0;
  for await (const utterance of speech) {
    const length = utterance.samples.length / VOICE_RATE;
    if (held.length > 0 && seconds + GAP_SECONDS + length > LONGEST_SECONDS) {
      yield joined(held);
      held = [];
      seconds = 0;
    }
    held.push(utterance);
    seconds += length + GAP_SECONDS;
  }
  if (held.length > 0) yield joined(held);
}

function joined(held: readonly Utterance[]): Chunk {
  const gap = GAP_SECONDS * VOICE_RATE;
  const total = held.reduce((sum, { samples }) => sum + samples.length + gap, -gap);
  const samples = new Int16Array(total);
  const parts: Chunk["parts"] = [];
  let at = 0;
  for (const { start, samples: spoken } of held) {
    samples.set(spoken, at);
    parts.push({ at: at / VOICE_RATE, start, length: spoken.length / VOICE_RATE });
    at += spoken.length + gap;
  }
  return { samples, parts };
}

/** The segments with the times of the recording. */
export function toRecordingTimes(segments: readonly HeardSegment[], chunk: Chunk): HeardSegment[] {
  return segments.map(({ start, end, text }) => {
    const from = recordingTime(start, chunk);
    // An end in the gap belongs to the stretch that was spoken before it.
    return { start: from, end: Math.max(from, recordingTime(end, chunk)), text };
  });
}

function recordingTime(seconds: number, { parts }: Chunk): number {
  const part = parts.findLast(({ at }) => at <= seconds) ?? parts[0];
  if (!part) return seconds;
  return part.start + Math.min(Math.max(0, seconds - part.at), part.length);
}
