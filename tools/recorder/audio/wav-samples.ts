import type { FileHandle } from "node:fs/promises";
import type { WavFacts } from "./facts.ts";
import { adpcmFrames, decodeAdpcmBlock } from "./ima-adpcm.ts";
import { readAt } from "./read-at.ts";

const PIECE_BYTES = 64 * 1024;

/** The samples of a WAV file between -1 and 1, channels interleaved, in pieces of whole frames. */
export async function* wavSamples(
  file: FileHandle,
  facts: WavFacts,
  signal?: AbortSignal,
): AsyncGenerator<Float32Array> {
  const { data, block, channels } = facts;
  const piece = Math.max(1, Math.floor(PIECE_BYTES / block)) * block;
  let left = facts.frames;
  for (let at = 0; at < data.bytes && left > 0; at += piece) {
    signal?.throwIfAborted();
    const bytes = await readAt(file, data.offset + at, Math.min(piece, data.bytes - at));
    const samples = facts.encoding === "adpcm" ? fromAdpcm(bytes, facts) : fromLinear(bytes, facts);
    const frames = Math.min(left, Math.floor(samples.length / channels));
    if (frames === 0) return;
    yield samples.subarray(0, frames * channels);
    left -= frames;
  }
}

function fromAdpcm(bytes: Buffer, { block, channels }: WavFacts): Float32Array {
  const blocks = Math.ceil(bytes.length / block);
  const samples = new Float32Array(blocks * adpcmFrames(block, channels) * channels);
  let filled = 0;
  for (let at = 0; at < bytes.length; at += block) {
    for (const sample of decodeAdpcmBlock(bytes.subarray(at, at + block), channels))
      samples[filled++] = sample / 32_768;
  }
  return samples.subarray(0, filled);
}

function fromLinear(bytes: Buffer, { encoding, bits }: WavFacts): Float32Array {
  const width = bits / 8;
  const samples = new Float32Array(Math.floor(bytes.length / width));
  const read = readerOf(bytes, encoding === "float", bits);
  for (let i = 0; i < samples.length; i++) samples[i] = read(i * width);
  return samples;
}

function readerOf(bytes: Buffer, float: boolean, bits: number): (at: number) => number {
  if (float && bits === 32) return (at) => bounded(bytes.readFloatLE(at));
  if (float) return (at) => bounded(bytes.readDoubleLE(at));
  if (bits === 8) return (at) => ((bytes[at] ?? 128) - 128) / 128;
  if (bits === 16) return (at) => bytes.readInt16LE(at) / 32_768;
  if (bits === 24) return (at) => bytes.readIntLE(at, 3) / 8_388_608;
  return (at) => bytes.readInt32LE(at) / 2_147_483_648;
}

/** Float files may hold anything: no number becomes silence, and nothing is louder than a thousand times the most. */
function bounded(value: number): number {
  return Number.isNaN(value) ? 0 : Math.max(-1000, Math.min(1000, value));
}
