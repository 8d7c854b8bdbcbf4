import { VOICE_FRAME, VOICE_RATE } from "./voice-activity.ts";

/** A stretch of speech with a little of the silence around it: 16 kHz, one channel. */
export type Utterance = {
  /** Seconds from the beginning of the recording. */
  start: number;
  samples: Int16Array;
};

type Frame = { samples: Int16Array; probability: number };

const FRAMES_PER_SECOND = VOICE_RATE / VOICE_FRAME;
const frames = (seconds: number) => Math.round(seconds * FRAMES_PER_SECOND);

/** Speech begins above the first and may end below the second, so that it does not flicker. */
const BEGINS = 0.5;
const ENDS = 0.35;
/** Kept before and after: engines want to hear where a word begins. */
const PAD = frames(0.25);
const LONGEST = frames(28);
/** Of a stretch that has to be cut, the quietest place is looked for in its end. */
const CUT_WITHIN = frames(10);
/** Fewer frames of speech than these are a click or a cough. */
const LEAST_SPEECH = 3;

/** How much silence ends a stretch: the longer it is already, the less. */
function silenceToEnd(length: number): number {
  if (length > frames(15)) return frames(0.2);
  if (length > frames(8)) return frames(0.4);
  return frames(0.7);
}

/** Cuts a recording into stretches of speech, frame by frame; keeps no more than the stretch that goes on. */
export type SpeechGate = {
  /** Takes the next frame and how probable speech in it is; gives the stretch that it ended, if it did. */
  push(samples: Int16Array, probability: number): Utterance | undefined;
  /** The stretch that the end of the recording ended. */
  end(): Utterance | undefined;
};

export function createSpeechGate(): SpeechGate {
  let before: Frame[] = [];
  let open: Frame[] | undefined;
  let silent = 0;
  let seen = 0;

  function close(): Utterance | undefined {
    const ended = open ?? [];
    open = undefined;
    const kept = ended.slice(0, ended.length - Math.max(0, silent - PAD));
    const first = seen - ended.length;
    silent = 0;
    return utterance(kept, first);
  }
  /** Cuts the open stretch at its quietest place and goes on with the rest. */
  function cut(stretch: Frame[]): Utterance | undefined {
    const at = quietest(stretch);
    const first = seen - stretch.length;
    open = stretch.slice(at);
    return utterance(stretch.slice(0, at), first);
  }

  return {
    push(samples, probability) {
      seen++;
      const frame = { samples: samples.slice(), probability };
      if (open) {
        open.push(frame);
        if (probability > BEGINS) silent = 0;
        else if (probability < ENDS) silent++;
      } else if (probability > BEGINS) open = [...before, frame];
      before = [...before, frame].slice(-PAD);
      if (!open) return undefined;
      if (silent >= silenceToEnd(open.length)) return close();
      return open.length >= LONGEST ? cut(open) : undefined;
    },
    end: () => (open ? close() : undefined),
  };
}

function utterance(kept: Frame[], first: number): Utterance | undefined {
  if (kept.filter(({ probability }) => probability > BEGINS).length < LEAST_SPEECH)
    return undefined;
  const samples = new Int16Array(kept.length * VOICE_FRAME);
  for (const [i, frame] of kept.entries()) samples.set(frame.samples, i * VOICE_FRAME);
  return { start: (first * VOICE_FRAME) / VOICE_RATE, samples };
}

/** The place between two frames around which there is least to hear, not too near to the end. */
function quietest(stretch: Frame[]): number {
  const loudness = stretch.map(({ samples }) => samples.reduce((sum, s) => sum + s * s, 0));
  const around = (at: number) =>
    loudness.slice(at - 3, at + 3).reduce((sum, energy) => sum + energy, 0);
  let best = stretch.length - PAD;
  for (let at = best; at >= stretch.length - CUT_WITHIN; at--)
    if (around(at) < around(best)) best = at;
  return best;
}
