import { createHash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";

/** So much is gathered for one write, and this often is the disk made to begin. */
const BATCH_BYTES = 1 << 20;
const SYNC_EVERY_BYTES = 64 << 20;

/** A file that is written once, from start to end, and hashed on the way. */
export type StagedFile = {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<{ bytes: number; sha256: string }>;
  /** Gives up; the file goes. */
  drop(): Promise<void>;
};

/**
 * Memory stays constant: one batch is written while the next is gathered and hashed. The disk is set to work every
 * 64 MiB, so that the sync at the end has little left to do.
 */
export async function stageFile(path: string): Promise<StagedFile> {
  const file = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  let batch: Uint8Array[] = [];
  let gathered = 0;
  let bytes = 0;
  let unsynced = 0;
  let writing: Promise<void> = Promise.resolve();
  let syncing: Promise<void> = Promise.resolve();
  let closed = false;
  const flush = async () => {
    await writing;
    const chunks = batch;
    const length = gathered;
    batch = [];
    gathered = 0;
    writing = writeAll(file, chunks, length);
    // Whoever comes next awaits it; until then a failure must not count as one that nobody saw.
    writing.catch(() => undefined);
    unsynced += length;
    if (unsynced < SYNC_EVERY_BYTES) return;
    unsynced = 0;
    await syncing;
    syncing = file.datasync();
    syncing.catch(() => undefined);
  };
  const close = async () => {
    if (closed) return;
    closed = true;
    await Promise.allSettled([writing, syncing]);
    await file.close();
  };
  return {
    async write(chunk) {
      hash.update(chunk);
      batch.push(chunk);
      bytes += chunk.length;
      gathered += chunk.length;
      if (gathered >= BATCH_BYTES) await flush();
    },
    async end() {
      await flush();
      await writing;
      await syncing;
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

async function writeAll(file: FileHandle, chunks: Uint8Array[], length: number): Promise<void> {
  if (length === 0) return;
  const { bytesWritten } = await file.writev(chunks);
  if (bytesWritten === length) return;
  // A short write: the disk is nearly full. The rest goes by itself, and fails with the reason.
  const rest = Buffer.concat(chunks).subarray(bytesWritten);
  await file.writeFile(rest);
}
