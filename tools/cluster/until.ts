import { setMaxListeners } from "node:events";

/** Waits for work that does not listen to the signal, or that others wait for too, until the signal says stop. */
export function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    // One call may wait for a dozen reads at once; that is no leak.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", stop, { once: true });
    const settled = () => signal.removeEventListener("abort", stop);
    work.then(resolve, reject).then(settled, settled);
  });
}
