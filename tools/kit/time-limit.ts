export type TimeLimit = {
  signal: AbortSignal;
  /** To be called when the work is over: a limit that nobody needs any more would else be kept until it comes. */
  release: () => void;
};

/**
 * Aborts with the signal, or with a TimeoutError after so many milliseconds. Node 20 lets go of a timeout that only a
 * combined signal knows, and the limit would then never come; a listener of its own keeps it.
 */
export function withTimeLimit(signal: AbortSignal, ms: number): TimeLimit {
  const slow = AbortSignal.timeout(ms);
  const keep = () => undefined;
  slow.addEventListener("abort", keep);
  return {
    signal: AbortSignal.any([signal, slow]),
    release: () => slow.removeEventListener("abort", keep),
  };
}
