import { statfs } from "node:fs/promises";
import type { ServerStatus } from "../../../tools/recorder/contract.ts";
import type { Queue } from "../jobs/queue.ts";
import type { RecorderServerSettings } from "../settings.ts";
import type { Storage } from "../storage/storage.ts";
import type { Summariser } from "../summarise/summariser.ts";
import type { Transcriber } from "../transcribe/transcriber.ts";

type Asked = {
  settings: RecorderServerSettings;
  storage: Storage;
  queue: Queue;
  transcriber: Transcriber;
  summariser: Summariser;
};

/** How the server is; `devices` are those that it can pull from. */
export async function serverStatus(parts: Asked, devices: string[]): Promise<ServerStatus> {
  const { settings, storage, queue, transcriber, summariser } = parts;
  const [disk, ready] = await Promise.all([statfs(settings.folder), transcriber.check()]);
  const missing = ready.state === "missing" ? ready : undefined;
  return {
    version: settings.version,
    recordings_count: storage.metadata.count(),
    storage_free_bytes: disk.bavail * disk.bsize,
    storage_total_bytes: disk.blocks * disk.bsize,
    jobs: queue.counts(),
    transcriber: {
      model: missing ? null : transcriber.id,
      reason: missing ? `${missing.reason} Install it with: ${missing.install}` : null,
    },
    summariser: { model: summariser.model, leaves_the_machine: summariser.leavesTheMachine },
    devices,
  };
}
