import { EMPTY, type Ink, MUTED, type Row, type Span, span } from "./rows.ts";
import { textWidth } from "./width.ts";
import { hang, wrap } from "./wrap.ts";

const GAP = 2;
/** A last column narrower than this is kept only where it takes fewer rows than a list of headings and values. */
const LAST = 12;
/** And one narrower than this is no column any more. */
const LEAST = 8;

/**
 * Code whose lines are a heading and aligned columns, drawn for a window that is too narrow for it: the last column
 * wraps inside itself; where that leaves too little room, each line becomes "heading: value" lines. Several tables
 * may follow each other with empty lines between. Undefined where the code is no table.
 */
export function codeTableRows(code: string, columns: number, ink: Ink): Row[] | undefined {
  const parts = code.split(/\n{2,}/).map((part) => part.split("\n").filter((line) => line !== ""));
  const rows: Row[] = [];
  for (const lines of parts) {
    const drawn = onePart(lines, columns, ink);
    if (!drawn) return undefined;
    if (rows.length > 0) rows.push(EMPTY);
    rows.push(...drawn);
  }
  return rows;
}

function onePart(lines: string[], columns: number, ink: Ink): Row[] | undefined {
  if (lines.every((line) => textWidth(line) <= columns))
    return lines.map((line) => [span(line, ink)]);
  const starts = columnStarts(lines);
  if (!starts) return undefined;
  const last = starts.at(-1) ?? 0;
  const room = columns - last;
  const hung = () => lines.flatMap((line) => hangingLast(line, last, columns, ink));
  if (room >= LAST) return hung();
  const listed = records(lines, starts, columns, ink);
  if (room < LEAST) return listed;
  const narrow = hung();
  return narrow.length < listed.length ? narrow : listed;
}

function records(
  lines: readonly string[],
  starts: readonly number[],
  columns: number,
  ink: Ink,
): Row[] {
  const [head = [], ...body] = lines.map((line) => cellsOf(line, starts));
  return body.flatMap((cells, index) => {
    const record = recordRows(head, cells, columns, ink);
    return index > 0 ? [EMPTY, ...record] : record;
  });
}

/** Where columns begin: after two spaces in the heading, where every line below has them too. Two columns at least. */
function columnStarts(lines: readonly string[]): number[] | undefined {
  const [head = "", ...body] = lines;
  if (body.length === 0 || head.startsWith(" ")) return undefined;
  const starts = [0, ...[...head.matchAll(/ {2,}(?=\S)/g)].map((gap) => gap.index + gap[0].length)];
  const isGap = (line: string, at: number) =>
    line.slice(at - GAP, at).trim() === "" && (line.length <= at || line[at] !== " ");
  const aligned = starts.slice(1).every((at) => body.every((line) => isGap(line, at)));
  return aligned && starts.length > 1 ? starts : undefined;
}

function cellsOf(line: string, starts: readonly number[]): string[] {
  return starts.map((from, at) => line.slice(from, starts[at + 1]).trim());
}

function hangingLast(line: string, last: number, columns: number, ink: Ink): Row[] {
  const start = line.slice(0, last);
  const rest = line.slice(last);
  if (rest === "") return [[span(start.trimEnd(), ink)]];
  const margin: Row = [span(" ".repeat(last))];
  return hang(wrap([span(rest, ink)], columns - last), [span(start, ink)], margin);
}

function recordRows(head: string[], cells: string[], columns: number, ink: Ink): Row[] {
  return cells.flatMap((cell, at) => {
    if (cell === "" || cell === "-") return [];
    const label: Span = span(`${head[at] ?? ""}: `, MUTED);
    const [first = EMPTY, ...more] = wrap([label, span(cell, ink)], columns - GAP);
    return [first, ...hang(more, [span("  ")], [span("  ")])];
  });
}
