import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { hasSystemCode } from "./system-code.ts";

/** Writes the file whole and fsynced under a temporary name, then renames it into place. Mode 0600. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Loaded by the first write: no start waits for it.
  const { default: writeFileAtomic } = await import("write-file-atomic");
  await writeFileAtomic(path, text, { mode: 0o600, fsync: true });
}

/** Removes what killed writers of this file have left beside it. Only for who alone may write it at this moment. */
export async function sweepUnfinished(path: string): Promise<void> {
  const start = `${basename(path)}.`;
  const isOurs = (name: string) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length));
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names.filter(isOurs)) await rm(join(dirname(path), name), { force: true });
}

/** The text of a file, or undefined where there is none. Any other failure is thrown. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasSystemCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Appends and fsyncs; what was appended is on disk when this resolves. Creates the file with mode 0600. */
export async function appendSynced(path: string, text: string): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    await file.appendFile(text, "utf8");
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes names that were added to, taken from or renamed in the folder survive a power loss. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
