import { HubError } from "./errors.ts";

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
const SIZE = /^\s*(\d+(?:\.\d+)?)\s*([kmgtpe]?)(i?b?|bytes?)\s*$/i;

/** Bytes as a person reads them, in binary units with at most one decimal: 10737418240 → "10 GiB". */
export function humanBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const shown = value >= 100 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1);
  return `${shown} ${UNITS[unit]}`;
}

/**
 * Bytes from what a person writes: "10G", "10 GiB", "1.5TB", "512" (bytes). All units are binary, as storage quotas
 * are: 10 GB is 10 × 2^30. Throws HubError `bad-input` on anything else, and beyond 2^53.
 */
export function parseBytes(text: string): number {
  const found = SIZE.exec(text);
  const power = " kmgtpe".indexOf((found?.[2] ?? "").toLowerCase() || " ");
  const bytes = found ? Math.round(Number(found[1]) * 1024 ** power) : Number.NaN;
  if (!Number.isSafeInteger(bytes))
    throw new HubError("bad-input", `${JSON.stringify(text)} is not a size.`, {
      advice: "Write a number and a unit, such as 10G, 512M or 1.5T.",
    });
  return bytes;
}

/** `{bytes, human}`, the shape in which every size is answered. */
export function size(bytes: number): { bytes: number; human: string } {
  return { bytes, human: humanBytes(bytes) };
}
