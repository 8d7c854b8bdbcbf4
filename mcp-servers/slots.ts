/** Lets at most so many pieces of work run at once; the others wait in order, or leave when they are aborted. */
export type Slots = {
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing runs; at once where nothing does. */
  idle(): Promise<void>;
};

export function createSlots(most: number): Slots {
  let free = most;
  const waiting = new Set<() => void>();
  let onIdle: (() => void)[] = [];

  function release(): void {
    const [next] = waiting;
    if (next === undefined) {
      free++;
      if (free < most) return;
      for (const tell of onIdle) tell();
      onIdle = [];
    } else {
      waiting.delete(next);
      next();
    }
  }

  function acquire(signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(enter);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.add(enter);
    });
  }

  return {
    idle: () =>
      free === most ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve)),
    async run(signal, work) {
      signal.throwIfAborted();
      await acquire(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
