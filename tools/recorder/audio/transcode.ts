import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { readAudioFacts } from "./audio-facts.ts";
import { openAudioWriter, type WrittenAudio } from "./audio-writer.ts";
import { decodeToPcm } from "./decode-to-pcm.ts";
import { OPUS_RATES } from "./opus-library.ts";

type TranscodeOptions = { maxSeconds?: number | undefined; signal?: AbortSignal | undefined };

/**
 * Writes `source` anew at `target`: `wav` is 16 bit PCM at the rate and channels that it has, `ogg` is Opus at the next
 * rate that Opus knows. Streams; the target appears whole and synced, replacing what was there, or not at all.
 * Throws BadAudio for a source that is not understood, HubError `limit` on a full disk.
 */
export async function transcode(
  source: string,
  target: string,
  to: "wav" | "ogg",
  options: TranscodeOptions = {},
): Promise<WrittenAudio> {
  const facts = await readAudioFacts(source, options);
  const rate =
    to === "wav"
      ? facts.sample_rate
      : (OPUS_RATES.find((known) => known >= facts.sample_rate) ?? 48_000);
  const channels = to === "wav" ? facts.channels : Math.min(2, facts.channels);
  const part = `${target}.${randomUUID()}.part`;
  const codec = to === "wav" ? "wav_pcm_s16le" : "opus";
  const writer = await openAudioWriter(part, { sampleRate: rate, channels, codec });
  try {
    for await (const samples of decodeToPcm(source, { ...options, rate, channels }))
      await writer.append(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    const written = await writer.close();
    if (written.failure) throw written.failure;
    await rename(part, target);
    return written;
  } catch (error) {
    await writer.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}
