import type { Framer } from "./framer.ts";
import { ADPCM_BLOCK, type AdpcmState, adpcmFrames, encodeAdpcmBlock } from "./ima-adpcm.ts";
import { adpcmHeader, pcmHeader } from "./wav-header.ts";

/** 16 bit PCM: the samples as they are. */
export function createPcmFramer(sampleRate: number, channels: number): Framer {
  return {
    head: () => pcmHeader(sampleRate, channels, 0),
    push: (samples) => new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength),
    finish: () => new Uint8Array(0),
    header: (dataBytes) => pcmHeader(sampleRate, channels, dataBytes),
  };
}

/** IMA ADPCM: whole blocks; only the end of a recording fills one up. */
export function createAdpcmFramer(sampleRate: number, channels: number): Framer {
  const perBlock = adpcmFrames(ADPCM_BLOCK, channels) * channels;
  const states: AdpcmState[] = Array.from({ length: channels }, () => ({ sample: 0, index: 0 }));
  let rest = new Int16Array(0);
  return {
    head: () => adpcmHeader(sampleRate, channels, 0, 0),
    push(samples) {
      const all = new Int16Array(rest.length + samples.length);
      all.set(rest);
      all.set(samples, rest.length);
      const blocks: Uint8Array[] = [];
      let at = 0;
      for (; at + perBlock <= all.length; at += perBlock)
        blocks.push(encodeAdpcmBlock(all.subarray(at, at + perBlock), channels, states));
      rest = all.slice(at);
      return Buffer.concat(blocks);
    },
    finish: () =>
      rest.length === 0 ? new Uint8Array(0) : encodeAdpcmBlock(rest, channels, states),
    header(dataBytes, frames) {
      // Frames that wait for their block to fill are not in the file yet.
      const held = (dataBytes / ADPCM_BLOCK) * adpcmFrames(ADPCM_BLOCK, channels);
      return adpcmHeader(sampleRate, channels, dataBytes, Math.min(frames, held));
    },
  };
}
