import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** Length and SHA-256 (lower-case hexadecimal) of a file, read in pieces. */
export async function hashFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  const file = await open(path, "r");
  try {
    const piece = Buffer.allocUnsafe(256 * 1024);
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, piece.length, bytes);
      if (bytesRead === 0) return { bytes, sha256: hash.digest("hex") };
      hash.update(piece.subarray(0, bytesRead));
      bytes += bytesRead;
    }
  } finally {
    await file.close();
  }
}
