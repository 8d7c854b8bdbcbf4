import type { Tokens } from "marked";
import { inlineSpans, splitLines } from "./markdown-inline.ts";
import { EMPTY, type Ink, MUTED, mix, type Row, type Span, span } from "./rows.ts";
import { hang, rowWidth, wrap } from "./wrap.ts";

const GAP = 2;
const NARROWEST = 6;

type Cell = { lines: Span[][]; width: number };

/**
 * A table as aligned columns without verticals. Columns that do not fit are wrapped inside their cells; where even
 * that leaves too little room, each row becomes a small list of "heading  value" lines.
 */
export function tableRows(table: Tokens.Table, columns: number, ink: Ink): Row[] {
  const header = table.header.map((cell) => cellOf(cell, mix(ink, { bold: true })));
  const body = table.rows.map((row) => row.map((cell) => cellOf(cell, ink)));
  const natural = header.map((cell, at) =>
    Math.max(1, cell.width, ...body.map((row) => row[at]?.width ?? 0)),
  );
  const room = columns - GAP * (natural.length - 1);
  const widths = shareRoom(natural, room);
  if (!widths) return recordRows(table, columns, ink);
  const right = table.align.map((side) => side === "right");
  const rule: Row = [
    span("─".repeat(widths.reduce((a, b) => a + b) + GAP * (widths.length - 1)), MUTED),
  ];
  return [
    ...lineRows(header, widths, right),
    rule,
    ...body.flatMap((row) => lineRows(row, widths, right)),
  ];
}

function cellOf(cell: Tokens.TableCell, ink: Ink): Cell {
  const lines = splitLines(inlineSpans(cell.tokens, ink));
  return { lines, width: Math.max(0, ...lines.map(rowWidth)) };
}

/** The widths of the columns within `room`: the widest give way first. Undefined where there is too little. */
function shareRoom(natural: readonly number[], room: number): number[] | undefined {
  const widths = [...natural];
  let total = widths.reduce((sum, width) => sum + width, 0);
  while (total > room) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) return undefined;
    const second = Math.max(NARROWEST, ...widths.filter((width) => width < widest));
    const at = widths.indexOf(widest);
    const many = widths.filter((width) => width === widest).length;
    const cut = Math.max(1, Math.min(widest - second, Math.ceil((total - room) / many)));
    widths[at] = widest - cut;
    total -= cut;
  }
  return widths;
}

function lineRows(
  cells: readonly Cell[],
  widths: readonly number[],
  right: readonly boolean[],
): Row[] {
  const wrapped = widths.map(
    (width, at) => cells[at]?.lines.flatMap((line) => wrap(line, width)) ?? [],
  );
  const height = Math.max(1, ...wrapped.map((rows) => rows.length));
  return Array.from({ length: height }, (_, y) => {
    const row: Span[] = [];
    let missing = 0;
    for (const [at, width] of widths.entries()) {
      const cell = wrapped[at]?.[y] ?? EMPTY;
      const free = Math.max(0, width - rowWidth(cell));
      const before = missing + (right[at] ? free : 0);
      if (cell.length > 0) {
        if (before > 0) row.push(span(" ".repeat(before)));
        row.push(...cell);
        missing = (right[at] ? 0 : free) + GAP;
      } else missing += width + GAP;
    }
    return row;
  });
}

function recordRows(table: Tokens.Table, columns: number, ink: Ink): Row[] {
  return table.rows.flatMap((row, index) => {
    const lines = row.flatMap((cell, at) => {
      const label = table.header[at]?.text ?? "";
      const spans = [span(`${label}: `, MUTED), ...inlineSpans(cell.tokens, ink)];
      return splitLines(spans).flatMap((line) =>
        hang(wrap(line, columns - 2), EMPTY, [span("  ")]),
      );
    });
    return index > 0 ? [EMPTY, ...lines] : lines;
  });
}
