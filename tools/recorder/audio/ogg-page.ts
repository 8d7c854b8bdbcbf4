import type { FileHandle } from "node:fs/promises";
import { readAt } from "./read-at.ts";

// The Ogg container (RFC 3533): pages of at most 255 lacing values, each with a checksum of its own.

/** Bits of the flags byte. */
export const OGG_FLAG = { continued: 1, first: 2, last: 4 } as const;

export type OggPage = {
  /** Where it begins in the file. */
  offset: number;
  flags: number;
  /** Position at 48 kHz after this page; -1n where no packet ends on it. */
  granule: bigint;
  serial: number;
  lacing: Uint8Array;
  /** What the lacing values measure. */
  body: Buffer;
  /** The whole page. */
  bytes: Buffer;
};

const HEAD_BYTES = 27;
const MOST_PAGE_BYTES = HEAD_BYTES + 255 + 255 * 255;
const WINDOW_BYTES = 4 * MOST_PAGE_BYTES;
const CAPTURE = "OggS";

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  return crc >>> 0;
});

/** Ogg's checksum: of the page with four zeros in the checksum's own place. */
function checksum(page: Buffer): number {
  let crc = 0;
  for (let i = 0; i < page.length; i++) {
    const byte = i >= 22 && i < 26 ? 0 : (page[i] ?? 0);
    crc = (crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 255] ?? 0);
  }
  return crc >>> 0;
}

/** Writes the checksum into the page, after anything else in it was changed. */
export function sealPage(page: Buffer): Buffer {
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

type NewPage = {
  flags: number;
  granule: bigint;
  serial: number;
  sequence: number;
  packets: Uint8Array[];
};

/** How many lacing values a packet takes; a page has 255 of them. */
export function lacingValues(packet: Uint8Array): number {
  return Math.floor(packet.length / 255) + 1;
}

/** One page of whole packets, sealed. */
export function makePage({ flags, granule, serial, sequence, packets }: NewPage): Buffer {
  const lacing = packets.flatMap((packet) => [
    ...Array<number>(Math.floor(packet.length / 255)).fill(255),
    packet.length % 255,
  ]);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(CAPTURE, 0, "latin1");
  head[5] = flags;
  head.writeBigInt64LE(granule, 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(sequence, 18);
  head[26] = lacing.length;
  return sealPage(Buffer.concat([head, Uint8Array.from(lacing), ...packets]));
}

/** The page at the beginning of `bytes`; "cut" where it is not all there, "damaged" where it is none. */
function parsePage(bytes: Buffer, offset: number): OggPage | "cut" | "damaged" {
  const seen = bytes.toString("latin1", 0, Math.min(4, bytes.length));
  if (!CAPTURE.startsWith(seen)) return "damaged";
  if (bytes.length < HEAD_BYTES) return "cut";
  const bodyAt = HEAD_BYTES + (bytes[26] ?? 0);
  if (bytes[4] !== 0) return "damaged";
  if (bytes.length < bodyAt) return "cut";
  const lacing = bytes.subarray(HEAD_BYTES, bodyAt);
  const end = lacing.reduce((sum, value) => sum + value, bodyAt);
  if (bytes.length < end) return "cut";
  const page = bytes.subarray(0, end);
  if (page.readUInt32LE(22) !== checksum(page)) return "damaged";
  return {
    offset,
    flags: page[5] ?? 0,
    granule: page.readBigInt64LE(6),
    serial: page.readUInt32LE(14),
    lacing,
    body: page.subarray(bodyAt),
    bytes: page,
  };
}

/** Every whole page of a file in turn, what is damaged between them left out. Holds a quarter of a megabyte. */
export async function* oggPages(file: FileHandle, signal?: AbortSignal): AsyncGenerator<OggPage> {
  let start = 0;
  for (;;) {
    signal?.throwIfAborted();
    const window = await readAt(file, start, WINDOW_BYTES);
    const ended = window.length < WINDOW_BYTES;
    let at = 0;
    while (at < window.length) {
      const page = parsePage(window.subarray(at), start + at);
      if (page === "cut" && !ended) break;
      if (typeof page === "object") {
        yield page;
        at += page.bytes.length;
        continue;
      }
      const next = window.indexOf(CAPTURE, at + 1, "latin1");
      // The mark may stand across the edge of the window.
      at = next >= 0 ? next : Math.max(at + 1, window.length - (ended ? 0 : 3));
    }
    if (ended) return;
    start += at;
  }
}
