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
