import { z } from "zod";
import type { Recording } from "./contract.ts";

/** A recording as the tools tell of it; hashes stay out of lists. */
export const Told = z.object({
  id: z.string(),
  started_at: z.string(),
  duration_s: z.number(),
  device_id: z.string().optional(),
  codec: z.string(),
  size_bytes: z.number().optional(),
  sync_state: z.string().optional(),
});
export type Told = z.infer<typeof Told>;

export function told(found: Recording): Told {
  const { id, started_at, duration_s, codec, device_id, size_bytes, sync_state } = found;
  return { id, started_at, duration_s, codec, ...present({ device_id, size_bytes, sync_state }) };
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined | null> };

/** Without the members that are not known. */
export function present<T extends object>(members: T): Present<T> {
  const there = Object.entries(members).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return Object.fromEntries(there) as Present<T>; // what was left out is optional now
}

/** "1:02:03", "2:05". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** "2026-11-21 08:15" in UTC. */
export const minute = (time: string) =>
  Number.isNaN(Date.parse(time))
    ? time
    : new Date(time).toISOString().slice(0, 16).replace("T", " ");

export const row = (one: Told) => [
  one.id,
  minute(one.started_at),
  clock(one.duration_s),
  one.device_id,
  one.sync_state,
];
export const HEAD = ["recording", "started (UTC)", "length", "device", "state"];
