import type { Question } from "../../tools/kit/question.ts";
import { armedAt, type Dialog, nameMatches } from "./dialog.ts";
import { readable } from "./margin.ts";
import { BOLD, EMPTY, type Ink, MUTED, type Row, span, type Tone } from "./rows.ts";
import { questionRows, RISK } from "./view-question.ts";
import { textWidth } from "./width.ts";
import { fitRow, justify, padRow, rowWidth, wrap, wrapText } from "./wrap.ts";

const WIDEST = 100;
/** Below this many columns or rows the frame is left away: every cell is needed for the words. */
const FRAMED_COLUMNS = 36;
const FRAMED_ROWS = 14;
/** Below this even the title and the hints go. */
const TITLED_ROWS = 7;
/** Below this nobody can see what they would be saying yes to. */
const LEAST_COLUMNS = 24;
const LEAST_ROWS = 3;

/** What Esc does, in as many words as there is room for. */
function declines(columns: number): string {
  return columns >= 56 ? "Esc declines: nothing is sent" : "Esc declines";
}

export type Sheet = {
  rows: Row[];
  caret: { x: number; y: number } | undefined;
  /** Rows of the body that are shown, and the furthest scroll position. */
  page: number;
  most: number;
  /** False where the window is too small to see what is asked: then nothing can be approved. */
  legible: boolean;
};

/** The confirmation as rows, at most `height` of them: the body scrolls, the answer line always stays. */
export function dialogSheet(dialog: Dialog, columns: number, height: number, now: number): Sheet {
  if (columns < LEAST_COLUMNS || height < LEAST_ROWS) return illegible(columns, height);
  const framed = columns >= FRAMED_COLUMNS && height >= FRAMED_ROWS;
  const titled = height >= TITLED_ROWS;
  const width = framed ? Math.min(columns - 2, WIDEST) : columns;
  const inner = framed ? width - 6 : width;
  const body = questionRows(dialog.question, inner);
  const foot = titled ? footRows(dialog, inner, now) : smallFoot(dialog, inner, now);
  const fixed = foot.rows.length + (framed ? 3 : titled ? 1 : 0);
  const airy = framed && body.length + fixed + 2 <= height;
  const page = Math.max(1, Math.min(body.length, height - fixed - (airy ? 2 : 0)));
  const most = Math.max(0, body.length - page);
  const scroll = Math.min(dialog.scroll, most);
  const air = airy ? [EMPTY] : [];
  const inside = [...air, ...body.slice(scroll, scroll + page), ...air];
  const more = moreWords(scroll, body.slice(scroll + page));
  const tone: Tone = dialog.question.effect;
  const words = effectWords(dialog.question);
  const title = framed ? `Confirm: ${words}` : `T${words.slice(1)}`;
  const rows = framed
    ? frame(inside, foot.rows, width, tone, title, more)
    : [
        ...(titled ? [justify([span(title, { tone, bold: true })], more, width)] : []),
        ...inside,
        ...foot.rows,
      ];
  const x = foot.caretX === undefined ? undefined : foot.caretX + (framed ? 4 : 0);
  const y = rows.length - foot.rows.length - (framed ? 1 : 0) + foot.caretY;
  return {
    rows: rows.map((row) => fitRow(row, columns)),
    caret: x === undefined ? undefined : { x: Math.min(x, columns - 1), y },
    page,
    most,
    legible: true,
  };
}

function effectWords({ effect, tool }: Question): string {
  if (effect === "destroys") return "this destroys";
  const isRecorder = /^(?:recorder|recording)_/.test(tool);
  return `this changes the ${isRecorder ? "recorder" : "cluster"}`;
}

function illegible(columns: number, height: number): Sheet {
  const words = "Too small to confirm in: make the window larger. Esc declines.";
  const rows = wrapText(words, columns, { tone: "warning", bold: true }).slice(
    0,
    Math.max(1, height),
  );
  return { rows, caret: undefined, page: 1, most: 0, legible: false };
}

function moreWords(above: number, below: readonly Row[]): Row {
  const risks = below.filter((row) => row[0]?.text === RISK).length;
  const words: string[] = [];
  if (above > 0) words.push("↑");
  if (below.length > 0)
    words.push(
      `↓ ${below.length} more${risks === 0 ? "" : `, ${risks} ${risks === 1 ? "risk" : "risks"}`}`,
    );
  return words.length === 0
    ? EMPTY
    : [span(` ${words.join(" ")} `, { tone: risks > 0 ? "destroys" : "warning", bold: true })];
}

type Foot = { rows: Row[]; caretX: number | undefined; caretY: number };

function isReady(dialog: Dialog, now: number): boolean {
  const armed = armedAt(dialog);
  return armed !== undefined && now >= armed;
}

