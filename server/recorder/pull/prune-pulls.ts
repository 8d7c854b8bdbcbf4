import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** A fetch that nobody took up again for a week is begun anew. */
const KEEP_MS = 7 * 24 * 3600 * 1000;
/** As `pullDevice` names them: after the audio's hash or the id's. */
const OURS = /^(id-)?[0-9a-f]{64}(\.part)?$/;

/** Removes what fetches that were broken off have left in the folder, once it is a week old. The number of files. */
export async function prunePulls(folder: string, now: number): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let count = 0;
  for (const name of names.filter((each) => OURS.test(each))) {
    const path = join(folder, name);
    const { mtimeMs = now } = (await stat(path).catch(() => undefined)) ?? {};
    if (now - mtimeMs < KEEP_MS) continue;
    await rm(path, { force: true });
    count++;
  }
  return count;
}
