import { cleanText } from "../../tools/kit/untrusted.ts";
import { type Ink, type Row, span } from "./rows.ts";
import { plainEmoji, textWidth } from "./width.ts";
import { hang } from "./wrap.ts";

/** Columns before the text: the mark of a block stands in them. Narrow screens have one less. */
export function gutter(columns: number): number {
  return columns < 60 ? 2 : 3;
}

/** Longer lines are hard to read, and a wide screen is better left airy. */
const WIDEST_TEXT = 100;

export function textColumns(columns: number): number {
  return Math.max(8, Math.min(WIDEST_TEXT, columns - gutter(columns) - (columns < 60 ? 1 : 2)));
}

/** Text as it may reach a cell: nothing a terminal obeys, nothing unseen, no disputed emoji. */
export function readable(text: string): string {
  return plainEmoji(cleanText(text));
}

/** The same on one line. */
export function readableLine(text: string): string {
  return readable(text).replaceAll(/\s+/g, " ").trim();
}

/** Rows behind the margin, with a mark in the margin of the first one. */
export function withMark(mark: string, ink: Ink, rows: readonly Row[], columns: number): Row[] {
  const width = gutter(columns);
  const before = " ".repeat(width - 2);
  const first: Row =
    mark === ""
      ? [span(" ".repeat(width))]
      : [
          ...(before === "" ? [] : [span(before)]),
          span(mark, ink),
          span(" ".repeat(2 - textWidth(mark))),
        ];
  return hang(rows, first, [span(" ".repeat(width))]);
}
