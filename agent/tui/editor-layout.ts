import { type Editor, moveTo, pasteLabel, type Unit } from "./editor.ts";
import { type Ink, PLAIN, type Row, span } from "./rows.ts";
import { clusterWidth, plainEmoji, textWidth } from "./width.ts";

/** A row of the input: the units from `from` up to `to` (a line end not counted). */
type Line = { from: number; to: number };

const PASTE: Ink = { tone: "accent" };

/** How a unit is drawn: emoji plainly, a paste by its label, cut where the input is very narrow. */
function shown(unit: Unit): string {
  if (typeof unit !== "string") return pasteLabel(unit);
  return unit === "\t" ? " " : plainEmoji(unit);
}

function unitWidth(unit: Unit): number {
  const text = shown(unit);
  return typeof unit === "string" && text.length < 3 ? clusterWidth(text) : textWidth(text);
}

/** The rows of the input, soft-wrapped. The caret at the end of a full row stands on the next one. */
export function layoutEditor(
  editor: Editor,
  columns: number,
): { lines: Line[]; x: number; y: number } {
  const room = Math.max(2, columns);
  const lines: Line[] = [];
  let from = 0;
  let used = 0;
  let x = 0;
  let y = 0;
  for (let at = 0; at <= editor.units.length; at++) {
    const unit = editor.units[at];
    const width = unit === undefined || unit === "\n" ? 0 : unitWidth(unit);
    if (used > 0 && (used + width > room || (used === room && unit !== "\n"))) {
      lines.push({ from, to: at });
      from = at;
      used = 0;
    }
    if (at === editor.caret) {
      x = Math.min(used, room - 1);
      y = lines.length;
    }
    if (unit === "\n") {
      lines.push({ from, to: at });
      from = at + 1;
      used = 0;
    } else used += width;
  }
  lines.push({ from, to: editor.units.length });
  return { lines, x, y };
}

export function lineRow(editor: Editor, line: Line): Row {
  const row: { text: string; ink: Ink }[] = [];
  for (const unit of editor.units.slice(line.from, line.to)) {
    const ink = typeof unit === "string" ? PLAIN : PASTE;
    const last = row.at(-1);
    if (last?.ink === ink) last.text += shown(unit);
    else row.push({ text: shown(unit), ink });
  }
  return row.map((part) => span(part.text, part.ink));
}

/** The caret one row up or down, or undefined where it stands on the first or last row. */
export function verticalMove(editor: Editor, columns: number, step: -1 | 1): Editor | undefined {
  const { lines, x, y } = layoutEditor(editor, columns);
  const target = lines[y + step];
  if (!target) return undefined;
  let used = 0;
  let at = target.from;
  const end = lines[y + step + 1]?.from === target.to ? target.to - 1 : target.to;
  while (at < end) {
    const unit = editor.units[at];
    const width = unit === undefined ? 0 : unitWidth(unit);
    if (used + width > x) break;
    used += width;
    at++;
  }
  return moveTo(editor, at);
}
