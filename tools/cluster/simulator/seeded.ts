/** A source of numbers that gives the same ones for the same seed. */
export type Seeded = {
  /** From 0 up to, and without, 1. */
  next: () => number;
  /** A whole number from `low` to `high`, both included. */
  int: (low: number, high: number) => number;
  pick: <T>(from: readonly [T, ...T[]]) => T;
};

/** Mulberry32: small, fast, and good enough for data that only has to look alive. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return { next, int, pick: (from) => from[int(0, from.length - 1)] ?? from[0] };
}
