import { bodyText, type Question } from "../../tools/kit/question.ts";
import { cleanText } from "../../tools/kit/untrusted.ts";
import { armedAt, type Dialog, nameMatches } from "./dialog.ts";
import { BOLD, EMPTY, type Ink, MUTED, type Row, type Span, span, type Tone } from "./rows.ts";
import { plainEmoji, textWidth } from "./width.ts";
import { fitRow, hang, justify, padRow, rowWidth, wrap, wrapText } from "./wrap.ts";

const WIDEST = 100;
/** Below this many columns or rows the frame is left away: every cell is needed for the words. */
const FRAMED_COLUMNS = 36;
const FRAMED_ROWS = 12;

export type Sheet = {
  rows: Row[];
  caret: { x: number; y: number } | undefined;
  page: number;
  most: number;
};

/** The confirmation as rows, at most `height` of them: the body scrolls, the answer line always stays. */
export function dialogSheet(dialog: Dialog, columns: number, height: number, now: number): Sheet {
  const framed = columns >= FRAMED_COLUMNS && height >= FRAMED_ROWS;
  const width = framed ? Math.min(columns - 2, WIDEST) : columns;
  const inner = framed ? width - 6 : width;
  const body = questionRows(dialog.question, inner);
  const foot = footRows(dialog, inner, now, framed);
  // Frame, and one blank row above and below the body where there is room for it.
  const fixed = foot.rows.length + (framed ? 2 : 1);
  const airy = framed && body.length + fixed + 2 <= height;
  const page = Math.max(1, Math.min(body.length, height - fixed - (airy ? 2 : 0)));
  const most = Math.max(0, body.length - page);
  const scroll = Math.min(dialog.scroll, most);
  const shown = body.slice(scroll, scroll + page);
  const below = body.slice(scroll + page);
  const tone: Tone = dialog.question.effect;
  const more = moreWords(scroll, below);
  const inside = [...(airy ? [EMPTY] : []), ...shown, ...(airy ? [EMPTY] : []), ...foot.rows];
  const caretRow = inside.length - foot.rows.length + foot.caretY;
  const title = titleOf(dialog.question);
  if (!framed)
    return {
      rows: [justify([span(title, { tone, bold: true })], more, width), ...inside].map((row) =>
        fitRow(row, columns),
      ),
      caret:
        foot.caretX === undefined
          ? undefined
          : { x: Math.min(foot.caretX, columns - 1), y: caretRow + 1 },
      page,
      most,
    };
  return {
    rows: frame(inside, width, tone, title, more),
    caret: foot.caretX === undefined ? undefined : { x: foot.caretX + 4, y: caretRow + 1 },
    page,
    most,
  };
}

function titleOf(question: Question): string {
  return question.effect === "destroys"
    ? "Confirm: this destroys"
    : "Confirm: this changes the cluster";
}

function questionRows(question: Question, columns: number): Row[] {
  const rows: Row[] = wrapText(safe(question.sentence), columns, BOLD);
  const { requests } = question;
  rows.push(EMPTY, [
    span(
      requests.length === 1
        ? "It sends one request"
        : `It sends ${requests.length} requests, in this order`,
      MUTED,
    ),
  ]);
  const digits = String(requests.length).length;
  for (const [index, request] of requests.entries()) {
    const mark: Row = [span(`${String(index + 1).padStart(digits)}  `, MUTED)];
    const margin: Row = [span(" ".repeat(digits + 2))];
    const room = columns - digits - 2;
    rows.push(...hang(wireRows(safe(request.wire), room), mark, margin));
    rows.push(...hang(wrapText(safe(request.title), room, MUTED), margin, margin));
    if (request.body !== undefined)
      rows.push(...hang(behind("body ", [code(bodyText(request.body))], room), margin, margin));
    if (request.otherwise !== undefined) {
      const instead = [code(request.otherwise), span("  if the cluster lacks that", MUTED)];
      rows.push(...hang(behind("or   ", instead, room), margin, margin));
    }
  }
  if (question.facts.length > 0)
    rows.push(
      EMPTY,
      [span("What it touches, read just now", MUTED)],
      ...factRows(question, columns),
    );
  return rows;
}

function wireRows(wire: string, columns: number): Row[] {
  const [, method = "", rest = ""] = /^([A-Z]+)( .*)?$/s.exec(wire) ?? ["", "", wire];
  return wrap([span(method, BOLD), span(rest)], columns);
}

function code(text: string): Span {
  return span(safe(text), { tone: "code" });
}

function behind(label: string, value: Row, columns: number): Row[] {
  const indent: Row = [span(" ".repeat(label.length))];
  return hang(wrap(value, columns - label.length), [span(label, MUTED)], indent);
}

