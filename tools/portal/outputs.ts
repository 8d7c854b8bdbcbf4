import { z } from "zod";

/** What every answer of the portal ends with: how old it is, and what is wrong with it. */
export const FRESH = {
  age_s: z.number().optional(),
  stale: z.boolean(),
  warnings: z.array(z.string()).optional(),
  error: z.string().optional(),
};

/** What every list ends with. */
export const LIST = {
  total: z.number(),
  cursor: z.string().optional(),
};

/**
 * "12 telescopes", "40 of 120 telescopes; ask for more", where `more` is left. A model goes on with the cursor that its
 * answer carries.
 */
export function countWords(
  noun: "telescope" | "reservation",
  shown: number,
  total: number,
  more: boolean,
): string {
  const all = `${total} ${noun}${total === 1 ? "" : "s"}`;
  if (!more && shown === total) return all;
  return `${shown} of ${all}${more ? "; ask for more" : ""}`;
}

export function listEnd(page: { total: number; cursor?: string }) {
  return { total: page.total, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) };
}
