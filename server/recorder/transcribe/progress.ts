import type { Progress } from "./transcriber.ts";

/** Follows how far a transcription is while several stretches are recognised at a time. */
export type ProgressTracker = {
  /** The recording was listened to, up to so many seconds. */
  heard: (seconds: number) => void;
  /** A stretch that begins at so many seconds is being recognised; call the answer when it is done. */
  begin: (start: number) => () => void;
};

/** Tells `onProgress` of every further percent; it never goes back. */
export function trackProgress(
  duration: number,
  onProgress: ((progress: Progress) => void) | undefined,
): ProgressTracker {
  const open = new Set<{ start: number }>();
  let heard = 0;
  let told = -1;
  function tell(): void {
    const reached = Math.min(heard, duration, ...[...open].map(({ start }) => start));
    const percent = Math.floor((reached / duration) * 100);
    if (percent <= told) return;
    told = percent;
    onProgress?.({ percent, seconds: reached, of: duration });
  }
  return {
    heard(seconds) {
      heard = seconds;
      tell();
    },
    begin(start) {
      const stretch = { start };
      open.add(stretch);
      return () => {
        open.delete(stretch);
        tell();
      };
    },
  };
}
