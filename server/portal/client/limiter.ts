import { setTimeout as pause } from "node:timers/promises";
import { PortalFailure } from "../failure.ts";

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

const MOST_WAITING = 200;

/** Lets `most` works run at a time and starts them at least `spacingMs` apart; the others wait in order. */
export function createLimiter(most: number, spacingMs: number, now: () => number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  let lastStart = -Infinity;
  let turn = Promise.resolve();

  async function keepApart(): Promise<void> {
    // A clock that was set back makes nobody wait longer than that.
    const wait = Math.min(spacingMs, lastStart + spacingMs - now());
    if (wait > 0) await pause(wait);
    lastStart = now();
  }

  return async (work) => {
    if (waiting.length >= MOST_WAITING)
      throw new PortalFailure("portal_unavailable", "Too much is waiting for the portal.");
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      turn = turn.then(keepApart);
      await turn;
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--; // otherwise the place is handed on
    }
  };
}
