/** Rates that Opus itself knows, in Hertz. */
export const OPUS_RATES = [8000, 12_000, 16_000, 24_000, 48_000] as const;
export type OpusRate = (typeof OPUS_RATES)[number];

export function isOpusRate(rate: number): rate is OpusRate {
  return OPUS_RATES.some((known) => known === rate);
}

/** The codec, loaded by its first use: no start waits for it. */
export async function loadOpus(): Promise<typeof import("@evan/opus")> {
  return await import("@evan/opus");
}
