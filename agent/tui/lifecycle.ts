export type LifecycleHooks = {
  /** Gives the terminal back. Called on every way out, perhaps more than once; must not wait. */
  restore(): void;
  /** The terminal is ours again after a stop (Ctrl+Z, `fg`). */
  resumed(): void;
  /** A signal asks for the end; `code` is the exit code it stands for. */
  ended(code: number): void;
};

const ENDS = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;

/**
 * Watches the process for every way in which it can stop or end, so that the terminal is always given back.
 * Returns `suspend` (what Ctrl+Z does) and `release`, which takes all listeners away again.
 */
export function watchLifecycle(hooks: LifecycleHooks): { suspend(): void; release(): void } {
  const endings = Object.entries(ENDS).map(([signal, code]) => {
    const listener = () => {
      hooks.restore();
      hooks.ended(code);
    };
    process.on(signal, listener);
    return { signal, listener };
  });
  // Only watches: what happens on a crash (the message, the exit code) stays as it is without us.
  const crashed = () => hooks.restore();
  process.on("uncaughtExceptionMonitor", crashed);
  process.on("exit", crashed);

  let stopping = false;
  const stopped = () => stop(process.pid);
  process.on("SIGTSTP", stopped);
  const continued = () => hooks.resumed();
  process.on("SIGCONT", continued);

  /** Stops with the signal's own effect, so that a shell sees what it expects; a group without one ignores it. */
  function stop(target: number): void {
    if (stopping) return;
    stopping = true;
    hooks.restore();
    process.removeListener("SIGTSTP", stopped);
    process.kill(target, "SIGTSTP");
    setImmediate(() => {
      stopping = false;
      process.on("SIGTSTP", stopped);
      hooks.resumed();
    });
  }

  return {
    // The whole group stops: npm and the shell's other children stand between us and the shell.
    suspend: () => stop(0),
    release() {
      for (const { signal, listener } of endings) process.removeListener(signal, listener);
      process.removeListener("uncaughtExceptionMonitor", crashed);
      process.removeListener("exit", crashed);
      process.removeListener("SIGTSTP", stopped);
      process.removeListener("SIGCONT", continued);
    },
  };
}
