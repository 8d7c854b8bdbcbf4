import { randomInt } from "node:crypto";
import { HubError } from "../../kit/errors.ts";
import type { Framer } from "./framer.ts";
import { lacingValues, makePage, OGG_FLAG } from "./ogg-page.ts";
import { isOpusRate, loadOpus, OPUS_RATES } from "./opus-library.ts";

/** OPUS_GET_LOOKAHEAD of the codec's own interface. */
const GET_LOOKAHEAD = 4027;
const FRAME_SECONDS = 0.02;
const FRAME_SAMPLES_48K = 960;
/** A page each half second: what a crash can take, beside what was not encoded yet. */
const PACKETS_PER_PAGE = 25;
/** Enough for speech that a recogniser hears no difference. */
const BITS_PER_SECOND = 32_000;

/**
 * Ogg Opus (RFC 7845): packets of 20 ms, two pages a second, the last page marked and trimmed to the exact length.
 * Throws HubError `bad-input` for a rate or channels that Opus does not know.
 */
export async function createOpusFramer(sampleRate: number, channels: number): Promise<Framer> {
  if (!isOpusRate(sampleRate) || (channels !== 1 && channels !== 2))
    throw new HubError("bad-input", `Opus takes no ${sampleRate} Hz with ${channels} channels.`, {
      advice: `It takes 1 or 2 channels at ${OPUS_RATES.join(", ")} Hz.`,
    });
  const { Encoder } = await loadOpus();
  const encoder = new Encoder({ channels, sample_rate: sampleRate, application: "voip" });
  encoder.bitrate = BITS_PER_SECOND * channels;
  const to48 = 48_000 / sampleRate;
  // The package's types misspell its own name for it.
  const preSkip = encoder.ctl(GET_LOOKAHEAD) * to48;
  const perFrame = sampleRate * FRAME_SECONDS * channels;
  const serial = randomInt(2 ** 32);
  let sequence = 0;
  let rest = new Int16Array(0);
  let packets: Uint8Array[] = [];
  let lacing = 0;
  let encoded48 = 0;

  function page(flags: number, granule: number, of: Uint8Array[]): Uint8Array {
    return makePage({ flags, granule: BigInt(granule), serial, sequence: sequence++, packets: of });
  }
  function flush(flags = 0, granule = encoded48): Uint8Array[] {
    const full = packets;
    packets = [];
    lacing = 0;
    return full.length === 0 ? [] : [page(flags, granule, full)];
  }
  function encode(frame: Int16Array): Uint8Array[] {
    // The library hands out its own buffer.
    const packet = Uint8Array.from(encoder.encode(frame));
    const values = lacingValues(packet);
    const pages = packets.length === PACKETS_PER_PAGE || lacing + values > 255 ? flush() : [];
    packets.push(packet);
    lacing += values;
    encoded48 += FRAME_SAMPLES_48K;
    return pages;
  }

  return {
    head: () => Buffer.concat([page(OGG_FLAG.first, 0, [opusHead()]), page(0, 0, [opusTags()])]),
    push(samples) {
      const all = new Int16Array(rest.length + samples.length);
      all.set(rest);
      all.set(samples, rest.length);
      const pages: Uint8Array[] = [];
      let at = 0;
      for (; at + perFrame <= all.length; at += perFrame)
        pages.push(...encode(all.slice(at, at + perFrame)));
      rest = all.slice(at);
      if (packets.length === PACKETS_PER_PAGE) pages.push(...flush());
      return Buffer.concat(pages);
    },
    finish(frames) {
      const end48 = frames * to48 + preSkip;
      const pages: Uint8Array[] = [];
      // The encoder looks ahead: silence pushes out the last of what it was given.
      while (encoded48 < end48) {
        const frame = new Int16Array(perFrame);
        frame.set(rest);
        rest = new Int16Array(0);
        pages.push(...encode(frame));
      }
      pages.push(...flush(OGG_FLAG.last, end48));
      return Buffer.concat(pages);
    },
    header: () => undefined,
  };

  function opusHead(): Uint8Array {
    const head = Buffer.alloc(19);
    head.write("OpusHead", 0, "latin1");
    head[8] = 1;
    head[9] = channels;
    head.writeUInt16LE(preSkip, 10);
    head.writeUInt32LE(sampleRate, 12);
    return head;
  }
}

function opusTags(): Uint8Array {
  const vendor = Buffer.from("outpost", "latin1");
  const tags = Buffer.alloc(16 + vendor.length);
  tags.write("OpusTags", 0, "latin1");
  tags.writeUInt32LE(vendor.length, 8);
  vendor.copy(tags, 12);
  return tags;
}
