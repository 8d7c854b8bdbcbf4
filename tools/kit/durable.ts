import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes the file whole and fsynced under a temporary name, then renames it into place. Mode 0600. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Loaded by the first write: no start waits for it.
  const { default: writeFileAtomic } = await import("write-file-atomic");
  await writeFileAtomic(path, text, { mode: 0o600, fsync: true });
}

/** The text of a file, or undefined where there is none. Any other failure is thrown. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
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
