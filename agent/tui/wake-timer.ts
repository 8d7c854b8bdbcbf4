import type { Clock } from "./clock.ts";

export type WakeTimer = {
  /** Wakes at this moment of the clock, or never. A sooner moment replaces a later one; asking again costs nothing. */
  set(at: number | undefined): void;
};

/** The one timer for everything on the screen that changes by itself: there is none while nothing does. */
export function createWakeTimer(clock: Clock, woken: () => void): WakeTimer {
  let armed: { at: number; cancel(): void } | undefined;

  return {
    set(at) {
      if (armed && (at === undefined || armed.at > at)) {
        armed.cancel();
        armed = undefined;
      }
      if (at === undefined || armed) return;
      const cancel = clock.after(Math.max(0, at - clock.now()), () => {
        armed = undefined;
        woken();
      });
      armed = { at, cancel };
    },
  };
}
