import { bodyText, type Question } from "../../tools/kit/question.ts";
import { readable } from "./margin.ts";
import { BOLD, EMPTY, type Ink, MUTED, type Row, type Span, span } from "./rows.ts";
import { textWidth } from "./width.ts";
import { hang, padRow, rowWidth, wrap, wrapText } from "./wrap.ts";

/** How the first span of a risk begins, by which risks are counted. */
export const RISK = "! ";

/** What is asked, as rows: the sentence, the requests in order, what they touch. */
export function questionRows(question: Question, columns: number): Row[] {
  const rows: Row[] = wrapText(readable(question.sentence), columns, BOLD);
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
    rows.push(...hang(wireRows(readable(request.wire), room), mark, margin));
    rows.push(...hang(wrapText(readable(request.title), room, MUTED), margin, margin));
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

/** Method and path side by side, so that a long path wraps below itself. */
function wireRows(wire: string, columns: number): Row[] {
  const [, method = "", rest = ""] = /^([A-Z]+)( .*)?$/s.exec(wire) ?? ["", "", wire];
  if (method === "" || columns < 24) return wrap([span(method, BOLD), span(rest)], columns);
  const path = wrap([span(rest.trimStart())], columns - method.length - 1);
  return hang(path, [span(`${method} `, BOLD)], [span(" ".repeat(method.length + 1))]);
}

function code(text: string): Span {
  return span(readable(text), { tone: "code" });
}

function behind(label: string, value: Row, columns: number): Row[] {
  const indent: Row = [span(" ".repeat(label.length))];
  return hang(wrap(value, columns - label.length), [span(label, MUTED)], indent);
}

/** Facts as two columns. A risk carries a sign and the word, because colour alone says nothing to some. */
function factRows(question: Question, columns: number): Row[] {
  const widest = Math.max(...question.facts.map((fact) => textWidth(readable(fact.label))));
  const label = Math.min(widest, Math.floor(columns / 3));
  return question.facts.flatMap((fact) => {
    const ink: Ink = fact.risk ? { tone: "destroys", bold: true } : MUTED;
    const mark: Row = padRow(
      [span(fact.risk ? RISK : "· ", ink), span(readable(fact.label), ink)],
      label + 4,
    );
    const value: Row = fact.risk
      ? [span("risk: ", ink), span(readable(fact.value), BOLD)]
      : [span(readable(fact.value))];
    if (rowWidth(mark) > label + 4)
      return hang(wrap([...mark, span("  "), ...value], columns - 2), EMPTY, [span("  ")]);
    return hang(wrap(value, columns - label - 4), mark, [span(" ".repeat(label + 4))]);
  });
}
