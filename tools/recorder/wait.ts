import { setTimeout as pause } from "node:timers/promises";

/** Resolves after so many milliseconds; rejects when the signal aborts. */
export async function pausing(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal });
}
