import { type FileHandle, open } from "node:fs/promises";
import { readOpenAudioFacts } from "./audio-facts.ts";
import { BadAudio } from "./bad-audio.ts";
import type { AudioFacts, OggFacts, WavFacts } from "./facts.ts";
import { adpcmFrames } from "./ima-adpcm.ts";
import { OGG_FLAG, sealPage } from "./ogg-page.ts";
import { readAt } from "./read-at.ts";
import { isChunkChain } from "./wav-chunks.ts";
import { adpcmHeader, MOST_WAV_DATA_BYTES, pcmHeader } from "./wav-header.ts";

export type Repair =
  | {
      usable: true;
      /** False where the file was whole already. */
      changed: boolean;
      /** Taken off the end: a part of a frame, a block or a page. */
      cutBytes: number;
      facts: AudioFacts;
    }
  /** Nothing to be heard in it, in one sentence. The file is left as it is: what a person recorded is not ours to delete. */
  | { usable: false; reason: string };

/**
 * Makes a recording of ours whole again after its program was killed or the power went: cut to whole frames, blocks or
 * pages, header brought up to date, synced. Keeps all but the last second. Doing it again changes nothing; being killed
 * in the middle of it does no harm. For files that `openAudioWriter` made; others are better left alone.
 */
export async function repairRecording(path: string): Promise<Repair> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const facts = await readOpenAudioFacts(file);
    const cutTo = facts.container === "wav" ? await endOfWav(file, facts) : facts.lastPage.end;
    if (cutTo < size) await file.truncate(cutTo);
    const mended =
      facts.container === "wav" ? await mendHeader(file, facts, cutTo) : await mendEnd(file, facts);
    const changed = mended || cutTo < size;
    if (!changed) return { usable: true, changed, cutBytes: 0, facts };
    await file.sync();
    return { usable: true, changed, cutBytes: size - cutTo, facts: await readOpenAudioFacts(file) };
  } catch (error) {
    if (error instanceof BadAudio) return { usable: false, reason: error.message };
    throw error;
  } finally {
    await file.close();
  }
}

/** Where a WAV file should end: behind its last whole frame or block, also of what its header does not know of yet. */
async function endOfWav(file: FileHandle, facts: WavFacts): Promise<number> {
  const { offset, bytes } = facts.data;
  const end = offset + bytes;
  const behind = facts.bytes - end;
  if (behind > 0 && (await isChunkChain(file, end + (end % 2), facts.bytes))) return facts.bytes;
  const all = Math.min(facts.bytes - offset, MOST_WAV_DATA_BYTES);
  return offset + all - (all % facts.block);
}

/** Writes the header that the bytes up to `end` ask for. Only over headers as we write them. */
async function mendHeader(file: FileHandle, facts: WavFacts, end: number): Promise<boolean> {
  const { offset } = facts.data;
  const dataBytes = end - offset;
  const { sample_rate: rate, channels } = facts;
  let header: Uint8Array | undefined;
  if (facts.codec === "wav_pcm_s16le" && offset === 44)
    header = pcmHeader(rate, channels, dataBytes);
  if (facts.codec === "adpcm" && offset === 60) {
    const held = (dataBytes / facts.block) * adpcmFrames(facts.block, channels);
    const known = dataBytes === facts.data.bytes ? facts.frames : held;
    header = adpcmHeader(rate, channels, dataBytes, known);
  }
  if (!header || (await readAt(file, 0, header.length)).equals(header)) return false;
  await file.write(header, 0, header.length, 0);
  return true;
}

/** Marks the last whole page of an Ogg file as its last. */
async function mendEnd(file: FileHandle, { lastPage }: OggFacts): Promise<boolean> {
  const page = await readAt(file, lastPage.offset, lastPage.end - lastPage.offset);
  const flags = page[5] ?? 0;
  if ((flags & OGG_FLAG.last) !== 0) return false;
  page[5] = flags | OGG_FLAG.last;
  await file.write(sealPage(page), 0, page.length, lastPage.offset);
  return true;
}
