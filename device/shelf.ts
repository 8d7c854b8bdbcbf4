import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readIfThere, syncFolder, writeWhole } from "../tools/kit/durable.ts";
import { readAudioFacts } from "../tools/recorder/audio/audio-facts.ts";
import { hashFile } from "../tools/recorder/audio/hash-file.ts";
import { repairRecording } from "../tools/recorder/audio/repair-recording.ts";
import { type DeviceCodec, type Recording, recording } from "../tools/recorder/contract.ts";
import { openStore, type Store } from "../tools/recorder/store/open-store.ts";

/** What is known of a take before it is a recording; on disk from its first moment. */
const takeNote = z.object({ id: z.string(), device_id: z.string(), started_at: z.string() });
type TakeNote = z.infer<typeof takeNote>;

/** A take in the making: its folder is published as it stands. */
export type TakeFolder = TakeNote & { folder: string; audio: string };

/** What was found of takes that a killed process left behind. */
export type Recovered = {
  recordings: Recording[];
  /** The folders of those that could not be made recordings; they are kept. */
  unreadable: string[];
};

export type Shelf = {
  store: Store<Recording>;
  /** Begins a take: a folder with a note of it, both on disk. */
  begin: (note: TakeNote, codec: DeviceCodec) => Promise<TakeFolder>;
  /** Makes a closed take a recording, whole or not at all. */
  publish: (take: TakeFolder) => Promise<Recording>;
  /** Throws a take away of which nothing was heard. */
  discard: (take: TakeFolder) => Promise<void>;
  /** Mends and publishes what an earlier run left unfinished. */
  recover: () => Promise<Recovered>;
  close: () => Promise<void>;
};

const NOTE = "take.json";
/** Space that a take holds back, so that on a disk which it has filled its record can still be written. */
const RESERVE = "reserve";
const RESERVE_BYTES = 128 * 1024;
/** A file no longer than this holds a header and nothing to be heard. */
const HEADER_BYTES = 512;

export const audioName = (codec: string) => (codec === "opus" ? "audio.ogg" : "audio.wav");

/** Opens the shelf in a folder. Throws `unavailable` while another process has it. */
export async function openShelf(folder: string): Promise<Shelf> {
  const store = await openStore<Recording>({
    folder,
    name: "shelf",
    parse: (value) => recording.parse(value),
    rowOf: ({ id, started_at, sync_state }) => ({
      id,
      at: Date.parse(started_at),
      state: sync_state ?? "local",
    }),
  });
  const takes = join(folder, "takes");
  await mkdir(takes, { recursive: true, mode: 0o700 });

  const publish = async (take: TakeFolder): Promise<Recording> => {
    await rm(join(take.folder, RESERVE), { force: true });
    const made = await describe(take);
    await store.publish(take.folder, take.id, made);
    // Nothing reads it any more; where this is cut short it stays, and does no harm.
    await rm(join(store.placeOf(take.id), NOTE), { force: true });
    return made;
  };
  return {
    store,
    publish,
    async begin(note, codec) {
      const place = join(takes, note.id);
      await mkdir(place, { mode: 0o700 });
      try {
        await fill(place, note);
        await syncFolder(takes);
      } catch (error) {
        await rm(place, { recursive: true, force: true });
        throw error;
      }
      return { ...note, folder: place, audio: join(place, audioName(codec)) };
    },
    discard: (take) => rm(take.folder, { recursive: true, force: true }),
    async recover() {
      const recovered: Recovered = { recordings: [], unreadable: [] };
      for (const id of (await readdir(takes)).sort())
        try {
          const take = await findTake(takes, id);
          const repair = take && (await repairRecording(take.audio));
          if (take && repair?.usable) recovered.recordings.push(await publish(take));
          else await setAside(folder, id, take, recovered);
        } catch {
          // A full disk, above all: it stays where it is for the next start, and this one goes on without it.
          recovered.unreadable.push(join(takes, id));
        }
      return recovered;
    },
    close: store.close,
  };
}

async function fill(place: string, note: TakeNote): Promise<void> {
  await writeWhole(join(place, NOTE), JSON.stringify(note));
  // Not zeros: some disks do not store those.
  const held = Buffer.alloc(RESERVE_BYTES, "reserve");
  await writeFile(join(place, RESERVE), held, { mode: 0o600 });
  await syncFolder(place);
}

/** The record of a closed take, read from its audio. */
async function describe({ id, device_id, started_at, audio }: TakeFolder): Promise<Recording> {
  const [facts, { bytes, sha256 }] = await Promise.all([readAudioFacts(audio), hashFile(audio)]);
  return {
    id,
    device_id,
    started_at,
    duration_s: facts.duration_s,
    sample_rate: facts.sample_rate,
    channels: facts.channels,
    codec: facts.codec,
    size_bytes: bytes,
    sha256,
    source: "device",
    sync_state: "local",
    transcript_ref: null,
    summary_ref: null,
  };
}

/** A take by its folder; undefined where it has no audio file. */
async function findTake(takes: string, id: string): Promise<TakeFolder | undefined> {
  const folder = join(takes, id);
  const name = (await readdir(folder)).find((each) => each.startsWith("audio."));
  if (name === undefined) return undefined;
  const audio = join(folder, name);
  const text = await readIfThere(join(folder, NOTE));
  const note = parsed(text) ?? {
    id,
    device_id: "unknown",
    started_at: (await stat(audio)).birthtime.toISOString(),
  };
  return { ...note, id, folder, audio };
}

function parsed(text: string | undefined): TakeNote | undefined {
  try {
    return text === undefined ? undefined : takeNote.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** What cannot be repaired is kept for a person to look at, unless there is nothing in it. */
async function setAside(
  root: string,
  id: string,
  take: TakeFolder | undefined,
  recovered: Recovered,
): Promise<void> {
  const folder = join(root, "takes", id);
  const bytes = take ? (await stat(take.audio)).size : 0;
  if (bytes <= HEADER_BYTES) {
    await rm(folder, { recursive: true, force: true });
    return;
  }
  const aside = join(root, "unreadable");
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await rename(folder, join(aside, id));
  recovered.unreadable.push(join(aside, id));
}
