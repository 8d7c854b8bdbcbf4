import { createHash, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HubError } from "../../../tools/kit/errors.ts";
import { transcript } from "../../../tools/recorder/contract.ts";
import { memoryJobLog } from "../jobs/job-log.ts";
import { type KeptRecording, TRANSCRIPT } from "./kept-recording.ts";
import type { Blobs, Metadata, RecordQuery, Staging, Storage } from "./storage.ts";

type Kept = { record: KeptRecording; files: Map<string, Uint8Array> };

/**
 * Everything in memory, for trying things out and as the second implementation that the conformance suites run over. Only
 * what has to be a file is written to the system's temporary folder, and removed at the end.
 */
export async function openMemoryStorage(): Promise<Storage> {
  const kept = new Map<string, Kept>();
  const removed = new Set<string>();
  const scratch = await mkdtemp(join(tmpdir(), "outpost-memory-"));
  return {
    metadata: memoryMetadata(kept, removed),
    blobs: memoryBlobs(kept, removed, scratch),
    jobs: memoryJobLog(),
    close: () => rm(scratch, { recursive: true, force: true }),
  };
}

function memoryMetadata(kept: Map<string, Kept>, removed: Set<string>): Metadata {
  return {
    get: async (id) => kept.get(id)?.record,
    async change(id, edit) {
      const found = kept.get(id);
      if (!found) throw noRecording();
      found.record = edit(found.record);
      return found.record;
    },
    async remove(id) {
      if (!kept.delete(id)) return false;
      removed.add(id);
      return true;
    },
    wasRemoved: (id) => removed.has(id),
    list: (query) => list([...kept.values()], query),
    count: () => kept.size,
  };
}

function list(all: Kept[], { limit, after, state, words }: RecordQuery) {
  const sought = words?.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu);
  const found = all
    .filter(({ record }) => state === undefined || record.sync_state === state)
    .filter((each) => words === undefined || (sought?.every((word) => says(each, word)) ?? false))
    .map(({ record }) => ({ at: Date.parse(record.started_at), id: record.id, record }))
    .filter((each) => after === undefined || isAfter(each, after))
    .sort((a, b) => (isAfter(a, b) ? 1 : -1));
  const last = found[limit - 1];
  return {
    items: found.slice(0, limit).map(({ record }) => record),
    next: last && found.length > limit ? { at: last.at, id: last.id } : undefined,
  };
}

type Spot = { at: number; id: string };
const isAfter = (a: Spot, b: Spot) => a.at < b.at || (a.at === b.at && a.id < b.id);

function says({ record, files }: Kept, word: string): boolean {
  const bytes = files.get(TRANSCRIPT);
  if (!bytes || record.transcript_ref === null) return false;
  const { text } = transcript.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.some((each) => each.startsWith(word));
}

function memoryBlobs(
  kept: Map<string, Kept>,
  removed: ReadonlySet<string>,
  scratch: string,
): Blobs {
  const staged = new WeakMap<Staging, () => Uint8Array>();
  const filesOf = (id: string) => {
    const found = kept.get(id);
    if (!found) throw noRecording();
    return found.files;
  };
  const written = async (bytes: Uint8Array) => {
    const path = join(scratch, randomUUID());
    await writeFile(path, bytes);
    return path;
  };
  return {
    async stage() {
      const chunks: Uint8Array[] = [];
      const bytes = () => Buffer.concat(chunks);
      const staging: Staging = {
        write: async (chunk) => void chunks.push(Uint8Array.from(chunk)),
        end: async () => ({
          bytes: bytes().length,
          sha256: createHash("sha256").update(bytes()).digest("hex"),
        }),
        fileOf: () => written(bytes()),
        discard: async () => void chunks.splice(0),
      };
      staged.set(staging, bytes);
      return staging;
    },
    async publish(staging, record) {
      const bytes = staged.get(staging);
      if (!bytes) throw new Error("this was not staged here, or is published already");
      if (kept.has(record.id) || removed.has(record.id)) return false;
      kept.set(record.id, { record, files: new Map([[record.audio, bytes()]]) });
      staged.delete(staging);
      return true;
    },
    put: async (id, name, content) => void filesOf(id).set(name, Buffer.from(content)),
    adopt: async (id, name, path) => void filesOf(id).set(name, await readFile(path)),
    async read(id, name) {
      const bytes = kept.get(id)?.files.get(name);
      return bytes && Buffer.from(bytes).toString("utf8");
    },
    async fileOf(id, name) {
      const bytes = kept.get(id)?.files.get(name);
      return bytes && written(bytes);
    },
    async withFolder(work) {
      const folder = join(scratch, randomUUID());
      await mkdir(folder);
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

const noRecording = () => new HubError("not-found", "There is no such recording.");
