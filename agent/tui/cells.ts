import type { Ink, Row } from "./rows.ts";
import { attributeOf, DEFAULT_ATTRIBUTE } from "./theme.ts";
import { clusterWidth, graphemes, isAscii } from "./width.ts";

/** One cell as blessed keeps it: attribute and text. The second cell of a wide character holds "\0". */
export type Cell = [attribute: number, text: string];
export type Line = Cell[] & { dirty: boolean };

export type CellPainter = {
  /** Writes a row into a line of the screen's cells and marks it dirty where something changed. */
  write(line: Line, row: Row, y: number): void;
};

/** Remembers the attribute of each ink: a frame has thousands of cells and few inks. */
export function createCellPainter(colours: boolean): CellPainter {
  const attributes = new WeakMap<Ink, number>();
  const attribute = (ink: Ink): number => {
    let value = attributes.get(ink);
    if (value === undefined) {
      value = attributeOf(ink, colours);
      attributes.set(ink, value);
    }
    return value;
  };

  return {
    write(line, row, y) {
      let x = 0;
      for (const part of row) {
        const ink = attribute(part.ink);
        if (isAscii(part.text))
          for (let at = 0; at < part.text.length && x < line.length; at++) {
            put(line, x, ink, part.text[at] ?? " ");
            x++;
          }
        else x = writeClusters(line, x, y, ink, part.text);
      }
      for (; x < line.length; x++) put(line, x, DEFAULT_ATTRIBUTE, " ");
    },
  };
}

function writeClusters(line: Line, from: number, y: number, ink: number, text: string): number {
  let x = from;
  for (const cluster of graphemes(text)) {
    const width = clusterWidth(cluster);
    // Control characters have no width: this is the last place where they could have reached the terminal.
    if (width === 0) continue;
    if (x + width > line.length) break;
    put(line, x, ink, pinned(cluster, width, x, y));
    if (width === 2) put(line, x + 1, ink, "\0");
    x += width;
  }
  return x;
}

function put(line: Line, x: number, attribute: number, text: string): void {
  const cell = line[x];
  if (!cell || (cell[0] === attribute && cell[1] === text)) return;
  cell[0] = attribute;
  cell[1] = text;
  line.dirty = true;
}

// CJK, Hangul and full-width forms: every terminal draws these two columns wide.
const AGREED =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]$/u;
const ACCENTED_LATIN = /^\p{Script=Latin}\p{Mn}+$/u;

/**
 * Terminals disagree on how wide emoji and some scripts' clusters are. Such a cell blanks its columns, draws the
 * cluster and puts the cursor where the next cell belongs, so that a wrong guess damages nothing beside it.
 */
function pinned(cluster: string, width: 1 | 2, x: number, y: number): string {
  if (width === 1 && (cluster.length === 1 || ACCENTED_LATIN.test(cluster))) return cluster;
  if (width === 2 && AGREED.test(cluster)) return cluster;
  const at = (column: number) => `\u001b[${y + 1};${column + 1}H`;
  return `${" ".repeat(width)}${at(x)}${cluster}${at(x + width)}`;
}

/** Columns of a cell's text, pins included; what blessed has to believe. */
export function cellWidth(text: string): number {
  if (text.length === 1) return clusterWidth(text);
  if (text.startsWith("  ")) return 2;
  if (text.startsWith(" ")) return 1;
  return clusterWidth(text);
}
