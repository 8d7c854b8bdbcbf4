import { z } from "zod";
import { HubError } from "../kit/errors.ts";
import type { Recording } from "./contract.ts";

const DAY = /^(\d{4}-\d{2}-\d{2}|today|yesterday)$/;
/** Of newer recordings that are skipped to come to a day. */
const MOST_PAGES = 200;

export const day = z
  .string()
  .refine((text) => DAY.test(text), { error: 'YYYY-MM-DD, "today" or "yesterday".' })
  .optional()
  .describe('YYYY-MM-DD, "today", "yesterday"');

type Page = { items: Recording[]; next_cursor: string | null };

/** A day of this machine's clock, in milliseconds of the epoch. Throws HubError `bad-input` for what is none. */
function dayOf(wanted: string): { from: number; to: number } {
  const start = DAY.test(wanted) && /\d/.test(wanted) ? new Date(`${wanted}T00:00:00`) : new Date();
  if (wanted === "yesterday") start.setDate(start.getDate() - 1);
  const from = start.setHours(0, 0, 0, 0);
  if (Number.isNaN(from)) throw new HubError("bad-input", `There is no day ${wanted}.`);
  return { from, to: start.setDate(start.getDate() + 1) };
}

/**
 * The first page with something of a day, without what is of other days; the first page of all where no day is wanted.
 * Lists come newest first, so the pages after the day are not read, and those before it are skipped. Throws what
 * `read` throws, and HubError `bad-input` for what is no day.
 */
export async function pageOfDay<P extends Page>(
  wanted: string | undefined,
  cursor: string | undefined,
  read: (cursor: string | undefined) => Promise<P>,
): Promise<P> {
  if (wanted === undefined) return read(cursor);
  const { from, to } = dayOf(wanted);
  for (let at = cursor, pages = 1; ; pages++) {
    const page = await read(at);
    const time = ({ started_at }: Recording) => Date.parse(started_at);
    const items = page.items.filter((one) => time(one) >= from && time(one) < to);
    const last = page.items.at(-1);
    const isPast = last === undefined || time(last) < from || page.next_cursor === null;
    if (isPast) return { ...page, items, next_cursor: null };
    if (items.length > 0 || pages > MOST_PAGES) return { ...page, items };
    at = page.next_cursor ?? undefined;
  }
}
