import { openPaced } from "./paced.ts";
import type { Source } from "./source.ts";

const HERTZ = 440;
const LOUDNESS = 0.25 * 32_767;

/** A tone in place of a microphone. `speed` is how many seconds of it pass in one. */
export function toneSource(speed = 1): Source {
  return {
    name: "a tone of 440 Hz, in place of a microphone",
    async open(format) {
      let frame = 0;
      const read = (frames: number) => {
        const samples = new Int16Array(frames * format.channels);
        for (let at = 0; at < samples.length; at++) {
          const time = (frame + Math.floor(at / format.channels)) / format.sampleRate;
          samples[at] = Math.round(Math.sin(2 * Math.PI * HERTZ * time) * LOUDNESS);
        }
        frame += frames;
        return new Uint8Array(samples.buffer);
      };
      return openPaced(format, read, speed);
    },
  };
}
