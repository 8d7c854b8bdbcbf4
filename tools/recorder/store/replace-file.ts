import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../../kit/durable.ts";

/** Changes with every write of a file: what the index compares to notice that it is behind. */
export type Stamp = { mtimeMs: number; size: number };

/**
 * Writes a file whole: under a name in `tmp` (on the same disk, swept at every start), fsynced, renamed over `path`,
 * and the folder fsynced. Where it fails nothing is left and the old file stands.
 */
export async function replaceFile(
  tmp: string,
  path: string,
  content: string | Uint8Array,
): Promise<Stamp> {
  const part = join(tmp, randomUUID());
  try {
    const stamp = await writeSynced(part, content);
    await rename(part, path);
    await syncFolder(dirname(path));
    return stamp;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Writes a new file and fsyncs it; fails where one of that name is there. */
export async function writeSynced(path: string, content: string | Uint8Array): Promise<Stamp> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
    const { mtimeMs, size } = await file.stat();
    return { mtimeMs, size };
  } finally {
    await file.close();
  }
}
