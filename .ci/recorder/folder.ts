import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Recording } from "../../tools/recorder/contract.ts";

/** What belongs into the folder of a device or a server, at its top. */
const KNOWN = new Set([
  ...["rec", "tmp", "trash", "index", "lock", "deleted.jsonl"],
  ...["takes", "uploads", "device.json", "tls.pem", "firmware", "unreadable"],
  ...["jobs.log", "keys.json", "pickup-refused.json", "pull"],
]);

/**
 * Fails unless the folder of a device or a server at rest holds whole recordings, those that the list names and no
 * others, and nothing that an interrupted run had begun.
 */
export function folderAgrees(root: string, listed: readonly Recording[]): void {
  const kept = readdirSync(join(root, "rec")).flatMap((shard) =>
    readdirSync(join(root, "rec", shard)).map((name) => {
      const text = readFileSync(join(root, "rec", shard, name, "record.json"), "utf8");
      return (JSON.parse(text) as Recording).id; // any other would not be among the listed
    }),
  );
  assert.deepEqual(kept.sort(), listed.map(({ id }) => id).sort(), "the index and the files");
  const left = leftovers(root).filter((name) => !isInUse(name));
  assert.deepEqual(left, [], "nothing is left over");
}

/** Files that nobody needs any more. */
function leftovers(root: string): string[] {
  const strangers = readdirSync(root).filter((name) => !KNOWN.has(name));
  const folders = ["tmp", "trash", "takes", "uploads", "unreadable"];
  const staged = folders.flatMap((name) => filesBelow(root, name));
  const index = filesBelow(root, "index").filter(
    (path) => !/\/(snapshot|changed\.\d+)$/.test(path),
  );
  return [...strangers, ...staged, ...index];
}

/**
 * What the server that lives may be at just now, and what one that was killed had written to claim a lock: that goes
 * with the next lock that is found dead.
 */
function isInUse(name: string): boolean {
  return /^(keys\.json\.)?lock(\.\d+\.[0-9a-f]{8}(\.dead)?|\.sweep)?$|^keys\.json\.\d+$/.test(name);
}

function filesBelow(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
  } catch {
    return [];
  }
}
