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
export const limit = z.number().int().min(1).max(1000).optional().describe("At most so many");
export const cursor = z.string().optional().describe("From the answer before");
export const size = z.string().max(40);

/** Where a fileset is linked: an absolute path without `..`, empty parts or anything that cannot be seen. */
export const junction = z
  .string()
  .max(1000)
  .refine((path) => /^(\/[^/\p{C}]+)+$/u.test(path) && !/\/\.\.?(\/|$)/.test(path), {
    error: "Write an absolute path without .. and without a slash at its end.",
  });
