import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readIfThere, syncFolder, writeWhole } from "../../tools/kit/durable.ts";
import { hashFile } from "../../tools/recorder/audio/hash-file.ts";
import { compareVersions } from "./image.ts";

type SlotName = "a" | "b";

const slot = z.object({ name: z.enum(["a", "b"]), version: z.string(), sha256: z.string() });
type Slot = z.infer<typeof slot>;

/** Which firmware runs: `active` has shown that it works, `trying` has not yet. Null is the program as installed. */
const bootRecord = z.object({
  active: slot.nullable(),
  trying: slot.extend({ attempts: z.number() }).nullable(),
});
type BootRecord = z.infer<typeof bootRecord>;

/** So often a firmware that is new may be started before it has to have shown that it works. */
const ATTEMPTS_MOST = 2;

export type Slots = {
  /** A file to be filled with the next firmware; it counts for nothing until `stage`. */
  incoming: string;
  /** Puts the incoming file, which is fsynced, into the slot that is free, to be tried at the next start. */
  stage: (version: string, sha256: string) => Promise<SlotName>;
  /** What to run now; undefined for the program as installed, whose version is given. Counts an attempt where it is new. */
  next: (
    installed: string,
  ) => Promise<{ path: string; version: string; isNew: boolean } | undefined>;
  /** What was tried has shown that it works. */
  confirm: () => Promise<void>;
  /** What was to run does not work: back to what did, or to the program as installed. */
  rollBack: () => Promise<void>;
};

const RECORD = "boot.json";

/** Two places for firmware, and one small file that says which counts: each change of it is whole or not at all. */
export async function openSlots(folder: string): Promise<Slots> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (name: SlotName) => join(folder, `${name}.mjs`);
  const incoming = join(folder, "incoming");
  const read = async (): Promise<BootRecord> => {
    const text = await readIfThere(join(folder, RECORD));
    try {
      return bootRecord.parse(JSON.parse(text ?? ""));
    } catch {
      return { active: null, trying: null };
    }
  };
  const write = async (record: BootRecord): Promise<void> => {
    await writeWhole(join(folder, RECORD), JSON.stringify(record));
    await syncFolder(folder);
  };
  const isWhole = async ({ name, sha256 }: Slot): Promise<boolean> =>
    (await hashFile(pathOf(name)).catch(() => undefined))?.sha256 === sha256;
  return {
    incoming,
    async stage(version, sha256) {
      const { active } = await read();
      const name: SlotName = active?.name === "a" ? "b" : "a";
      // What was on trial may be in this slot: first it counts for nothing, then it is overwritten.
      await write({ active, trying: null });
      await rename(incoming, pathOf(name));
      await syncFolder(folder);
      await write({ active, trying: { name, version, sha256, attempts: 0 } });
      return name;
    },
    async next(installed) {
      await rm(incoming, { force: true });
      const { active, trying } = await read();
      if (trying && trying.attempts < ATTEMPTS_MOST && (await isWhole(trying))) {
        await write({ active, trying: { ...trying, attempts: trying.attempts + 1 } });
        return { path: pathOf(trying.name), version: trying.version, isNew: true };
      }
      if (trying) await write({ active, trying: null });
      // Whoever installs a newer program means it.
      const isWanted = active && compareVersions(active.version, installed) > 0;
      if (!isWanted || !(await isWhole(active))) return undefined;
      return { path: pathOf(active.name), version: active.version, isNew: false };
    },
    async confirm() {
      const { active, trying } = await read();
      if (!trying) return;
      const { attempts: _, ...proved } = trying;
      await write({ active: proved ?? active, trying: null });
    },
    async rollBack() {
      const { active, trying } = await read();
      await write({ active: trying ? active : null, trying: null });
    },
  };
}
