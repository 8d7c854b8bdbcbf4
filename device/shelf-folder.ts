import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { HubError } from "../tools/kit/errors.ts";

/**
 * Makes the folder of a shelf, and those above it, where they are missing. Throws HubError `bad-input` where it cannot
 * be made, is no folder, or may not be written to.
 */
export async function makeShelfFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    throw new HubError("bad-input", `Recordings cannot be kept in ${folder}${code}.`, {
      advice: "Name a folder that you may write to, by --shelf or DEVICE_SHELF.",
      cause,
    });
  }
}

/** Level by level: where a system makes no folders at all, as in /proc, Node's recursive one tries for ever. */
async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (found?.isDirectory()) return;
  if (!found && dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    const isMade = error.code === "EEXIST" && (await stat(folder)).isDirectory();
    if (!isMade) throw error;
  });
}
