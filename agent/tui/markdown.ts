import { marked, type Token, type Tokens } from "marked";
import { codeTableRows } from "./code-table.ts";
import { inlineSpans, splitLines } from "./markdown-inline.ts";
import { tableRows } from "./markdown-table.ts";
import { ACCENT, EMPTY, type Ink, MUTED, mix, PLAIN, type Row, type Span, span } from "./rows.ts";
import { expandTabs, hang, wrap, wrapText } from "./wrap.ts";

const CODE: Ink = { tone: "code" };
const DEEPEST = 12;
const NARROWEST = 8;

/** Markdown as rows at most `columns` wide. Pure; the caller keeps what it wants to keep. */
export function markdownRows(text: string, columns: number): Row[] {
  return blockRows(marked.lexer(text), columns, PLAIN, 0);
}

/**
 * What of a streaming reply can no longer change, cut into its blocks, and the open rest. Only complete lines are
 * looked at, and the last block stays open, because the next line may still belong to it.
 */
export function freeze(text: string): { finished: string[]; rest: string } {
  const complete = text.lastIndexOf("\n") + 1;
  if (complete === 0 || openFence(text)) return { finished: [], rest: text };
  const tokens = marked.lexer(text.slice(0, complete)).filter((token) => token.raw !== "");
  const last = tokens.findLastIndex((token) => token.type !== "space");
  const finished = tokens.slice(0, Math.max(0, last));
  const length = finished.reduce((sum, token) => sum + token.raw.length, 0);
  // The lexer rewrites tabs and line ends in rare places; then the lengths do not add up and all stays open.
  if (!text.startsWith(finished.map((token) => token.raw).join("")))
    return { finished: [], rest: text };
  return {
    finished: finished.filter((token) => token.type !== "space").map((token) => token.raw),
    rest: text.slice(length),
  };
}

/** True while the text is one code block whose closing fence has not come: nothing in it can be finished. */
function openFence(text: string): boolean {
  const fence = /^(`{3,}|~{3,})/.exec(text)?.[1];
  return fence !== undefined && !new RegExp(`\\n {0,3}${fence}`).test(text);
}

function blockRows(tokens: readonly Token[], columns: number, ink: Ink, depth: number): Row[] {
  const rows: Row[] = [];
  let gap = false;
  for (const token of tokens) {
    const next = token.type === "space" ? [] : oneBlock(token, columns, ink, depth);
    if (next.length === 0) continue;
    if (gap && !(token.type === "list" && depth > 0)) rows.push(EMPTY);
    rows.push(...next);
    gap = true;
  }
  return rows;
}

function oneBlock(token: Token, columns: number, ink: Ink, depth: number): Row[] {
  switch (token.type) {
    case "heading":
      return inlineRows(
        inlineSpans(
          token.tokens ?? [],
          mix(ink, token.depth <= 2 ? { tone: "accent", bold: true } : { bold: true }),
        ),
        columns,
      );
    case "paragraph":
    case "text":
      return inlineRows(inlineSpans(token.tokens ?? [token], ink), columns);
    case "code":
      return codeRows(token.text, columns);
    case "list":
      return listRows(token as Tokens.List, columns, ink, depth); // marked types its tokens by their `type`
    case "table":
      return tableRows(token as Tokens.Table, columns, ink); // as above
    case "blockquote": {
      const bar: Row = [span("│ ", MUTED)];
      if (isCramped(columns, depth)) return wrapText(token.raw.trimEnd(), columns, ink);
      return hang(blockRows(token.tokens ?? [], columns - 2, mix(ink, MUTED), depth + 1), bar, bar);
    }
    case "hr":
      return [[span("─".repeat(Math.min(columns, 24)), MUTED)]];
    case "def":
      return [];
    case "checkbox":
      return [];
    default:
      return wrapText(token.raw.trimEnd(), columns, ink);
  }
}

/** Nested so deep, or so narrow, that indents would leave no room for words: then the source is shown as it is. */
function isCramped(columns: number, depth: number): boolean {
  return depth >= DEEPEST || columns < NARROWEST;
}

function inlineRows(spans: readonly Span[], columns: number): Row[] {
  return splitLines(spans).flatMap((line) => wrap(line, columns));
}

/** Code behind a bar; long lines are broken, not cut, so that nothing is hidden. Tables keep their columns apart. */
function codeRows(code: string, columns: number): Row[] {
  const bar: Row = [span("▏ ", MUTED)];
  const room = Math.max(1, columns - 2);
  const plain = expandTabs(code);
  const rows = codeTableRows(plain, room, CODE) ?? wrapText(plain, room, CODE);
  return rows.map((row) => [...bar, ...row]);
}

function listRows(list: Tokens.List, columns: number, ink: Ink, depth: number): Row[] {
  if (isCramped(columns, depth)) return wrapText(list.raw, columns, ink);
  const first = typeof list.start === "number" ? list.start : 1;
  const widest = `${first + list.items.length - 1}. `.length;
  const rows: Row[] = [];
  for (const [index, item] of list.items.entries()) {
    const mark = item.task
      ? `[${item.checked ? "x" : " "}] `
      : list.ordered
        ? `${first + index}. `.padStart(widest)
        : depth % 2 === 0
          ? "• "
          : "- ";
    const inside = blockRows(item.tokens, columns - mark.length, ink, depth + 1);
    if (index > 0 && list.loose) rows.push(EMPTY);
    const shown = inside.length > 0 ? inside : [EMPTY];
    const prefix: Row = [span(mark, item.task && !item.checked ? MUTED : ACCENT)];
    rows.push(...hang(shown, prefix, [span(" ".repeat(mark.length))]));
  }
  return rows;
}
