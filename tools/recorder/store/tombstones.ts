import { join } from "node:path";
import { appendSynced, readIfThere, syncFolder } from "../../kit/durable.ts";

/** The ids of what was deleted, so that no copy elsewhere brings it back by itself. */
export type Tombstones = { has: (id: string) => boolean; add: (id: string) => Promise<void> };

export async function openTombstones(folder: string, now: () => Date): Promise<Tombstones> {
  const path = join(folder, "deleted.jsonl");
  const written = await readIfThere(path);
  const text = written ?? "";
  let isNamed = written !== undefined;
  const ids = new Set(text.split("\n").flatMap(idOf));
  // A line that a power loss cut short must not swallow the next one.
  if (text !== "" && !text.endsWith("\n")) await appendSynced(path, "\n");
  return {
    has: (id) => ids.has(id),
    async add(id) {
      if (ids.has(id)) return;
      await appendSynced(path, `${JSON.stringify({ id, deleted_at: now().toISOString() })}\n`);
      // The first one made the file.
      if (!isNamed) await syncFolder(folder);
      isNamed = true;
      ids.add(id);
    },
  };
}

function idOf(line: string): string[] {
  try {
    const { id } = JSON.parse(line) as { id?: unknown }; // anything else throws or has no id
    return typeof id === "string" ? [id] : [];
  } catch {
    return [];
  }
}
