import { z } from "zod";
import { size as sizeOf } from "../kit/sizes.ts";
import { cut } from "../kit/untrusted.ts";
import type { Listed } from "./reading.ts";

const sizeShape = { bytes: z.number(), human: z.string() };

/** How every size is answered; as a definition of its own, for schemas that name it several times. */
export const Size = z.object(sizeShape).meta({ id: "Size" });
/** The same, written out where it stands. */
export const OneSize = z.object(sizeShape);
export const size = sizeOf;

/** What every list ends with. `hidden` counts what the operator's path rules leave out. */
export const LIST = {
  total: z.number(),
  truncated: z.boolean(),
  cursor: z.string().optional(),
  hidden: z.number().optional(),
  api: z.string(),
};

type Paged = { total: number; truncated: boolean; cursor?: string | undefined };

/** The end of a list's answer. A list that was too long to fetch whole counts as truncated. */
export function listEnd(page: Paged, listed: Omit<Listed, "items">) {
  return {
    total: page.total,
    truncated: page.truncated || listed.capped,
    ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
    ...(listed.hidden === 0 ? {} : { hidden: listed.hidden }),
    api: listed.version,
  };
}

/** "12 filesets of fs1", "40 of 10000 filesets of fs1; ask for more", and what is hidden. */
export function countWords(
  noun: string,
  shown: number,
  end: Paged & { hidden?: number | undefined },
  owner?: string,
): string {
  const of = owner === undefined ? "" : ` of ${owner}`;
  const many = (count: number) => `${count} ${count === 1 ? noun : plural(noun)}${of}`;
  const parts = [shown === end.total ? `${many(shown)}` : `${shown} of ${many(end.total)}`];
  if (end.cursor !== undefined) parts.push("ask for more");
  else if (end.truncated) parts.push("the list was too long to read whole");
  if (end.hidden) parts.push(`${end.hidden} hidden by the operator's path rules`);
  return parts.join("; ");
}

function plural(noun: string): string {
  return noun.endsWith("s") ? `${noun}es` : `${noun}s`;
}

/** Leaves out what is empty, so that an answer holds only what there is to say. */
export function present<T extends object>(members: T): Compact<T> {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(kept) as Compact<T>; // exactly the members of T, without the undefined ones
}

type Compact<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** The text, cut so that it takes no more than so many bytes as a JSON string. */
export function fitting(text: string, bytes: number): string {
  let shown = cut(text, bytes);
  while (Buffer.byteLength(JSON.stringify(shown)) > bytes)
    shown = cut(text, Math.floor(shown.length * 0.9));
  return shown;
}
