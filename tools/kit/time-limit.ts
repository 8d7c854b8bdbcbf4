export type TimeLimit = {
  signal: AbortSignal;
  /** To be called when the work is over: from then on the limit comes no more, the caller's own signal still does. */
  release: () => void;
};

/**
 * Aborts with the signal, or with a TimeoutError after so many milliseconds. Node 20 lets go of an AbortSignal.timeout
 * that only a combined signal knows, and the limit would then never come; a timer keeps what it ends. It keeps no
 * process alive.
 */
export function withTimeLimit(signal: AbortSignal, ms: number): TimeLimit {
  const slow = new AbortController();
  const end = () => slow.abort(new DOMException("It took too long.", "TimeoutError"));
  const timer = setTimeout(end, ms).unref();
  return { signal: AbortSignal.any([signal, slow.signal]), release: () => clearTimeout(timer) };
}

const out = new Set<Request>();

/**
 * Works with a request that is sent, up to the end of its answer. Node passes a request's signal on by a weak reference:
 * the limit of one that nobody holds would never come.
 */
export async function whileHeld<T>(
  request: Request,
  work: (request: Request) => Promise<T>,
): Promise<T> {
  out.add(request);
  try {
    return await work(request);
  } finally {
    out.delete(request);
  }
}
