/** Runs works of one key one after the other; works of different keys do not wait for each other. */
export type Turns = {
  take: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /** Resolves when nothing runs any more. */
  idle: () => Promise<void>;
};

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(key, work) {
      const before = last.get(key) ?? Promise.resolve();
      const turn = before.then(work);
      const settled = turn.then(
        () => undefined,
        () => undefined,
      );
      last.set(key, settled);
      void settled.then(() => {
        if (last.get(key) === settled) last.delete(key);
      });
      return turn;
    },
    async idle() {
      while (last.size > 0) await Promise.all(last.values());
    },
  };
}
