import { setTimeout as pause } from "node:timers/promises";
import type { OpenSource, SoundFormat } from "./source.ts";

const PIECE_MS = 100;

/**
 * A source that is computed: `read` gives the next samples, whole frames of them. `speed` times as fast as time
 * passes; with Infinity as fast as they are taken, until `read` gives undefined: then silence, in real time.
 */
export function openPaced(
  { sampleRate, channels }: SoundFormat,
  read: (frames: number) => Uint8Array | undefined | Promise<Uint8Array | undefined>,
  speed: number,
): OpenSource {
  const stopped = new AbortController();
  const frames = Math.round((sampleRate * PIECE_MS) / 1000);
  const silence = new Uint8Array(frames * channels * 2);

  async function* pieces(): AsyncGenerator<Uint8Array> {
    let due = performance.now();
    let isOver = false;
    while (!stopped.signal.aborted) {
      const piece: Uint8Array | undefined = isOver ? undefined : await read(frames);
      isOver ||= piece === undefined;
      yield piece ?? silence;
      due += isOver ? PIECE_MS : PIECE_MS / speed;
      const wait = due - performance.now();
      if (wait > 0) await pause(wait, undefined, { signal: stopped.signal }).catch(() => undefined);
      // After a long stop of the machine nothing is made up for.
      else if (wait < -1000) due = performance.now();
    }
  }
  return { pieces: pieces(), stop: async () => stopped.abort() };
}
