import { cleanText } from "../../tools/kit/untrusted.ts";
import type { Ending, Result } from "./card.ts";

const OPENING_FENCE = /^<(data-[0-9a-f]{4,}) from="[^"]*"[^>]*>$/m;
const STRUCTURED = /^structured: (\{.*\})\s*$/;

/**
 * A tool's answer as a person reads it, and its structure where the text carries one as its last line. Only the
 * fence that opens first is taken off: what looks like another one inside it is data.
 */
export function answerOf(text: string): { plain: string; structured: string | undefined } {
  const tag = OPENING_FENCE.exec(text)?.[1];
  const lines = text.split("\n");
  const closed = tag === undefined ? -1 : lines.lastIndexOf(`</${tag}>`);
  const last = lines.at(-1) ?? "";
  const structured = lines.length - 1 > closed ? STRUCTURED.exec(last)?.[1] : undefined;
  const shown = lines.filter(
    (line, i) =>
      !(structured !== undefined && i === lines.length - 1) &&
      !(tag !== undefined && (line === `</${tag}>` || line.startsWith(`<${tag} from=`))),
  );
  return { plain: cleanText(shown.join("\n")).trim(), structured };
}

/** The closing words of a turn, as markdown. */
export function endingWords(ending: Ending): string {
  if (ending.end !== "show") return ending.text;
  const parts = ending.results.map((result, i) => {
    const heading = ending.results.length > 1 ? ending.headings?.[i] : undefined;
    return heading === undefined ? resultWords(result) : `${heading}\n${resultWords(result)}`;
  });
  return parts.join("\n\n");
}

function resultWords(result: Result): string {
  const text = result.text.trim();
  if (text === "") return result.ok ? "Done." : "It did not work, and no reason was given.";
  if (!result.ok) return text;
  return withTables(text);
}

// Columns: two or more spaces, or a tab, between two things on a line.
const COLUMNS = /\S(?: {2,}|\t)\S/;

/** Lines in columns go into a code block, so that a face that draws markdown keeps them in line. */
function withTables(text: string): string {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => COLUMNS.test(line) || /^ {2,}\S/.test(line));
  if (first < 0 || /^\s*\|.*\|\s*$/.test(lines[first] ?? "")) return text;
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  const before = lines.slice(0, first).join("\n");
  const table = lines.slice(first).join("\n");
  return [before, ticks, table, ticks].filter((part) => part !== "").join("\n");
}

/** A text in pieces of a few words, for a screen that writes as it comes. */
export function pieces(text: string): string[] {
  return text.match(/(?:\s*\S+){1,6}\s*/g) ?? [text];
}
