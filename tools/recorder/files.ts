import { lstat, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { HubError } from "../kit/errors.ts";
import { quoted } from "../kit/untrusted.ts";

export type Files = {
  /** The real path of a regular file that may be read. */
  toRead: (path: string) => Promise<{ path: string; bytes: number; changed: Date }>;
  /** The real path of a file that may be made; one that is there already is refused. */
  toWrite: (path: string) => Promise<string>;
};

/**
 * Files below allowed folders alone, symbolic links resolved on both sides. A path that is not absolute is below the
 * first of them. Throws HubError `not-allowed` for anything elsewhere, `not-found` for what is not there.
 */
export function openFiles(folders: readonly string[]): Files {
  const resolved = (path: string) => {
    const [first] = folders;
    if (first === undefined)
      throw new HubError("not-allowed", "No folder is open to the recorder's tools.", {
        advice: "The operator names one in RECORDER_FILES.",
      });
    if (path.includes("\0")) throw new HubError("bad-input", "That is no path.");
    return isAbsolute(path) ? resolve(path) : resolve(first, path);
  };
  const allowed = async (path: string): Promise<void> => {
    for (const folder of folders) {
      const root = await realpath(folder).catch(() => undefined);
      if (root !== undefined && (path === root || path.startsWith(root + sep))) return;
    }
    throw new HubError("not-allowed", `${quoted(path, 200)} lies outside of the open folders.`, {
      advice: `Files are read and written below ${folders.join(", ")} alone.`,
    });
  };
  return {
    async toRead(path) {
      const wanted = resolved(path);
      const real = await realpath(wanted).catch(() => undefined);
      // What lies outside is said to be so, there or not: nothing is told about other folders.
      await allowed(real ?? wanted);
      const found = real === undefined ? undefined : await stat(real);
      if (real === undefined || !found?.isFile())
        throw new HubError("not-found", `There is no file ${quoted(path, 200)}.`);
      return { path: real, bytes: found.size, changed: found.mtime };
    },
    async toWrite(path) {
      const wanted = resolved(path);
      const folder = await realpath(dirname(wanted)).catch(() => undefined);
      await allowed(folder ?? dirname(wanted));
      if (folder === undefined)
        throw new HubError("not-found", `There is no folder ${quoted(dirname(path), 200)}.`);
      const real = join(folder, basename(wanted));
      const there = await lstat(real).catch(() => undefined);
      if (there)
        throw new HubError("bad-input", `${quoted(path, 200)} is there already.`, {
          advice: "Nothing is written over. Name another file.",
        });
      return real;
    },
  };
}
