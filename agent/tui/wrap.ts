import { type Ink, PLAIN, type Row, rowText, type Span, span } from "./rows.ts";
import { clusterWidth, fit, graphemes, isAscii, textWidth } from "./width.ts";

const TAB = 4;

/** Tabs as spaces, each to the next multiple of four columns of its line. */
export function expandTabs(text: string): string {
  if (!text.includes("\t")) return text;
  return text
    .split("\n")
    .map((line) => {
      let out = "";
      for (const [index, part] of line.split("\t").entries()) {
        if (index > 0) out += " ".repeat(TAB - (textWidth(out) % TAB));
        out += part;
      }
      return out;
    })
    .join("\n");
}

/** Breaks plain text into rows at spaces; line ends are kept. Every row is at most `columns` wide. */
export function wrapText(text: string, columns: number, ink: Ink = PLAIN): Row[] {
  return expandTabs(text)
    .split("\n")
    .flatMap((line) => wrap([span(line, ink)], columns));
}

/**
 * Breaks one line of spans into rows at most `columns` wide: at a space where there is one, between CJK characters,
 * otherwise inside the word. Spaces at a break are dropped.
 */
export function wrap(line: readonly Span[], columns: number): Row[] {
  const room = Math.max(1, columns);
  const width = rowWidth(line);
  if (width <= room) return [line];
  const only = line.length === 1 ? line[0] : undefined;
  if (only && isAscii(only.text))
    return wrapAscii(only.text, room).map((text) => [span(text, only.ink)]);
  return wrapClusters(line, room);
}

export function rowWidth(row: Row): number {
  let width = 0;
  for (const part of row) width += textWidth(part.text);
  return width;
}

function wrapAscii(text: string, room: number): string[] {
  const rows: string[] = [];
  let from = 0;
  while (text.length - from > room) {
    let end = text.lastIndexOf(" ", from + room);
    // Spaces at the start of the line are its indent, not a place to break.
    if (end <= from || text.slice(from, end).trim() === "") end = insideWord(text, from, room);
    rows.push(text.slice(from, end).trimEnd());
    from = end;
    while (text[from] === " ") from++;
  }
  if (from < text.length) rows.push(text.slice(from));
  return rows;
}

/** Paths and JSON have no spaces: they break after a separator, where one stands in the later half of the row. */
function insideWord(text: string, from: number, room: number): number {
  for (let end = from + room; end > from + room / 2; end--)
    if ("/?&,;".includes(text[end - 1] ?? " ")) return end;
  return from + room;
}

type Cell = { text: string; ink: Ink; width: number };

function wrapClusters(line: readonly Span[], room: number): Row[] {
  const cells: Cell[] = [];
  for (const part of line)
    for (const text of graphemes(part.text))
      cells.push({ text, ink: part.ink, width: clusterWidth(text) });
  const rows: Row[] = [];
  let from = 0;
  while (from < cells.length) {
    const end = breakAt(cells, from, room);
    let last = end;
    while (last > from && cells[last - 1]?.text === " " && end < cells.length) last--;
    rows.push(join(cells.slice(from, last)));
    from = end;
    while (from < cells.length && cells[from]?.text === " ") from++;
  }
  return rows;
}

/** The index of the first cell of the next row. */
function breakAt(cells: Cell[], from: number, room: number): number {
  let used = 0;
  let candidate = -1;
  let inked = false;
  for (let at = from; at < cells.length; at++) {
    const cell = cells[at];
    if (!cell) break;
    if (cell.text === " ") {
      if (inked) candidate = at;
    } else if (inked && (cell.width === 2 || cells[at - 1]?.width === 2)) candidate = at;
    if (used + cell.width > room) return candidate > from ? candidate : Math.max(at, from + 1);
    if (cell.text !== " ") inked = true;
    used += cell.width;
  }
  return cells.length;
}

function join(cells: Cell[]): Row {
  const row: Span[] = [];
  let text = "";
  let ink: Ink = PLAIN;
  for (const cell of cells) {
    if (cell.ink !== ink && text !== "") {
      row.push(span(text, ink));
      text = "";
    }
    ink = cell.ink;
    text += cell.text;
  }
  if (text !== "") row.push(span(text, ink));
  return row;
}

/** The row cut to `columns`, with "…" where something was cut off. */
export function fitRow(row: Row, columns: number): Row {
  if (rowWidth(row) <= columns) return row;
  const kept: Span[] = [];
  let room = columns;
  for (const part of row) {
    const width = textWidth(part.text);
    if (width >= room) {
      // Something is cut here or right after, and the mark needs its column.
      kept.push(span(width > room ? fit(part.text, room) : fit(`${part.text}…`, room), part.ink));
      break;
    }
    kept.push(part);
    room -= width;
  }
  return kept;
}

/** The row with spaces after it, so that what follows starts at `columns`. */
export function padRow(row: Row, columns: number, ink: Ink = PLAIN): Row {
  const missing = columns - rowWidth(row);
  return missing > 0 ? [...row, span(" ".repeat(missing), ink)] : row;
}

/** `left` and `right` at the two ends of a row; `left` gives way where both do not fit. */
export function justify(left: Row, right: Row, columns: number): Row {
  const end = rowWidth(right);
  if (end === 0) return fitRow(left, columns);
  if (end + 4 > columns) return fitRow(left, columns);
  const start = fitRow(left, columns - end - 1);
  return [...start, span(" ".repeat(columns - end - rowWidth(start))), ...right];
}

/** Rows behind a first prefix and further ones of the same width: list marks, margins. */
export function hang(rows: readonly Row[], first: Row, rest: Row): Row[] {
  return rows.map((row, index) => {
    const prefix = index === 0 ? first : rest;
    return rowText(prefix).trim() === "" && row.length === 0 ? row : [...prefix, ...row];
  });
}
