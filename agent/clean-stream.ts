import { cleanText } from "../tools/kit/untrusted.ts";

/** Longest unfinished terminal sequence that is held back; a longer one is shown as what it is, without its ESC. */
const LONGEST_HELD = 200;

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: an unfinished terminal sequence is what it finds
const UNFINISHED =
  // oxlint-disable-next-line no-control-regex -- see above
  /(?:\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?|[ -/]*)?|\u009b[0-?]*[ -/]*|[\ud800-\udbff]|\r)$/;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above

/**
 * `cleanText` for text that arrives in pieces: a terminal sequence or a character cut in two by the stream is held
 * back until its end is there. `end` gives what is still held.
 */
export function cleanStream() {
  let held = "";
  return {
    push(piece: string): string {
      const text = held + piece;
      const found = UNFINISHED.exec(text);
      const at = found && found[0].length <= LONGEST_HELD ? found.index : text.length;
      held = text.slice(at);
      return cleanText(text.slice(0, at));
    },
    end(): string {
      const rest = cleanText(held);
      held = "";
      return rest;
    },
  };
}
