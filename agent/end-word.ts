import type { ToolOutcome } from "./events.ts";

/** How a call ended, in a word or two: a person's no, a shut gate and a stop are no failures. */
export function endWord({ ok, problem }: Pick<ToolOutcome, "ok" | "problem">): string {
  if (ok) return "done";
  if (problem === "declined") return "declined";
  if (problem === "not-allowed") return "not allowed";
  return problem === "interrupted" ? "stopped" : "failed";
}
