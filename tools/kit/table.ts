import { asText } from "./as-text.ts";
import { cut } from "./untrusted.ts";

const WIDEST = 60;

/** Rows under a heading, aligned, two spaces apart; a cell is one line and at most 60 characters. "" for no rows. */
export function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  if (rows.length === 0) return "";
  const cells = [head, ...rows].map((row) => row.map(cell));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** "name: value" lines of what is there. */
export function card(members: Record<string, unknown>): string {
  const rows = Object.entries(members).filter(([, v]) => v !== undefined && v !== "");
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`).join("\n");
}

function cell(value: unknown): string {
  if (value === undefined || value === null || value === "") return "-";
  if (value === true) return "yes";
  if (value === false) return "no";
  const text = Array.isArray(value) ? value.join(", ") : asText(value);
  return cut(text.replaceAll(/\s+/g, " "), WIDEST);
}
