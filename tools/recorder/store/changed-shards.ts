import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { appendSynced, readIfThere, syncFolder } from "../../kit/durable.ts";

const PREFIX = "changed.";

/**
 * Which shards may differ from the snapshot. A shard is noted, on disk, before the first change in it after a
 * snapshot; so after a crash only these are read again.
 */
export type ChangedShards = {
  /** What earlier runs noted since the snapshot of this generation. */
  left: ReadonlySet<string>;
  /**
   * Runs a change of a shard, after noting it. With `mustBeNoted` false it runs even where no note can be written: a
   * folder that comes or goes shows in its shard's time, too.
   */
  during: <T>(shard: string, change: () => Promise<T>, mustBeNoted?: boolean) => Promise<T>;
  /** True where something was noted since the last snapshot. */
  any: () => boolean;
  /**
   * Begins a generation: `look` is called at once, with no change of ours between it and the switch; then
   * `keep` stores what it saw, and the notes that this makes needless are removed.
   */
  next: <T>(look: () => T, keep: (seen: T, generation: number) => Promise<void>) => Promise<void>;
};

/** Reads what earlier runs left in `folder`; `snapshot` is the generation of the index that was stored last. */
export async function openChangedShards(folder: string, snapshot: number): Promise<ChangedShards> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const generations = await notesIn(folder);
  const left = new Set<string>();
  for (const each of generations.filter((number) => number >= snapshot))
    for (const shard of ((await readIfThere(note(folder, each))) ?? "").split("\n"))
      if (shard !== "") left.add(shard);
  let generation = Math.max(snapshot, ...generations);
  let noted = new Map<string, Promise<void>>();
  // The file of notes exists, and its name is on disk.
  let first = Promise.resolve();
  let dirty = left.size > 0;
  const inFlight = new Map<string, number>();

  const mark = (shard: string): Promise<void> => {
    dirty = true;
    const notes = noted;
    let done = notes.get(shard);
    if (!done) {
      const path = note(folder, generation);
      const begun =
        notes.size === 0 ? appendSynced(path, "").then(() => syncFolder(folder)) : first;
      first = begun;
      done = begun.then(() => appendSynced(path, `${shard}\n`));
      notes.set(shard, done);
      // What could not be noted is tried again by the next change.
      done.catch(() => notes.clear());
    }
    return done;
  };
  return {
    left,
    any: () => dirty,
    async during(shard, change, mustBeNoted = true) {
      inFlight.set(shard, (inFlight.get(shard) ?? 0) + 1);
      try {
        await mark(shard).catch((error: unknown) => {
          if (mustBeNoted) throw error;
        });
        return await change();
      } finally {
        const rest = (inFlight.get(shard) ?? 1) - 1;
        if (rest === 0) inFlight.delete(shard);
        else inFlight.set(shard, rest);
      }
    },
    async next(look, keep) {
      generation += 1;
      noted = new Map();
      const seen = look();
      dirty = false;
      const marks = [...inFlight.keys()].map(mark);
      const mine = generation;
      try {
        await Promise.all(marks);
        await keep(seen, mine);
      } catch (error) {
        dirty = true;
        throw error;
      }
      for (const each of await notesIn(folder))
        if (each < mine) await rm(note(folder, each), { force: true });
    },
  };
}

const note = (folder: string, generation: number) => join(folder, `${PREFIX}${generation}`);

async function notesIn(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => Number(name.slice(PREFIX.length)))
    .filter(Number.isSafeInteger);
}
