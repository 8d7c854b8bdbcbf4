import { statfs } from "node:fs/promises";
import type { ServerStatus } from "../../../tools/recorder/contract.ts";
import type { ServerParts } from "../create-recorder-server.ts";

type Asked = Pick<ServerParts, "settings" | "storage" | "queue" | "transcriber" | "summariser">;

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
