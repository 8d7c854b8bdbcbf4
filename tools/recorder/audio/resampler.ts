/** A filter over a stream of samples: what `push` gives back is ready; `end` gives what was still held. */
export type Resampler = {
  push(samples: Float32Array): Float32Array;
  end(): Float32Array;
};

/** Zero crossings of the sinc on either side: with the window below, echoes lie 80 dB down. */
const CROSSINGS = 16;
const KAISER_BETA = 8;
/** The pass band ends here, so that the slope of the filter ends at the limit. */
const PASS = 0.91;
/** More positions between two samples than these are taken from the two nearest. */
const MOST_PHASES = 512;

/**
 * Changes the sample rate of one channel by a windowed sinc, in any ratio of whole rates. The answer begins at the same
 * instant as the input and is as long: `round(frames × to / from)` samples. Memory does not grow.
 */
export function createResampler(from: number, to: number): Resampler {
  if (from === to) return { push: (samples) => samples, end: () => new Float32Array(0) };
  const shared = gcd(from, to);
  const up = to / shared;
  const down = from / shared;
  const { phases, table, half } = makeFilter(up, down);
  const taps = 2 * half;
  // Silence before the first sample, so that the filter may look back from it.
  let held: Float32Array = new Float32Array(half - 1);
  let taken = 0;
  let given = 0;
  // The next answer stands `whole + part / up` samples after `held[half - 1]`.
  let whole = 0;
  let part = 0;

  function drain(most: number): Float32Array {
    const answers = new Float32Array(
      Math.max(0, Math.ceil(((held.length - whole) * up) / down) + 1),
    );
    let count = 0;
    while (whole + taps <= held.length && given + count < most) {
      const position = (part * phases) / up;
      const phase = Math.floor(position);
      const answer = convolve(held, whole, table, phase, taps);
      const between = position - phase;
      answers[count++] =
        between === 0
          ? answer
          : answer + between * (convolve(held, whole, table, phase + 1, taps) - answer);
      part += down;
      whole += Math.floor(part / up);
      part %= up;
    }
    given += count;
    held = held.slice(whole);
    whole = 0;
    return answers.subarray(0, count);
  }
  function push(samples: Float32Array): Float32Array {
    const all = new Float32Array(held.length + samples.length);
    all.set(held);
    all.set(samples, held.length);
    held = all;
    taken += samples.length;
    return drain(Number.POSITIVE_INFINITY);
  }
  return {
    push,
    end() {
      const due = Math.round((taken * to) / from);
      const tail = new Float32Array(held.length + taps + Math.ceil(down / up) + 1);
      tail.set(held);
      held = tail;
      return drain(due);
    },
  };
}

function convolve(
  samples: Float32Array,
  at: number,
  table: Float32Array,
  phase: number,
  taps: number,
): number {
  const row = phase * taps;
  let sum = 0;
  for (let tap = 0; tap < taps; tap++) sum += (samples[at + tap] ?? 0) * (table[row + tap] ?? 0);
  return sum;
}

/** A row of weights for each position between two samples; one more row, so that there is always a next one. */
function makeFilter(up: number, down: number) {
  const ratio = Math.min(1, up / down);
  const cutoff = ratio * PASS;
  const half = Math.ceil(CROSSINGS / ratio);
  const phases = Math.min(up, MOST_PHASES);
  const taps = 2 * half;
  const table = new Float32Array((phases + 1) * taps);
  for (let phase = 0; phase <= phases; phase++) {
    const weights = Array.from({ length: taps }, (_, tap) => {
      const x = tap - (half - 1) - phase / phases;
      return cutoff * sinc(cutoff * x) * kaiser(x / half);
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    for (const [tap, weight] of weights.entries()) table[phase * taps + tap] = weight / sum;
  }
  return { phases, table, half };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA);
}

/** The modified Bessel function of the first kind and order 0. */
function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
