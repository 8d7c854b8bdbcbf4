import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Recording } from "../contract.ts";
import { RecorderFailure } from "./failure.ts";
import type { Audio } from "./serve-audio.ts";
import type { ListAsk, Shelf } from "./shared-routes.ts";

/** A shelf whose records are in memory and whose audio is in a folder that `close` removes. */
export type MemoryShelf = Shelf & {
  add: (id: string, audio: Uint8Array, changes?: Partial<Recording>) => Promise<Recording>;
  pathOf: (id: string) => string;
  /** The id of the one that is being made: it cannot be removed. */
  making: string | undefined;
  close: () => Promise<void>;
};

export async function memoryShelf(): Promise<MemoryShelf> {
  const folder = await mkdtemp(join(tmpdir(), "outpost-shelf-"));
  const records = new Map<string, Recording>();
  const pathOf = (id: string) => join(folder, `${id}.wav`);
  const shelf: MemoryShelf = {
    making: undefined,
    pathOf,
    close: () => rm(folder, { recursive: true, force: true }),
    async add(id, audio, changes = {}) {
      const record: Recording = { ...RECORD, id, size_bytes: audio.byteLength, ...changes };
      record.sha256 = createHash("sha256").update(audio).digest("hex");
      await writeFile(pathOf(id), audio);
      records.set(id, record);
      return record;
    },
    list: async (ask) => ({ items: listed([...records.values()], ask) }),
    get: async (id) => records.get(id),
    async remove(id) {
      if (id === shelf.making)
        throw new RecorderFailure("in_progress", "This recording is still being made.");
      return records.delete(id);
    },
    async audio(id): Promise<Audio | undefined> {
      const record = records.get(id);
      const path = pathOf(id);
      const { size_bytes: size = 0, sha256 } = record ?? {};
      return record && { path, size, sha256, type: "audio/wav" };
    },
  };
  return shelf;
}

const RECORD: Omit<Recording, "id"> = {
  device_id: "desk",
  started_at: "2026-11-21T08:15:00.000Z",
  duration_s: 1,
  sample_rate: 16_000,
  channels: 1,
  codec: "wav_pcm_s16le",
  source: "device",
  sync_state: "local",
  transcript_ref: null,
  summary_ref: null,
};

function listed(all: Recording[], ask: ListAsk): Recording[] {
  const key = (place: { started_at: string; id: string }) => `${place.started_at} ${place.id}`;
  return all
    .filter((one) => ask.sync_state === undefined || one.sync_state === ask.sync_state)
    .filter((one) => ask.after === undefined || key(one) < key(ask.after))
    .sort((a, b) => (key(a) < key(b) ? 1 : -1))
    .slice(0, ask.most);
}
