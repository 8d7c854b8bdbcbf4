/**
 * Aborts with the signal, or with a TimeoutError after so many milliseconds. Node 20 lets go of a timeout that only a
 * combined signal knows, and the limit would then never come; a listener of its own keeps it.
 */
export function withTimeLimit(signal: AbortSignal, ms: number): AbortSignal {
  const slow = AbortSignal.timeout(ms);
  slow.addEventListener("abort", () => undefined, { once: true });
  return AbortSignal.any([signal, slow]);
}
