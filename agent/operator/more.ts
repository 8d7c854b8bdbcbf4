import type { Call, Card, Result } from "./card.ts";
import type { Slots } from "./slots.ts";

/** "10 more". */
export function moreIn(text: string): Slots {
  const count = /\b\d{1,4}\b/.exec(text)?.[0];
  return count === undefined ? {} : { count: Number(count) };
}

/** Goes on with the lists of the last answer that did not end, each from its cursor. */
export const MORE: Card = {
  name: "more",
  effect: "reads",
  examples: [],
  heads: [],
  *go({ count }, { unread, counted }) {
    if (unread.length === 0) return { end: "say", text: "There is nothing more of it to show." };
    const results = yield unread.map(({ tool, input }) =>
      typeof count === "number" && counted.has(tool)
        ? { tool, input: { ...input, limit: count } }
        : { tool, input },
    );
    const headings = results.map(({ call }) =>
      typeof call.input.filesystem === "string" ? `On ${call.input.filesystem}:` : "And:",
    );
    return { end: "show", results, headings };
  },
};

/** The calls that go on where these answers stopped. */
export function unreadOf(round: readonly Result[]): Call[] {
  return round.flatMap(({ call: { tool, input }, ok, data }) =>
    ok && typeof data?.cursor === "string"
      ? [{ tool, input: { ...input, cursor: data.cursor } }]
      : [],
  );
}
