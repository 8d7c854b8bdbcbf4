import { z } from "zod";
import { HubError } from "../kit/errors.ts";
import { shortText } from "../kit/inputs.ts";
import { SITE_CODES, siteOf, telescopeId } from "./contract.ts";
import { NIGHT_WORDS } from "./contract-nights.ts";

// Refinements and not patterns: the rule is told when it is broken, and costs the model nothing until then.

export const site = z
  .string()
  .refine((code) => siteOf(code) !== undefined, { error: `One of ${SITE_CODES.join(", ")}.` })
  .optional()
  .describe("Site code, such as SSO");

export const telescope = z
  .string()
  .refine((tid) => telescopeId(tid.trim()) !== undefined, { error: "T and a number, such as T5." })
  .optional()
  .describe("Such as T5");

export function between(least: number, most: number) {
  return z
    .number()
    .refine((value) => value >= least && value <= most, { error: `${least} to ${most}.` });
}

export const cursor = shortText(500).optional().describe("Of the answer before");
export const date = z
  .string()
  .refine(
    (day) =>
      NIGHT_WORDS.some((word) => word === day) ||
      (/^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))),
    { error: "YYYY-MM-DD, tomorrow, or a day of the week." },
  )
  .optional()
  .describe("Night of YYYY-MM-DD at the site, tomorrow, friday");

/** The code of a site as the wrapper knows it: `spa` is AC. */
export function siteCode(written: string | undefined): string | undefined {
  return written === undefined ? undefined : (siteOf(written) ?? written);
}

/** "T5" of "t05". Throws HubError `bad-input`. */
export function tid(written: string): string {
  const found = telescopeId(written.trim());
  if (found === undefined) throw new HubError("bad-input", "That is no telescope's name.");
  return found;
}

/** A key that sorts T5 before T11. */
export function tidKey(name: string): string {
  return name.replace(/\d+/, (digits) => digits.padStart(3, "0"));
}