/** Facts as two columns. A risk carries a sign and the word, because colour alone says nothing to some. */
function factRows(question: Question, columns: number): Row[] {
  const widest = Math.max(...question.facts.map((fact) => textWidth(safe(fact.label))));
  const label = Math.min(widest, Math.floor(columns / 3));
  return question.facts.flatMap((fact) => {
    const ink: Ink = fact.risk ? { tone: "destroys", bold: true } : MUTED;
    const mark: Row = padRow(
      [span(fact.risk ? "! " : "· ", ink), span(safe(fact.label), ink)],
      label + 4,
    );
    const value: Row = fact.risk
      ? [span("risk: ", ink), span(safe(fact.value), BOLD)]
      : [span(safe(fact.value))];
    if (rowWidth(mark) > label + 4)
      return hang(wrap([...mark, span("  "), ...value], columns - 2), EMPTY, [span("  ")]);
    return hang(wrap(value, columns - label - 4), mark, [span(" ".repeat(label + 4))]);
  });
}

function moreWords(above: number, below: readonly Row[]): Row {
  const risks = below.filter((row) => row[0]?.text === "! ").length;
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

function footRows(dialog: Dialog, columns: number, now: number, framed: boolean): Foot {
  const armed = armedAt(dialog);
  const ready = armed !== undefined && now >= armed;
  const air = framed ? [EMPTY] : [];
  if (dialog.question.typedName === undefined) {
    const rows = [...air, ...changeFoot(dialog, columns, ready)];
    return { rows, caretX: undefined, caretY: 0 };
  }
  const name = safe(dialog.question.typedName);
  const ask = wrap(
    [span("Type "), span(name, { tone: "destroys", bold: true }), span(" to go ahead:")],
    columns,
  );
  const field = fieldRow(dialog, columns);
  const rows = [...ask, field.row, ...air, destroyKeys(dialog, columns, ready)];
  return { rows, caretX: field.caret, caretY: ask.length };
}

function changeFoot(dialog: Dialog, columns: number, ready: boolean): Row[] {
  const button = (label: string, marked: boolean, tone: Tone): Row => [
    span(
      marked ? ` › ${label} ` : `   ${label} `,
      ready ? (marked ? { tone, badge: true } : { bold: true }) : MUTED,
    ),
  ];
  const row: Row = [
    ...button("No (n)", dialog.focus === "no", "accent"),
    span(" "),
    ...button("Yes (y)", dialog.focus === "yes", dialog.question.effect),
  ];
  const words = dialog.hint ?? "Esc declines: nothing is sent";
  const tail: Row = [span(words, dialog.hint ? { tone: "warning" } : MUTED)];
  return rowWidth(row) + textWidth(words) + 4 <= columns
    ? [justify(row, tail, columns)]
    : [row, ...(columns >= 28 ? [fitRow(tail, columns)] : [])];
}

function fieldRow(dialog: Dialog, columns: number): { row: Row; caret: number } {
  const wanted = dialog.question.typedName ?? "";
  const right = wanted.startsWith(dialog.typed);
  const typed = safe(dialog.typed).replaceAll("\n", " ");
  let shown = typed;
  // The end of what is typed is what a person looks at.
  while (textWidth(shown) > Math.max(1, columns - 3)) shown = shown.slice(1);
  const ink: Ink = nameMatches(dialog)
    ? { tone: "good", bold: true }
    : right
      ? BOLD
      : { tone: "bad", bold: true };
  return { row: [span("❯ ", MUTED), span(shown, ink)], caret: 2 + textWidth(shown) };
}

function destroyKeys(dialog: Dialog, columns: number, ready: boolean): Row {
  const wanted = dialog.question.typedName ?? "";
  const state: Row = nameMatches(dialog)
    ? [span("Enter", { tone: "destroys", bold: true }), span(" goes ahead")]
    : dialog.hint !== undefined
      ? [span(dialog.hint, { tone: "warning" })]
      : wanted.startsWith(dialog.typed)
        ? [span(ready ? "Enter waits for the name" : "one moment", MUTED)]
        : [span("that is not the name", { tone: "bad" })];
  return justify(state, [span("Esc declines: nothing is sent", MUTED)], columns);
}

function frame(inside: readonly Row[], width: number, tone: Tone, title: string, more: Row): Row[] {
  const ink: Ink = { tone };
  const heading = fitRow([span(` ${title} `, { tone, bold: true })], width - 6);
  const top: Row = [
    span(" ╭─", ink),
    ...heading,
    span(`${"─".repeat(Math.max(0, width - 4 - rowWidth(heading)))}─╮`, ink),
  ];
  const bottom: Row = [
    span(` ╰${"─".repeat(Math.max(0, width - 4 - rowWidth(more)))}`, ink),
    ...more,
    span("─╯", ink),
  ];
  const side = inside.map(
    (row): Row => [
      span(" │  ", ink),
      ...padRow(fitRow(row, width - 6), width - 6),
      span("  │", ink),
    ],
  );
  return [top, ...side, bottom];
}

function safe(text: string): string {
  return plainEmoji(cleanText(text));
}
