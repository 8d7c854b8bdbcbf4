import type { FileHandle } from "node:fs/promises";
import type { OggFacts } from "./facts.ts";
import { oggPackets } from "./ogg-packets.ts";
import { loadOpus, type OpusRate } from "./opus-library.ts";
import { opusPacketSamples } from "./opus-packet.ts";

/** A second of samples goes out at a time. */
const PIECE_SECONDS = 1;

/**
 * The samples of an Ogg Opus file between -1 and 1, interleaved, at a rate that Opus itself gives; mixed to one channel
 * by the codec where one is asked for. A packet that is broken becomes silence of its length.
 */
export async function* opusSamples(
  file: FileHandle,
  facts: OggFacts,
  rate: OpusRate,
  channels: 1 | 2,
  signal?: AbortSignal,
): AsyncGenerator<Float32Array> {
  const { Decoder } = await loadOpus();
  const decoder = new Decoder({ channels, sample_rate: rate });
  const from48 = rate / 48_000;
  let skip = Math.round(facts.preSkip48 * from48);
  let left = Math.round(facts.frames48 * from48);
  const piece = new Float32Array(rate * PIECE_SECONDS * channels);
  let filled = 0;
  let packets = 0;
  for await (const { bytes } of oggPackets(file, facts.serial, signal)) {
    if (++packets <= 2) continue;
    const frames = opusPacketSamples(bytes) * from48;
    if (frames === 0) continue;
    const decoded = decodePacket(decoder, bytes, frames * channels);
    const dropped = Math.min(skip, frames);
    skip -= dropped;
    const kept = Math.min(left, frames - dropped);
    left -= kept;
    for (let i = dropped * channels; i < (dropped + kept) * channels; i++) {
      piece[filled++] = (decoded[i] ?? 0) / 32_768;
      if (filled < piece.length) continue;
      yield piece.slice();
      filled = 0;
    }
    if (left === 0) break;
  }
  if (filled > 0) yield piece.slice(0, filled);
}

function decodePacket(
  decoder: { decode(packet: Uint8Array): Uint8Array },
  packet: Uint8Array,
  samples: number,
): Int16Array {
  try {
    return new Int16Array(Uint8Array.from(decoder.decode(packet)).buffer);
  } catch {
    // The page's checksum held, so the encoder wrote it so; the rest may still be worth hearing.
    return new Int16Array(samples);
  }
}
