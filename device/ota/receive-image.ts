import { createHash, type KeyObject } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { RecorderFailure } from "../../tools/recorder/surface/failure.ts";
import { HEADER_MOST, type ImageHeader, invalid, readHeader } from "./image.ts";

/** More than the recorder and all it needs; an image that says it is longer is refused by its header. */
const PROGRAM_MOST = 64 * 1024 * 1024;

/**
 * Takes an image as it comes: its header is checked before anything is written, its program goes to `path`, fsynced.
 * `admit` may refuse it by its header. Where this throws nothing is left at `path`.
 */
export async function receiveImage(
  body: AsyncIterable<Uint8Array>,
  path: string,
  key: KeyObject,
  admit: (header: ImageHeader) => void,
): Promise<ImageHeader> {
  const pieces = body[Symbol.asyncIterator]();
  try {
    const { header, rest } = await takeHeader(pieces, key);
    if (header.bytes > PROGRAM_MOST) throw tooLarge();
    admit(header);
    await takeProgram(pieces, rest, path, header);
    return header;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await pieces.return?.();
  }
}

async function takeHeader(pieces: AsyncIterator<Uint8Array>, key: KeyObject) {
  let start = Buffer.alloc(0);
  for (;;) {
    const { done, value } = await pieces.next();
    if (done && start.length === 0)
      throw new RecorderFailure("bad_request", "There is no firmware image in the body.");
    if (done) throw invalid("This firmware image ends too early.");
    // Only the header may be gathered; a longer piece is what follows it.
    start = Buffer.concat([start, value]);
    const header = readHeader(start, key);
    if (header) return { header, rest: start.subarray(header.headerBytes) };
    if (start.length > HEADER_MOST) throw invalid("This firmware image has no whole header.");
  }
}

async function takeProgram(
  pieces: AsyncIterator<Uint8Array>,
  rest: Uint8Array,
  path: string,
  { bytes, sha256 }: ImageHeader,
): Promise<void> {
  const hash = createHash("sha256");
  let taken = 0;
  const file = await open(path, "w", 0o600);
  try {
    for (let piece: Uint8Array | undefined = rest; piece; ) {
      taken += piece.length;
      if (taken > bytes) throw invalid("This firmware image is longer than it says.");
      hash.update(piece);
      await file.writeFile(piece);
      const { done, value }: IteratorResult<Uint8Array> = await pieces.next();
      piece = done ? undefined : value;
    }
    if (taken < bytes) throw invalid("This firmware image ends too early.");
    if (hash.digest("hex") !== sha256) throw invalid("This firmware image was damaged on its way.");
    await file.sync();
  } finally {
    await file.close();
  }
}

function tooLarge(): RecorderFailure {
  return new RecorderFailure("too_large", "This firmware image is too large.", {
    detail: `At most ${PROGRAM_MOST / 1024 / 1024} MiB.`,
  });
}
