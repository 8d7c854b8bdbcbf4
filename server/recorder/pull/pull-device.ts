import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DeviceClient } from "../../../tools/recorder/client/device-client.ts";
import type { Pull, Recording } from "../../../tools/recorder/contract.ts";
import { recordingMetadata } from "../../../tools/recorder/contract.ts";
import { tokenDigest } from "../../../tools/recorder/surface/bearer.ts";
import { RecorderFailure, toFailure } from "../../../tools/recorder/surface/failure.ts";
import type { Recordings } from "../recordings.ts";
import type { Storage } from "../storage/storage.ts";

export type PullWorld = {
  recordings: Recordings;
  storage: Storage;
  /** For what is on its way; a fetch that was broken off is found there again. */
  folder: string;
  maxAudioBytes: number;
};

export type PullCount = Pick<Pull, "seen" | "fetched" | "known" | "failures">;

const PAGE = 200;
/** Further failures are counted as seen and not listed. */
const MOST_FAILURES = 100;

/**
 * Fetches from a device what is not here yet, resuming by Range, and takes it in like any upload. One recording that
 * cannot be fetched does not hold up the others; a device that is away ends it. `tell` is told after each recording.
 */
export async function pullDevice(
  device: DeviceClient,
  world: PullWorld,
  signal: AbortSignal,
  tell: (count: PullCount) => void,
): Promise<PullCount> {
  const count: PullCount = { seen: 0, fetched: 0, known: 0, failures: [] };
  await mkdir(world.folder, { recursive: true, mode: 0o700 });
  let cursor: string | undefined;
  do {
    const page = await device.list({ limit: PAGE, cursor }, signal);
    for (const recording of page.items) {
      count.seen++;
      if (await isKnown(recording, world.storage)) count.known++;
      else await fetchOne(device, recording, world, signal, count);
      tell(count);
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return count;
}

async function isKnown({ id, sha256 }: Recording, { metadata }: Storage): Promise<boolean> {
  if (metadata.wasRemoved(id)) return true;
  const here = await metadata.get(id);
  return here !== undefined && (sha256 === undefined || here.sha256 === sha256);
}

async function fetchOne(
  device: DeviceClient,
  recording: Recording,
  world: PullWorld,
  signal: AbortSignal,
  count: PullCount,
): Promise<void> {
  try {
    await takeIn(device, recording, world, signal);
    count.fetched++;
  } catch (thrown) {
    const failure = toFailure(thrown);
    // It is the device that is away, or we that are stopped: the others would fare no better.
    if (signal.aborted || failure.status >= 500) throw thrown;
    const { id } = recording;
    if (count.failures.length < MOST_FAILURES)
      count.failures.push({ recording_id: id, error: failure.message, code: failure.code });
  }
}

async function takeIn(
  device: DeviceClient,
  recording: Recording,
  { recordings, storage, folder, maxAudioBytes: most }: PullWorld,
  signal: AbortSignal,
): Promise<void> {
  const told = recordingMetadata.safeParse(recording);
  if (!told.success)
    throw new RecorderFailure("invalid_value", "The device's record of it makes no sense.", {
      cause: told.error,
    });
  // Named after the bytes where they are known, else after the id: two devices may share neither.
  const file = join(folder, recording.sha256 ?? `id-${tokenDigest(recording.id)}`);
  await device.downloadAudio(recording, { file, most }, signal);
  try {
    const staging = await storage.blobs.stage();
    try {
      for await (const piece of createReadStream(file)) await staging.write(piece as Buffer); // no encoding is set
    } catch (thrown) {
      await staging.discard();
      throw thrown;
    }
    await recordings.accept(staging, told.data);
  } finally {
    await rm(file, { force: true });
  }
}
