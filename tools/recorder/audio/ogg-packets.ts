import type { FileHandle } from "node:fs/promises";
import { OGG_FLAG, type OggPage, oggPages } from "./ogg-page.ts";

/** More than any Opus packet of two channels; longer ones (tags with a picture) come cut to their beginning. */
const MOST_PACKET_BYTES = 16_384;

export type OggPacket = {
  bytes: Uint8Array;
  /** The page on which it ends. */
  page: OggPage;
  /** True for the last packet that ends on its page. */
  lastOfPage: boolean;
};

/** The packets of one logical stream: of `serial`, or of the stream that begins first. */
export async function* oggPackets(
  file: FileHandle,
  serial?: number,
  signal?: AbortSignal,
): AsyncGenerator<OggPacket> {
  let wanted = serial;
  let open: Uint8Array[] = [];
  for await (const page of oggPages(file, signal)) {
    wanted ??= page.serial;
    if (page.serial !== wanted) continue;
    // A page that was left out takes the beginning of a packet with it.
    let lost = (page.flags & OGG_FLAG.continued) !== 0 && open.length === 0;
    if ((page.flags & OGG_FLAG.continued) === 0) open = [];
    const lastEnd = page.lacing.findLastIndex((value) => value < 255);
    let from = 0;
    let to = 0;
    for (const [index, value] of page.lacing.entries()) {
      to += value;
      if (value === 255 && index < page.lacing.length - 1) continue;
      open.push(page.body.subarray(from, to));
      from = to;
      if (value === 255) break;
      const bytes = lost ? undefined : joined(open);
      open = [];
      lost = false;
      if (bytes) yield { bytes, page, lastOfPage: index === lastEnd };
    }
    open = [joined(open)];
    if (open[0]?.length === 0) open = [];
  }
}

function joined(parts: Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return Buffer.concat(parts).subarray(0, MOST_PACKET_BYTES);
}
