import { HubError } from "../../kit/errors.ts";
import { readAudioFacts } from "./audio-facts.ts";
import { decodeToPcm } from "./decode-to-pcm.ts";

/** A waveform to draw: for each of equally long stretches the lowest and the highest sample, from -1 to 1. */
export type Peaks = { duration_s: number; min: number[]; max: number[] };

const MOST_STRETCHES = 10_000;

/** The waveform of a recording in `stretches` steps (1 to 10,000), all channels mixed. Memory does not grow with it. */
export async function peaks(path: string, stretches: number, signal?: AbortSignal): Promise<Peaks> {
  if (!Number.isInteger(stretches) || stretches < 1 || stretches > MOST_STRETCHES)
    throw new HubError("bad-input", `A waveform has 1 to ${MOST_STRETCHES} steps.`);
  const facts = await readAudioFacts(path, { signal });
  const min = Array.from({ length: stretches }, () => 0);
  const max = Array.from({ length: stretches }, () => 0);
  let frame = 0;
  for await (const samples of decodeToPcm(path, { channels: 1, signal }))
    for (const sample of samples) {
      const at = Math.min(stretches - 1, Math.floor((frame++ * stretches) / facts.frames));
      if (sample < (min[at] ?? 0)) min[at] = sample;
      if (sample > (max[at] ?? 0)) max[at] = sample;
    }
  const scaled = (value: number) => Math.round((value / 32_768) * 1000) / 1000;
  return { duration_s: facts.duration_s, min: min.map(scaled), max: max.map(scaled) };
}
