// IMA ADPCM as WAV carries it (format 0x11): each block starts with one whole sample and the step index per channel,
// then four bits a sample, channels taking turns in groups of four bytes.

const STEPS = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73,
  80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494,
  544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499,
  2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487,
  12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
];
const STEP = Int32Array.from(STEPS);
const TURN = Int8Array.from([-1, -1, -1, -1, 2, 4, 6, 8]);
const LAST_STEP = STEPS.length - 1;

/** Bytes of a block that we write, whatever the number of channels. */
export const ADPCM_BLOCK = 1024;

/** Frames (samples per channel) in a block of so many bytes; a block cut short holds fewer. */
export function adpcmFrames(blockBytes: number, channels: number): number {
  const groups = Math.floor((blockBytes - 4 * channels) / (4 * channels));
  return groups < 0 ? 0 : groups * 8 + 1;
}

/** Where the codec of one channel stands. The step index goes on from block to block. */
export type AdpcmState = { sample: number; index: number };

/** The four bits for `wanted`, and the state moved on as a decoder will move it. */
function encodeNibble(state: AdpcmState, wanted: number): number {
  const step = STEP[state.index] ?? 0;
  let left = wanted - state.sample;
  let code = 0;
  if (left < 0) {
    code = 8;
    left = -left;
  }
  if (left >= step) {
    code |= 4;
    left -= step;
  }
  if (left >= step >> 1) {
    code |= 2;
    left -= step >> 1;
  }
  if (left >= step >> 2) code |= 1;
  decodeNibble(state, code);
  return code;
}

function decodeNibble(state: AdpcmState, code: number): number {
  const step = STEP[state.index] ?? 0;
  let move = step >> 3;
  if (code & 4) move += step;
  if (code & 2) move += step >> 1;
  if (code & 1) move += step >> 2;
  const sample = state.sample + (code & 8 ? -move : move);
  state.sample = sample > 32767 ? 32767 : Math.max(sample, -32768);
  const index = state.index + (TURN[code & 7] ?? 0);
  state.index = index < 0 ? 0 : Math.min(index, LAST_STEP);
  return state.sample;
}

/**
 * Encodes one block of interleaved samples; what is missing at the end repeats the last frame.
 * @param states one per channel, carried from block to block
 */
export function encodeAdpcmBlock(
  samples: Int16Array,
  channels: number,
  states: AdpcmState[],
): Uint8Array {
  const block = new Uint8Array(ADPCM_BLOCK);
  const view = new DataView(block.buffer);
  const frames = samples.length / channels;
  for (const [channel, state] of states.entries()) {
    state.sample = samples[channel] ?? 0;
    view.setInt16(channel * 4, state.sample, true);
    block[channel * 4 + 2] = state.index;
    const per = adpcmFrames(ADPCM_BLOCK, channels);
    for (let frame = 1; frame < per; frame++) {
      const wanted = samples[Math.min(frame, frames - 1) * channels + channel] ?? 0;
      const place = frame - 1;
      const byte = (channels + (place >> 3) * channels + channel) * 4 + ((place & 7) >> 1);
      const code = encodeNibble(state, wanted);
      block[byte] = (block[byte] ?? 0) | (place & 1 ? code << 4 : code);
    }
  }
  return block;
}

/** Decodes one block, whole or cut short, into interleaved samples. A step index out of range is held to the last. */
export function decodeAdpcmBlock(block: Uint8Array, channels: number): Int16Array {
  const frames = adpcmFrames(block.length, channels);
  const samples = new Int16Array(frames * channels);
  if (frames === 0) return samples;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  for (let channel = 0; channel < channels; channel++) {
    const index = Math.min(block[channel * 4 + 2] ?? 0, LAST_STEP);
    const state = { sample: view.getInt16(channel * 4, true), index };
    samples[channel] = state.sample;
    for (let place = 0; place < frames - 1; place++) {
      const byte = block[(channels + (place >> 3) * channels + channel) * 4 + ((place & 7) >> 1)];
      const code = place & 1 ? (byte ?? 0) >> 4 : (byte ?? 0) & 15;
      samples[(place + 1) * channels + channel] = decodeNibble(state, code);
    }
  }
  return samples;
}
