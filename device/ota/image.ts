import { createHash, type KeyObject, sign, verify } from "node:crypto";
import { RecorderFailure } from "../../tools/recorder/surface/failure.ts";

/**
 * A firmware image: a header, then the program. The header is
 *
 *     8 bytes  magic        OUTPOSTF
 *     2        format       1
 *     2        V, the length of the version
 *     4        length of the program
 *    32        SHA-256 of the program
 *     V        version, such as 1.4.0, in ASCII
 *    64        Ed25519 signature over all of the above
 *
 * with numbers in little-endian order. So whether an image is genuine is known before any of its program is taken.
 */
export type ImageHeader = {
  version: string;
  /** Of the program that follows. */
  bytes: number;
  sha256: string;
  /** Of the header itself. */
  headerBytes: number;
};

const MAGIC = Buffer.from("OUTPOSTF", "latin1");
const FORMAT = 1;
const FIXED_BYTES = 48;
const SIGNATURE_BYTES = 64;
const VERSION_MOST = 32;
/** No header is longer. */
export const HEADER_MOST = FIXED_BYTES + VERSION_MOST + SIGNATURE_BYTES;

const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

/** The program as an image, signed with the private key. Throws RangeError for a version that is not `1.2.3`. */
export function makeImage(
  program: Uint8Array,
  version: string,
  key: KeyObject,
): Buffer<ArrayBuffer> {
  if (!VERSION.test(version) || version.length > VERSION_MOST)
    throw new RangeError(`${version} is no version such as 1.2.3`);
  const head = Buffer.alloc(FIXED_BYTES);
  MAGIC.copy(head);
  head.writeUInt16LE(FORMAT, 8);
  head.writeUInt16LE(version.length, 10);
  head.writeUInt32LE(program.length, 12);
  createHash("sha256").update(program).digest().copy(head, 16);
  const signed = Buffer.concat([head, Buffer.from(version, "latin1")]);
  return Buffer.concat([signed, sign(null, signed, key), program]);
}

/**
 * The header at the start of what has come so far; undefined while it is not whole. Throws `invalid_firmware` for what
 * is no image, or none that was signed with the key.
 */
export function readHeader(start: Buffer, key: KeyObject): ImageHeader | undefined {
  const magic = start.subarray(0, MAGIC.length);
  if (!magic.equals(MAGIC.subarray(0, magic.length))) throw invalid("This is no firmware image.");
  if (start.length < FIXED_BYTES) return undefined;
  const length = start.readUInt16LE(10);
  if (start.readUInt16LE(8) !== FORMAT || length > VERSION_MOST)
    throw invalid("This firmware image is of a kind that is not known.");
  const signedBytes = FIXED_BYTES + length;
  const headerBytes = signedBytes + SIGNATURE_BYTES;
  if (start.length < headerBytes) return undefined;
  const signature = start.subarray(signedBytes, headerBytes);
  if (!verify(null, start.subarray(0, signedBytes), key, signature))
    throw invalid("This firmware image was not signed with the key that is trusted here.");
  const version = start.toString("latin1", FIXED_BYTES, signedBytes);
  if (!VERSION.test(version)) throw invalid("This firmware image has no version.");
  return {
    version,
    bytes: start.readUInt32LE(12),
    sha256: start.toString("hex", 16, 48),
    headerBytes,
  };
}

/** Above 0 where version `a` is newer than `b`. What is no version is older than all. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (const [at, number] of left.entries()) {
    const difference = number - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): number[] {
  const found = VERSION.exec(version);
  return found ? found.slice(1).map(Number) : [-1, -1, -1];
}

/** The one refusal of an image that cannot be installed; whatever the reason, nothing was changed. */
export function invalid(message: string): RecorderFailure {
  return new RecorderFailure("invalid_firmware", message, { detail: "Nothing was changed." });
}
