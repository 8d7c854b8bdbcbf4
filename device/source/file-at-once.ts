import { decodeToPcm } from "../../tools/recorder/audio/decode-to-pcm.ts";
import { openPaced } from "./paced.ts";
import type { Source } from "./source.ts";

/**
 * A short recording that stands in for a microphone and is heard whole at the moment when a take begins, as if it had
 * been said just before; silence follows. A take that ends at once holds all of it. The file is held in memory.
 */
export function fileAtOnce(path: string, name: string): Source {
  return {
    name,
    async open({ sampleRate: rate, channels }, signal) {
      const pieces: Uint8Array[] = [];
      for await (const samples of decodeToPcm(path, { rate, channels, signal }))
        pieces.push(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
      let whole: Uint8Array | undefined = Buffer.concat(pieces);
      return openPaced(
        { sampleRate: rate, channels },
        () => {
          const heard = whole;
          whole = undefined;
          return heard;
        },
        1,
      );
    },
  };
}
