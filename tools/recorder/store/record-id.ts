import { createHash } from "node:crypto";
import { RECORDING_ID, ULID } from "../contract.ts";

/** Whether a text may be the id of a recording. */
export function isRecordId(text: string): boolean {
  return RECORDING_ID.test(text);
}

/**
 * The name of the folder that keeps a recording. A ULID stands for itself, so that a person finds it; any other id
 * by its SHA-256, because two of those may differ in case alone, which some disks do not tell apart.
 */
export function folderName(id: string): string {
  return ULID.test(id) ? id : createHash("sha256").update(id).digest("hex");
}

const FOLDER_NAME = /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-9a-f]{64})$/;

export function isFolderName(text: string): boolean {
  return FOLDER_NAME.test(text);
}

/** The two hexadecimal digits of the folder above it; they spread names evenly. */
export function shardOf(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 2);
}
