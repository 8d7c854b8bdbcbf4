import { decodeToPcm } from "../../tools/recorder/audio/decode-to-pcm.ts";
import { openPaced } from "./paced.ts";
import type { Source } from "./source.ts";

export type FileOptions = {
  /** How many seconds of the file pass in one; Infinity for as fast as it can be written. Default 1. */
  speed?: number;
  /** Over and over; else it is followed by silence. */
  loop?: boolean;
};

/** A recording that is played in place of a microphone: WAV or Ogg Opus. A take that is begun anew hears it anew. */
export function fileSource(path: string, { speed = 1, loop = false }: FileOptions = {}): Source {
  return {
    name: `the file ${path}, in place of a microphone`,
    async open({ sampleRate: rate, channels }) {
      let samples = decodeToPcm(path, { rate, channels });
      let rest = new Int16Array(0);
      // Before the take begins, so that a file that cannot be played is told to whoever starts it.
      let next = await samples.next();
      const read = async (frames: number): Promise<Uint8Array | undefined> => {
        const wanted = frames * channels;
        while (rest.length < wanted && !next.done) {
          rest = joined(rest, next.value);
          next = await samples.next();
          if (!next.done || !loop) continue;
          samples = decodeToPcm(path, { rate, channels });
          next = await samples.next();
        }
        if (rest.length === 0) return undefined;
        const piece = rest.slice(0, wanted);
        rest = rest.slice(wanted);
        return new Uint8Array(piece.buffer);
      };
      const paced = openPaced({ sampleRate: rate, channels }, read, speed);
      return {
        ...paced,
        async stop() {
          await paced.stop();
          await samples.return(undefined);
        },
      };
    },
  };
}

function joined(a: Int16Array, b: Int16Array): Int16Array<ArrayBuffer> {
  const both = new Int16Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