function footRows(dialog: Dialog, columns: number, now: number): Foot {
  const ready = isReady(dialog, now);
  if (dialog.question.typedName === undefined)
    return { rows: changeFoot(dialog, columns, ready), caretX: undefined, caretY: 0 };
  const name = readable(dialog.question.typedName);
  const ask = wrap(
    [span("Type "), span(name, { tone: "destroys", bold: true }), span(" to go ahead:")],
    columns,
  );
  const field = fieldRow(dialog, columns);
  const rows = [...ask, field.row, destroyKeys(dialog, columns, ready)];
  return { rows, caretX: field.caret, caretY: ask.length };
}

/** One line for a window in which every line is needed for the question. */
function smallFoot(dialog: Dialog, columns: number, now: number): Foot {
  if (dialog.question.typedName === undefined)
    return { rows: [buttons(dialog, isReady(dialog, now))], caretX: undefined, caretY: 0 };
  const name = readable(dialog.question.typedName);
  const label: Row = fitRow(
    [span("Type "), span(name, { tone: "destroys", bold: true })],
    Math.floor(columns / 2),
  );
  const field = fieldRow(dialog, columns - rowWidth(label) - 1);
  return {
    rows: [[...label, span(" "), ...field.row]],
    caretX: rowWidth(label) + 1 + field.caret,
    caretY: 0,
  };
}

function buttons(dialog: Dialog, ready: boolean): Row {
  const button = (label: string, on: boolean, tone: Tone) =>
    span(on ? ` › ${label} ` : `   ${label} `, ready ? (on ? { tone, badge: true } : BOLD) : MUTED);
  return [
    button("No (n)", dialog.focus === "no", "accent"),
    span(" "),
    button("Yes (y)", dialog.focus === "yes", dialog.question.effect),
  ];
}

function changeFoot(dialog: Dialog, columns: number, ready: boolean): Row[] {
  const row = buttons(dialog, ready);
  const early = dialog.disturbedAt !== undefined && !ready;
  const words = early ? "one moment" : (dialog.hint ?? declines(columns));
  const tail: Row = [span(words, dialog.hint ? { tone: "warning" } : MUTED)];
  return rowWidth(row) + textWidth(words) + 4 <= columns
    ? [justify(row, tail, columns)]
    : [row, fitRow(tail, columns)];
}

function fieldRow(dialog: Dialog, columns: number): { row: Row; caret: number } {
  const typed = readable(dialog.typed).replaceAll("\n", " ");
  let shown = typed;
  // The end of what is typed is what a person looks at.
  while (textWidth(shown) > Math.max(1, columns - 3)) shown = shown.slice(1);
  const right = (dialog.question.typedName ?? "").startsWith(dialog.typed);
  const ink: Ink = nameMatches(dialog)
    ? { tone: "good", bold: true }
    : right
      ? BOLD
      : { tone: "bad", bold: true };
  return { row: [span("❯ ", MUTED), span(shown, ink)], caret: 2 + textWidth(shown) };
}

function destroyKeys(dialog: Dialog, columns: number, ready: boolean): Row {
  const many = dialog.question.requests.length;
  const state: Row = nameMatches(dialog)
    ? [
        span("Enter", { tone: "destroys", bold: true }),
        span(` sends ${many === 1 ? "the request" : `all ${many} requests`}`),
      ]
    : dialog.hint !== undefined
      ? [span(dialog.hint, { tone: "warning" })]
      : (dialog.question.typedName ?? "").startsWith(dialog.typed)
        ? [span(ready ? "Enter waits for the name" : "one moment", MUTED)]
        : [span("that is not the name", { tone: "bad" })];
  return columns >= 36
    ? justify(state, [span(declines(columns), MUTED)], columns)
    : fitRow(state, columns);
}

/** Body and answer in one frame; the line between them says how much of the body is out of sight. */
function frame(
  body: readonly Row[],
  foot: readonly Row[],
  width: number,
  tone: Tone,
  title: string,
  more: Row,
): Row[] {
  const ink: Ink = { tone };
  const line = (left: string, words: Row, right: string): Row => [
    span(` ${left}─`, ink),
    ...words,
    span(`${"─".repeat(Math.max(0, width - 3 - rowWidth(words)))}${right}`, ink),
  ];
  const side = (row: Row): Row => [
    span(" │  ", ink),
    ...padRow(fitRow(row, width - 6), width - 6),
    span("  │", ink),
  ];
  return [
    line("╭", fitRow([span(` ${title} `, { tone, bold: true })], width - 6), "╮"),
    ...body.map(side),
    line("├", more, "┤"),
    ...foot.map(side),
    line("╰", EMPTY, "╯"),
  ];
}
