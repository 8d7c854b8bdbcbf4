import type { Clock } from "./clock.ts";

/** Frames that nobody waits for keep at least this distance: about thirty a second. */
const FRAME_MS = 33;

export type PaintSchedule = {
  /** The screen is out of date. `urgent` (a key was struck) paints at once; otherwise frames keep their distance. */
  request(urgent: boolean): void;
  /** While the terminal is not taking bytes no frame is made; the newest one follows when it does again. */
  hold(held: boolean): void;
  stop(): void;
};

/** Decides when to paint. It owns at most one timer, and none while nothing is out of date. */
export function createPaintSchedule(clock: Clock, paint: () => void): PaintSchedule {
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  let stale = false;
  let held = false;
  let stopped = false;

  function now(): void {
    cancel?.();
    cancel = undefined;
    if (stopped || held || !stale) return;
    stale = false;
    last = clock.now();
    paint();
  }

  return {
    request(urgent) {
      stale = true;
      if (stopped || held) return;
      const wait = last + FRAME_MS - clock.now();
      if (urgent || wait <= 0) now();
      else cancel ??= clock.after(wait, now);
    },
    hold(next) {
      held = next;
      if (!held && stale) now();
    },
    stop() {
      stopped = true;
      cancel?.();
      cancel = undefined;
    },
  };
}
