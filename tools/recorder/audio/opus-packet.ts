/** Samples at 48 kHz of one frame, by the upper five bits of a packet's first byte (RFC 6716, table 2). */
function frameSamples(config: number): number {
  if (config < 12) return [480, 960, 1920, 2880][config % 4] ?? 0;
  if (config < 16) return [480, 960][config % 2] ?? 0;
  return [120, 240, 480, 960][config % 4] ?? 0;
}

/** A packet holds at most 120 ms. */
const MOST_SAMPLES = 5760;

/** How long a packet plays, in samples at 48 kHz; 0 for one that is no Opus. */
export function opusPacketSamples(packet: Uint8Array): number {
  const [toc, count] = packet;
  if (toc === undefined) return 0;
  const code = toc & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : (count ?? 0) & 63;
  const samples = frames * frameSamples(toc >> 3);
  return samples > MOST_SAMPLES ? 0 : samples;
}
