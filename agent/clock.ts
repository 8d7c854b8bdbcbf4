import { setTimeout as wait } from "node:timers/promises";

/** Time and chance as the loop needs them, so that a test can hand in its own. */
export type Clock = {
  /** Milliseconds, from any beginning. */
  now(): number;
  /** Resolves after `ms`; rejects as soon as the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** 0 to 1. */
  random(): number;
};

export const realClock: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => wait(ms, undefined, { signal }),
  random: () => Math.random(),
};
