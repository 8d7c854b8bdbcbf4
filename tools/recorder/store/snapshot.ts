import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { replaceFile } from "./replace-file.ts";

const NAME = "snapshot";

/** Told apart from what another version of this program wrote, which is thrown away and made anew. */
const FORMAT = "outpost recordings 1";

const header = z.object({
  format: z.literal(FORMAT),
  /** Of the bytes that follow. */
  sha256: z.string(),
  /** Counts the snapshots of this folder. */
  generation: z.int(),
  /** When each shard's folder was last given or robbed of an entry: milliseconds, by the shard's name. */
  shards: z.record(z.string(), z.number()),
});

export type Snapshot = {
  generation: number;
  shards: Record<string, number>;
  bytes: Uint8Array;
};

/** Replaces the snapshot: one line that says what follows, then the index. */
export async function writeSnapshot(
  folder: string,
  tmp: string,
  snapshot: Snapshot,
): Promise<void> {
  const { bytes, generation, shards } = snapshot;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const line = `${JSON.stringify({ format: FORMAT, sha256, generation, shards })}\n`;
  await replaceFile(tmp, join(folder, NAME), Buffer.concat([Buffer.from(line), bytes]));
}

/** The snapshot, or undefined where there is none, or it is torn, changed or of another version. */
export async function readSnapshot(folder: string): Promise<Snapshot | undefined> {
  try {
    const whole = await readFile(join(folder, NAME));
    const end = whole.indexOf(10);
    const { sha256, generation, shards } = header.parse(JSON.parse(whole.toString("utf8", 0, end)));
    const bytes = whole.subarray(end + 1);
    if (createHash("sha256").update(bytes).digest("hex") !== sha256) return undefined;
    return { generation, shards, bytes };
  } catch {
    // Only a cache: whatever is wrong with it, the files say everything it said.
    return undefined;
  }
}
