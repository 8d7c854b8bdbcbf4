import type { FileHandle } from "node:fs/promises";
import { BadAudio } from "./bad-audio.ts";
import type { OggFacts } from "./facts.ts";
import { oggPackets } from "./ogg-packets.ts";
import type { OggPage } from "./ogg-page.ts";
import { OGG_FLAG } from "./ogg-page.ts";
import { opusPacketSamples } from "./opus-packet.ts";

type Head = { channels: number; preSkip48: number; rate: number };

/**
 * What an Ogg Opus file holds. Every page is read once and its packets are counted, because what a page says of its own
 * position may lie. Stops as soon as the audio is longer than `maxSeconds`.
 */
export async function readOggFacts(
  file: FileHandle,
  size: number,
  maxSeconds: number,
  signal?: AbortSignal,
): Promise<OggFacts> {
  const counted = await countPackets(file, maxSeconds, signal);
  const { head, samples, last } = counted;
  if (!last || samples <= head.preSkip48)
    throw new BadAudio("invalid_audio", "The Ogg file holds no audio.");
  const corrections: string[] = [];
  const trimmed = endTrim(counted, corrections);
  const end = last.offset + last.bytes.length;
  if (counted.pageBytes !== size)
    corrections.push(
      `${size - counted.pageBytes} bytes of the file are no whole page of its audio.`,
    );
  const frames48 = Math.max(0, samples - head.preSkip48 - trimmed);
  if (frames48 === 0) throw new BadAudio("invalid_audio", "The Ogg file holds no audio.");
  return {
    container: "ogg",
    mime: "audio/ogg",
    codec: "opus",
    sample_rate: head.rate,
    channels: head.channels,
    frames: Math.round((frames48 * head.rate) / 48_000),
    duration_s: frames48 / 48_000,
    bytes: size,
    corrections,
    serial: last.serial,
    preSkip48: head.preSkip48,
    frames48,
    lastPage: { offset: last.offset, end },
  };
}

type Counted = {
  head: Head;
  /** At 48 kHz, of all packets. */
  samples: number;
  /** Of the packets that end on the last page. */
  lastPageSamples: number;
  /** Position before the first packet: a stream cut from a longer one does not begin at 0. */
  startGranule: number;
  /** The last page on which a packet ends. */
  last: OggPage | undefined;
  pageBytes: number;
};

async function countPackets(
  file: FileHandle,
  maxSeconds: number,
  signal: AbortSignal | undefined,
): Promise<Counted> {
  let head: Head | undefined;
  let packets = 0;
  let samples = 0;
  let lastPageSamples = 0;
  let startGranule = 0;
  let pageBytes = 0;
  let page: OggPage | undefined;
  let audioPages = 0;
  for await (const packet of oggPackets(file, undefined, signal)) {
    if (packet.page !== page) {
      pageBytes += packet.page.bytes.length;
      page = packet.page;
      lastPageSamples = 0;
    }
    packets++;
    if (packets === 1) head = readHead(packet.bytes);
    if (packets <= 2) continue;
    const taken = opusPacketSamples(packet.bytes);
    samples += taken;
    lastPageSamples += taken;
    if (samples > (maxSeconds + 1) * 48_000)
      throw new BadAudio("too_large", `The audio is longer than ${maxSeconds} seconds.`);
    if (packet.lastOfPage && audioPages++ === 0 && (page.flags & OGG_FLAG.last) === 0)
      startGranule = Math.max(0, Number(page.granule) - samples);
  }
  if (!head) throw new BadAudio("invalid_audio", "The Ogg file has no whole page.");
  const last = packets > 2 ? page : undefined;
  return { head, samples, lastPageSamples, startGranule, last, pageBytes };
}

/** The identification header (RFC 7845, 5.1). */
function readHead(bytes: Uint8Array): Head {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (head.toString("latin1", 0, Math.min(8, head.length)) !== "OpusHead")
    throw new BadAudio("unsupported_media", "The Ogg file holds another codec than Opus.");
  const channels = head[9];
  if (head.length < 19 || ((head[8] ?? 0) & 0xf0) !== 0 || !channels)
    throw new BadAudio("invalid_audio", "The Ogg file's Opus header is broken.");
  if (channels > 2 || head[18] !== 0)
    throw new BadAudio("unsupported_media", "Opus of more than two channels is not understood.");
  const rate = head.readUInt32LE(12);
  return {
    channels,
    preSkip48: head.readUInt16LE(10),
    // Where the encoder did not say what it was given, it is what a decoder gives.
    rate: rate >= 1000 && rate <= 768_000 ? rate : 48_000,
  };
}

/** Samples at 48 kHz to be dropped at the end: only within the last page, and only where that page ends the stream. */
function endTrim(counted: Counted, corrections: string[]): number {
  const { samples, last, startGranule, lastPageSamples } = counted;
  if (!last) return 0;
  const promised = Number(last.granule) - startGranule;
  const over = samples - promised;
  if (over === 0) return 0;
  const ends = (last.flags & OGG_FLAG.last) !== 0;
  if (ends && over > 0 && over <= lastPageSamples) return over;
  corrections.push(
    `The last page says ${promised} samples at 48 kHz; the packets hold ${samples}.`,
  );
  return 0;
}
