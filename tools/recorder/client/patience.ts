import { withTimeLimit } from "../../kit/time-limit.ts";
import type { Line } from "./line.ts";
import { failureOfLine } from "./wire-errors.ts";

type At = Pick<Line, "surface" | "place"> & {
  signal: AbortSignal;
  /** undefined: as long as it takes. */
  ms: number | undefined;
};

/**
 * What the work gives, if it gives it in time. Else it is left to itself, with its signal aborted, and this throws
 * `timed-out`, or what the signal was aborted with. What the work throws comes as the failure of a line.
 */
export async function within<T>(work: (until: AbortSignal) => Promise<T>, at: At): Promise<T> {
  const { surface, place, signal, ms } = at;
  const { signal: until, release } = limitOf(signal, ms);
  try {
    return await untilStopped(work(until), until);
  } catch (thrown) {
    throw failureOfLine(thrown, { surface, place, signal, slow: until });
  } finally {
    release();
  }
}

const limitOf = (signal: AbortSignal, ms: number | undefined) =>
  ms === undefined ? { signal, release: () => undefined } : withTimeLimit(signal, ms);

/** Not left to the work itself: Node may have let go of the signal that it passed on. */
function untilStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(stop.reason);
    if (stop.aborted) leave();
    stop.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => stop.removeEventListener("abort", leave));
  });
}
