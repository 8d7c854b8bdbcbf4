import { z } from "zod";
import { isName } from "./paths.ts";

// A refinement and not a pattern: the rule is told when it is broken, and costs the model nothing until then.
const name = z.string().refine(isName, {
  error: "A name is letters, digits and . _ - only, at most 255, no - in front.",
});

export const filesystem = name.describe("Filesystem");
export const fileset = name.describe("Fileset");
export const filesetName = name;
export const snapshotName = name;

/** Text up to a length that the schema does not spell out, for the same reason. */
export function shortText(most: number) {
  return z.string().refine((text) => text.length > 0 && text.length <= most, {
    error: `1 to ${most} characters.`,
  });
}

/** May be empty, which takes a comment away. */
export const comment = z
  .string()
  .refine((text) => text.length <= 256, { error: "At most 256 characters." })
  .optional()
  .describe("Free text");

/** A whole number within bounds. */
export function whole(least: number, most: number) {
  return z
    .number()
    .int()
    .refine((value) => value >= least && value <= most, { error: `${least} to ${most}.` });
}

export const limit = whole(1, 1000).optional().describe("Most items");
export const cursor = shortText(2000).optional().describe("Of the answer before");
export const size = shortText(40);

/** Where a fileset is linked: an absolute path without `..`, empty parts or anything that cannot be seen. */
export const junction = z
  .string()
  .refine(
    (path) => path.length <= 1000 && /^(\/[^/\p{C}]+)+$/u.test(path) && !/\/\.\.?(\/|$)/.test(path),
    { error: "Write an absolute path without .. and without a slash at its end." },
  );
