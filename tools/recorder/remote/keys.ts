import { HubError } from "../../kit/errors.ts";
import { RECORDING_ID, type Recording } from "../contract.ts";

/** Above this a record is none. */
export const RECORD_BYTES = 64 * 1024;

/**
 * Where a recording lies below the place of uploads: `device/2026/11/ID.wav` and, put last as the sign that the pair
 * is whole, `device/2026/11/ID.json`.
 */
export function keysOf(recording: Recording): { audio: string; record: string } {
  const started = new Date(recording.started_at);
  const month = String(started.getUTCMonth() + 1).padStart(2, "0");
  const device = folderName(recording.device_id ?? "device");
  const base = `${device}/${started.getUTCFullYear()}/${month}/${recording.id}`;
  const extension = recording.codec === "opus" ? "ogg" : "wav";
  return { audio: `${base}.${extension}`, record: `${base}.json` };
}

/** The keys that the audio of a record may have, and its id. Undefined for what is no record. */
export function audioKeysOf(record: string): { id: string; audio: string[] } | undefined {
  const found = /^(?:.*\/)?(?<id>[^/]+)\.json$/.exec(record);
  const id = found?.groups?.id;
  if (id === undefined || !RECORDING_ID.test(id)) return undefined;
  const base = record.slice(0, -".json".length);
  return { id, audio: [`${base}.wav`, `${base}.ogg`] };
}

/** A name that every file system and every URL takes. */
function folderName(text: string): string {
  const safe = text.replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(0, 64);
  return safe === "" ? "device" : safe;
}

/** The parts of a path below an endpoint. Throws HubError `bad-input` for one that leads elsewhere. */
export function pathParts(path: string): string[] {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.some((part) => part === "." || part === ".." || /[\p{Cc}\\]/u.test(part)))
    throw new HubError("bad-input", "The bucket or path leads elsewhere.", {
      advice: "Write it without . and .. parts, such as recordings/kitchen.",
    });
  return parts;
}
