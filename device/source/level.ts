/** Silence as digits have it: every sample 0. */
export const NO_SOUND_DB = -96;

/** How loud s16le samples are: their root mean square, in decibels of full scale, from -96 to 0. */
export function levelDb(pcm: Uint8Array): number {
  const samples = Math.floor(pcm.byteLength / 2);
  if (samples === 0) return NO_SOUND_DB;
  const view = new DataView(pcm.buffer, pcm.byteOffset, samples * 2);
  let sum = 0;
  for (let at = 0; at < samples; at++) sum += view.getInt16(at * 2, true) ** 2;
  const rms = Math.sqrt(sum / samples) / 32_768;
  return rms === 0 ? NO_SOUND_DB : Math.max(NO_SOUND_DB, 20 * Math.log10(rms));
}
