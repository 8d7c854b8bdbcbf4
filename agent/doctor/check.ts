import type { Problem } from "../../tools/kit/errors.ts";

/** One step of `outpost doctor`, as it came out. */
export type Check = {
  name: string;
  /** `skipped`: an earlier step failed, so there was nothing to look at. `note`: no failure, but worth knowing. */
  result: "good" | "note" | "bad" | "skipped";
  says: string;
  /** What belongs to it, line by line. */
  lines?: readonly string[];
  fix?: string;
  /** What kind of failure it is, for the exit code. */
  problem?: Problem;
};

const MARKS: Record<Check["result"], string> = { good: "✓", note: "·", bad: "✗", skipped: "-" };

/** A check as lines of text: mark, name and finding, then what was seen and the fix, indented. */
export function checkLine({ name, result, says, lines = [], fix }: Check): string {
  const margin = " ".repeat(15);
  return [
    `${MARKS[result]} ${name.padEnd(12)} ${says}`,
    ...lines.map((line) => `${margin}${line}`),
    ...(fix === undefined ? [] : [`${margin}→ ${fix}`]),
  ].join("\n");
}
