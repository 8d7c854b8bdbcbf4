import type { Call, Card, Result } from "./card.ts";

/** Goes on with the lists of the last answer that did not end, each from its cursor. */
export const MORE: Card = {
  name: "more",
  effect: "reads",
  examples: [],
  heads: [],
  *go(_slots, { unread }) {
    if (unread.length === 0) return { end: "say", text: "There is nothing more of it to show." };
    const results = yield unread;
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
