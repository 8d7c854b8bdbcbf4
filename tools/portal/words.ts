import type { Meta } from "./contract.ts";

/** An age as a person says it: "just now", "40 s ago", "3 min ago", "2 h ago", "5 days ago". */
export function ago(seconds: number): string {
  if (seconds < -90) return `${span(-seconds)} in the future`;
  if (seconds < 5) return "just now";
  return `${span(seconds)} ago`;
}

/** A length of time in one unit: "40 s", "3 min", "2 h", "5 days". */
export function span(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** "4 h 12 min", for a countdown; "33 days" from two days on. */
export function countdown(ms: number): string {
  if (ms >= 48 * 3_600_000) return span(ms / 1000);
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? "" : ` ${rest} min`}`;
}

/** How old an answer of the portal is, as the end of a sentence: "Read 40 s ago." or what is wrong with it. */
export function freshness({ age_s: age, stale, error, fetched_at: at }: Meta): string {
  if (at === null && error) return `The portal could not be read: ${error.error}`;
  const read = age === null ? "Read at an unknown time" : `Read ${ago(age)}`;
  if (!stale) return `${read}.`;
  return `${read}: STALE, newer could not be had${error ? ` (${error.error.replace(/\.$/, "")})` : " yet"}.`;
}

/** The same as members of an answer. */
export function freshMembers(meta: Meta) {
  return {
    ...(meta.age_s === null ? {} : { age_s: meta.age_s }),
    stale: meta.stale,
    ...(meta.warnings.length > 0 ? { warnings: meta.warnings } : {}),
    ...(meta.error ? { error: meta.error.error } : {}),
  };
}

type Known<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>;
};

/** Leaves out what nobody knows, so that an answer holds only what there is to say. */
export function known<T extends object>(members: T): Known<T> {
  const kept = Object.entries(members).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  return Object.fromEntries(kept) as Known<T>; // exactly the members of T, without the null ones
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** "01:30" of an RFC 3339 time, in a time zone. */
export function clock(time: string, zone = "UTC"): string {
  let format = FORMATS.get(zone);
  if (!format) {
    const shown = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    format = new Intl.DateTimeFormat("en-GB", { ...shown, timeZone: zone });
    FORMATS.set(zone, format);
  }
  return format.format(new Date(time));
}

/** "01:30–08:45". */
export function clocks(start: string, end: string, zone = "UTC"): string {
  return `${clock(start, zone)}–${clock(end, zone)}`;
}

/** "1,234.5". */
export function amount(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 2 });
}

export function many(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
