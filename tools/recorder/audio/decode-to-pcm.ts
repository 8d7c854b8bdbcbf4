import { type FileHandle, open } from "node:fs/promises";
import { readOpenAudioFacts } from "./audio-facts.ts";
import type { AudioFacts } from "./facts.ts";
import { isOpusRate } from "./opus-library.ts";
import { opusSamples } from "./opus-samples.ts";
import { createResampler } from "./resampler.ts";
import { wavSamples } from "./wav-samples.ts";

export type DecodeOptions = {
  /** Samples a second of the answer; the file's own unless told. */
  rate?: number | undefined;
  /** 1 mixes all channels; the file's own unless told. */
  channels?: number | undefined;
  /** Longer audio is refused before any of it is decoded. */
  maxSeconds?: number | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Decodes a recording into s16le samples, channels interleaved, a second or less at a time. Understands what
 * `readAudioFacts` does, changes rate and channels as asked, holds no more than a piece of the file. The file is closed
 * when the loop over it ends, however it ends. Throws BadAudio before the first piece; the signal's reason when aborted.
 */
export async function* decodeToPcm(
  path: string,
  options: DecodeOptions = {},
): AsyncGenerator<Int16Array> {
  const file = await open(path, "r");
  try {
    const facts = await readOpenAudioFacts(file, options);
    const rate = options.rate ?? facts.sample_rate;
    const channels = options.channels ?? facts.channels;
    const source = samplesOf(file, facts, { rate, channels }, options.signal);
    const resamplers = Array.from({ length: channels }, () => createResampler(source.rate, rate));
    for await (const piece of source.samples) {
      const planes = split(piece, source.channels, channels);
      yield* quantised(planes.map((plane, i) => resamplers[i]?.push(plane) ?? plane));
    }
    yield* quantised(resamplers.map((resampler) => resampler.end()));
  } finally {
    await file.close();
  }
}

/** The file's samples, as near to what is asked as its codec gives them. */
function samplesOf(
  file: FileHandle,
  facts: AudioFacts,
  wanted: { rate: number; channels: number },
  signal: AbortSignal | undefined,
): { samples: AsyncIterable<Float32Array>; rate: number; channels: number } {
  if (facts.container === "wav")
    return {
      samples: wavSamples(file, facts, signal),
      rate: facts.sample_rate,
      channels: facts.channels,
    };
  const rate = isOpusRate(wanted.rate) ? wanted.rate : 48_000;
  const channels = facts.channels === 2 && wanted.channels > 1 ? 2 : 1;
  return { samples: opusSamples(file, facts, rate, channels, signal), rate, channels };
}

/** One plane per wanted channel; where the numbers differ, all channels are mixed and the mix is given to each. */
function split(piece: Float32Array, from: number, to: number): Float32Array[] {
  const frames = Math.floor(piece.length / from);
  if (from === to) {
    if (from === 1) return [piece];
    return Array.from({ length: to }, (_, channel) =>
      Float32Array.from({ length: frames }, (_, i) => piece[i * from + channel] ?? 0),
    );
  }
  const mixed = new Float32Array(frames);
  for (let i = 0; i < frames; i++) {
    let sum = 0;
    for (let channel = 0; channel < from; channel++) sum += piece[i * from + channel] ?? 0;
    mixed[i] = sum / from;
  }
  return Array.from({ length: to }, () => mixed);
}

function* quantised(planes: Float32Array[]): Generator<Int16Array> {
  const channels = planes.length;
  const frames = planes[0]?.length ?? 0;
  if (frames === 0) return;
  const samples = new Int16Array(frames * channels);
  for (const [channel, plane] of planes.entries())
    for (let i = 0; i < frames; i++) {
      const value = Math.round((plane[i] ?? 0) * 32_768);
      samples[i * channels + channel] = Math.max(-32_768, Math.min(32_767, value));
    }
  yield samples;
}
