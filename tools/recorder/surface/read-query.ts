import type { z } from "zod";
import { RecorderFailure } from "./failure.ts";

/**
 * The query of a request by its schema. A key that is given twice is refused, one that the schema does not know is
 * ignored. Throws `bad_query`, naming the parameter but never what was sent in it.
 */
export function readQuery<S extends z.ZodType>(schema: S, query: URLSearchParams): z.output<S> {
  const given: Record<string, unknown> = Object.create(null);
  for (const [name, text] of query) {
    if (name in given) throw refuse(name, "is given twice");
    given[name] = name === "limit" ? wholeNumber(text) : text;
  }
  const read = schema.safeParse({ ...given });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refuse(String(issue?.path[0] ?? "query"), issue?.message ?? "is not valid");
}

// Digits alone: "1e9", " 5" and "+5" are no limits. Beyond what a double holds it is "very many" all the same.
function wholeNumber(text: string): unknown {
  return /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text;
}

function refuse(name: string, why: string): RecorderFailure {
  const known = /^[\w-]{1,40}$/.test(name) ? name : "query";
  return new RecorderFailure("bad_query", `The parameter ${known} cannot be used.`, {
    detail: `${known}: ${why}`,
  });
}
