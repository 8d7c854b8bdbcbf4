/** Waits for Ctrl-C or a request to end, for a command that serves. Resolves with its exit code; a second one ends at once. */
export function untilStopped(): Promise<number> {
  return new Promise((resolve) => {
    const stop = (code: number) => {
      process.off("SIGINT", interrupted);
      process.off("SIGTERM", asked);
      resolve(code);
    };
    const interrupted = () => stop(130);
    const asked = () => stop(0);
    process.on("SIGINT", interrupted);
    process.on("SIGTERM", asked);
  });
}
