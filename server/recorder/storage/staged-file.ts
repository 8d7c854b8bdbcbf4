import { createHash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";

/** So much is gathered for one write, so many of which may be under way, and this often the disk is made to begin. */
const BATCH_BYTES = 1 << 18;
const MOST_WRITES = 4;
const SYNC_EVERY_BYTES = 64 << 20;

/** A file that is written once, from start to end, and hashed on the way. */
export type StagedFile = {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<{ bytes: number; sha256: string }>;
  /** Gives up; the file goes. */
  drop(): Promise<void>;
};

/**
 * Memory stays constant. A few writes are under way at a time, so that a busy machine's delays do not add up; the disk is
 * set to work every 64 MiB, so that the sync at the end has little left to do.
 */
export async function stageFile(path: string): Promise<StagedFile> {
  const file = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  const writes: Promise<void>[] = [];
  let syncing: Promise<void> = Promise.resolve();
  let batch: Uint8Array[] = [];
  let gathered = 0;
  let bytes = 0;
  let unsynced = 0;
  let closed: Promise<void> | undefined;
  const begin = () => {
    const written = writeAll(file, batch, gathered, bytes - gathered);
    // Whoever comes next awaits it; until then a failure must not count as one that nobody saw.
    written.catch(() => undefined);
    writes.push(written);
    unsynced += gathered;
    batch = [];
    gathered = 0;
    if (unsynced < SYNC_EVERY_BYTES) return;
    unsynced = 0;
    syncing = syncing.then(() => file.datasync());
    syncing.catch(() => undefined);
  };
  const close = () => {
    closed ??= Promise.allSettled([...writes, syncing]).then(() => file.close());
    return closed;
  };
  return {
    async write(chunk) {
      hash.update(chunk);
      batch.push(chunk);
      bytes += chunk.length;
      gathered += chunk.length;
      if (gathered < BATCH_BYTES) return;
      begin();
      if (writes.length > MOST_WRITES) await writes.shift();
    },
    async end() {
      begin();
      await Promise.all([...writes, syncing]);
      await file.sync();
      await close();
      return { bytes, sha256: hash.digest("hex") };
    },
    async drop() {
      await close();
      await rm(path, { force: true });
    },
  };
}

async function writeAll(
  file: FileHandle,
  chunks: readonly Uint8Array[],
  length: number,
  position: number,
): Promise<void> {
  if (length === 0) return;
  const { bytesWritten } = await file.writev(chunks, position);
  if (bytesWritten === length) return;
  // A short write: the disk is nearly full. The rest goes by itself, and fails with the reason.
  let rest = Buffer.concat(chunks).subarray(bytesWritten);
  for (let at = position + bytesWritten; rest.length > 0; ) {
    const { bytesWritten: more } = await file.write(rest, 0, rest.length, at);
    at += more;
    rest = rest.subarray(more);
  }
}
