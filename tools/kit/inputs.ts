import { z } from "zod";

// Refinements and not patterns: the rule is told when it is broken, and costs the model nothing until then.

/** Text of 1 to `most` letters, not of spaces alone. */
export function shortText(most: number) {
  return z.string().refine((text) => text.trim().length > 0 && text.length <= most, {
    error: `1 to ${most} characters.`,
  });
}

/** How many items of a list are wanted, 1 to 100. */
export const limit = z
  .number()
  .int()
  .refine((value) => value >= 1 && value <= 100, { error: "1 to 100." })
  .optional()
  .describe("Most items");
