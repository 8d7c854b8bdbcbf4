/** Loudness in dBFS: 0 is the most that 16 bits hold, -96 is silence. */
export type Level = { rms_dbfs: number; peak_dbfs: number };

const SILENCE_DBFS = -96;

/** How loud a piece of s16 samples is; of several channels all together. */
export function level(samples: Int16Array): Level {
  let squares = 0;
  let peak = 0;
  for (const sample of samples) {
    squares += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  const rms = samples.length === 0 ? 0 : Math.sqrt(squares / samples.length);
  return { rms_dbfs: decibels(rms), peak_dbfs: decibels(peak) };
}

function decibels(value: number): number {
  if (value <= 0) return SILENCE_DBFS;
  return Math.max(SILENCE_DBFS, Math.round(200 * Math.log10(value / 32_768)) / 10);
}
