import { type FileHandle, open } from "node:fs/promises";
import { BadAudio } from "./bad-audio.ts";
import type { AudioFacts } from "./facts.ts";
import { readOggFacts } from "./ogg-facts.ts";
import { readAt } from "./read-at.ts";
import { sniffAudio } from "./sniff.ts";
import { readWavFacts } from "./wav-facts.ts";

/** Longer recordings than a week are refused unless the caller says otherwise. */
const MOST_SECONDS = 7 * 24 * 3600;

export type FactsOptions = {
  /** Longer audio is refused as `too_large`, however small the file is. */
  maxSeconds?: number | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * What the audio of a file truly is. Reads headers only, and of Ogg every page once; memory does not grow with the
 * file. Throws BadAudio for what we do not take; the system's own error where the file cannot be read.
 */
export async function readAudioFacts(
  path: string,
  options: FactsOptions = {},
): Promise<AudioFacts> {
  const file = await open(path, "r");
  try {
    return await readOpenAudioFacts(file, options);
  } finally {
    await file.close();
  }
}

/** The same of a file that is open already. */
export async function readOpenAudioFacts(
  file: FileHandle,
  { maxSeconds = MOST_SECONDS, signal }: FactsOptions = {},
): Promise<AudioFacts> {
  const { size } = await file.stat();
  if (size === 0) throw new BadAudio("invalid_audio", "The audio is empty.");
  const container = sniffAudio(await readAt(file, 0, 12));
  if (!container) throw new BadAudio("unsupported_media", "This is neither a WAV file nor Ogg.");
  const facts =
    container === "wav"
      ? await readWavFacts(file, size)
      : await readOggFacts(file, size, maxSeconds, signal);
  if (facts.duration_s > maxSeconds)
    throw new BadAudio("too_large", `The audio is longer than ${maxSeconds} seconds.`);
  return facts;
}
