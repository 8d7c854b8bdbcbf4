import { canonicalJson } from "../tools/kit/json.ts";
import type { ToolUseBlock } from "../tools/llm/llm.ts";

/** Identical calls with identical outcomes that are let through in one turn. */
const LET_THROUGH = 2;

/**
 * Notices a model that goes in circles: the same tool with the same input and the same outcome, again and again.
 * A call whose outcome changes (a job that gets on) is not that.
 */
export function watchForCircles() {
  const seen = new Map<string, { outcome: string; times: number }>();
  let refused = 0;
  return {
    /** Why this call is not to be made, or nothing. */
    refuse(call: ToolUseBlock): string | undefined {
      if ((seen.get(keyOf(call))?.times ?? 0) < LET_THROUGH) return undefined;
      refused++;
      return "Not run: this very call was made twice in this turn with the same outcome. Use what it said, try something else, or tell the person how it stands.";
    },
    note(call: ToolUseBlock, outcome: string): void {
      const before = seen.get(keyOf(call));
      const times = before?.outcome === outcome ? before.times + 1 : 1;
      seen.set(keyOf(call), { outcome, times });
    },
    /** How many calls were refused in this turn. */
    refused: () => refused,
  };
}

export type Circles = ReturnType<typeof watchForCircles>;

const keyOf = (call: ToolUseBlock) => `${call.name} ${canonicalJson(call.input)}`;
