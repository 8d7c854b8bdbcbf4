import { parse } from "node-html-parser";
import { type Reservations, siteOf, telescopeId } from "../../../tools/portal/contract.ts";
import { timeOf } from "../decode.ts";

/** The legacy grid of a page. Cells that span columns are repeated, so that every row has its columns in place. */
export function gridOf(page: string): { legacy: Reservations["legacy"]; warnings: string[] } {
  const tables = parse(page).querySelectorAll("table");
  const table = tables.find((each) => /reserv/i.test(each.id)) ?? tables[0];
  if (!table)
    return { legacy: { columns: [], rows: [], items: [] }, warnings: ["The page has no grid."] };
  const [columns = [], ...rows] = table.querySelectorAll("tr").map((row) =>
    row.querySelectorAll("th, td").flatMap((cell) => {
      const span = Math.min(50, Number(cell.getAttribute("colspan")) || 1);
      const text = cell.text.replaceAll("\u00a0", " ").trim();
      return Array<string>(span).fill(text);
    }),
  );
  return {
    legacy: { columns, rows, items: rows.flatMap((row) => itemOf(columns, row)) },
    warnings: [],
  };
}

function itemOf(columns: string[], row: string[]): Reservations["legacy"]["items"] {
  const cell = (name: RegExp) => row[columns.findIndex((column) => name.test(column))] ?? "";
  const start = timeOf(cell(/start|from|begin/i));
  const end = timeOf(cell(/end|until|to$/i));
  if (start === null || end === null) return [];
  return [
    {
      tid: telescopeId(cell(/telescope|scope/i)) ?? null,
      site: siteOf(cell(/site|observatory/i)) ?? null,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      mine: null,
      label: cell(/note|label|owner/i) || null,
    },
  ];
}
