import { join } from "node:path";
import { appendSynced, readIfThere, writeWhole } from "../tools/kit/durable.ts";
import { openSettings, stateFolder } from "./settings.ts";
import type { World } from "./world.ts";

const MOST = 500;

/** The sentences of earlier sessions for the up key, oldest first, and a way to keep one more. */
export async function openHistory(
  world: World,
): Promise<{ history: string[]; remember(sentence: string): void }> {
  // The environment wins over every file, so where it names the folder the files need not be read before the paint.
  const folder = world.env.OUTPOST_STATE_DIR || stateFolder(await openSettings(world));
  const path = join(folder, "history.jsonl");
  const lines = ((await readIfThere(path).catch(() => undefined)) ?? "").split("\n");
  const history = lines.flatMap(sentenceIn).slice(-MOST);
  if (lines.length > 2 * MOST)
    await writeWhole(path, history.map((text) => `${JSON.stringify(text)}\n`).join(""));
  return {
    history,
    remember(sentence) {
      // A history that cannot be kept is no reason to stop talking.
      appendSynced(path, `${JSON.stringify(sentence)}\n`).catch(() => undefined);
    },
  };
}

function sentenceIn(line: string): string[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "string" ? [value] : [];
  } catch {
    return [];
  }
}
