/** Saves some time after the first change, once for all that follow; never two at a time. */
export type Saver = {
  soon: () => void;
  /** Saves what is not saved yet, after a save that is under way. */
  now: () => Promise<void>;
  stop: () => void;
};

export function createSaver(
  save: () => Promise<void>,
  needed: () => boolean,
  afterMs: number,
): Saver {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const now = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const turn = running.then(() => (needed() ? save() : undefined));
    running = turn.catch(() => undefined);
    return turn;
  };
  return {
    now,
    soon() {
      // A save that fails costs the next start a moment, no more: the next change tries again.
      timer ??= setTimeout(() => void now().catch(() => undefined), afterMs).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
