import type { FileHandle } from "node:fs/promises";
import { BadAudio } from "./bad-audio.ts";
import { readAt } from "./read-at.ts";

export type WavChunks = {
  /** What is there of the `fmt ` chunk, at most its 40 known bytes. */
  fmt: Buffer;
  /** Frames by the `fact` chunk. */
  fact: number | undefined;
  dataOffset: number;
  /** As the header claims. */
  dataBytes: number;
};

/** No honest file puts more chunks before its audio. */
const MOST_CHUNKS = 1000;
const MOST_FMT_BYTES = 4096;
/** In RF64 a size that stands in the `ds64` chunk instead. */
const ELSEWHERE = 0xffff_ffff;

const invalid = (message: string) => new BadAudio("invalid_audio", message);

/** Walks the chunks up to the audio. No number from the file decides how much is read or allocated. */
export async function findWavChunks(file: FileHandle, size: number): Promise<WavChunks> {
  let fmt: Buffer | undefined;
  let fact: number | undefined;
  let long: number | undefined;
  let offset = 12;
  for (let count = 0; count < MOST_CHUNKS; count++) {
    const head = await readAt(file, offset, 8);
    if (head.length < 8) throw invalid("The WAV file ends before its audio begins.");
    const id = head.toString("latin1", 0, 4);
    const bytes = head.readUInt32LE(4);
    const body = offset + 8;
    if (id === "data") {
      if (!fmt) throw invalid("The WAV file has no fmt chunk before its audio.");
      const dataBytes = bytes === ELSEWHERE && long !== undefined ? long : bytes;
      return { fmt, fact, dataOffset: body, dataBytes };
    }
    if (id === "fmt ") {
      if (bytes > MOST_FMT_BYTES) throw invalid(`The WAV file's fmt chunk claims ${bytes} bytes.`);
      fmt = await readAt(file, body, Math.min(bytes, 40));
    } else if (id === "fact" && bytes >= 4) fact = firstNumber(await readAt(file, body, 4));
    else if (id === "ds64" && bytes >= 24) long = longDataBytes(await readAt(file, body, 24), size);
    offset = body + bytes + (bytes % 2);
  }
  throw invalid(`The WAV file has more than ${MOST_CHUNKS} chunks before its audio.`);
}

function firstNumber(bytes: Buffer): number | undefined {
  return bytes.length < 4 ? undefined : bytes.readUInt32LE(0);
}

/** The length of the audio by a `ds64` chunk: RIFF size, data size and frames of 8 bytes each. */
function longDataBytes(bytes: Buffer, size: number): number | undefined {
  if (bytes.length < 24) return undefined;
  const length = bytes.readBigUInt64LE(8);
  // Beyond the file it is a lie in any case, and may not be told in a number.
  return length > BigInt(Number.MAX_SAFE_INTEGER) ? size * 2 : Number(length);
}

const CHUNK_ID = /^[A-Za-z0-9 _-]{4}$/;

/** True where nothing but whole chunks stands from `offset` to the end, and at least one: then it is no audio. */
export async function isChunkChain(
  file: FileHandle,
  offset: number,
  size: number,
): Promise<boolean> {
  let at = offset;
  for (let count = 0; count < MOST_CHUNKS && at < size; count++) {
    const head = await readAt(file, at, 8);
    if (head.length < 8 || !CHUNK_ID.test(head.toString("latin1", 0, 4))) return false;
    const bytes = head.readUInt32LE(4);
    at += 8 + bytes + (at + 8 + bytes < size ? bytes % 2 : 0);
  }
  return at === size;
}
