/** The time and timers of a face, handed in so that tests own them. */
export type Clock = {
  /** Milliseconds that only grow. */
  now: () => number;
  /** Runs once after so many milliseconds, unless the returned function is called first. */
  after: (milliseconds: number, run: () => void) => () => void;
};

export const realClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
