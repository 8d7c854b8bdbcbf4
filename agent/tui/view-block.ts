import { COMMANDS } from "../slash-commands.ts";
import { type Block, PERSON_ROWS } from "./blocks.ts";
import { KEYS } from "./key-help.ts";
import { readable, textColumns, withMark } from "./margin.ts";
import { markdownRows } from "./markdown.ts";
import { BOLD, EMPTY, type Ink, MUTED, type Row, type Span, span } from "./rows.ts";
import { type Look, toolRows } from "./view-card.ts";
import { textWidth } from "./width.ts";
import { hang, padRow, wrapText } from "./wrap.ts";

const THINKING_LIVE_ROWS = 4;
const THINKING_ROWS = 1;

/** The rows of one block, margin included. Foreign text is cleaned here, before anything else is done with it. */
export function blockRows(block: Block, columns: number, look: Look): Row[] {
  const room = textColumns(columns);
  switch (block.kind) {
    case "person": {
      const ink: Ink = look.focused
        ? { bold: true, inverse: true }
        : { tone: "accent", bold: true };
      return withMark("❯", ink, personRows(block.text, block.open, room), columns);
    }
    case "reply":
      return withMark("", MUTED, markdownRows(readable(block.text), room), columns);
    case "thinking":
      return withMark(look.focused ? "›" : "✻", MUTED, thinkingRows(block, room), columns);
    case "tool":
      return toolRows(block, columns, room, look);
    case "notice":
      return noticeRows(block, room, columns);
    case "answer":
      return answerRows(block, room, columns);
    case "help":
      return withMark("", MUTED, helpRows(room), columns);
  }
}

function personRows(text: string, open: boolean, columns: number): Row[] {
  const lines = text.split("\n");
  if (open || lines.length <= PERSON_ROWS)
    return wrapText(readable(text), columns, BOLD).slice(0, 2000);
  const shown = readable(lines.slice(0, PERSON_ROWS - 1).join("\n"));
  return [
    ...wrapText(shown, columns, BOLD),
    [span(`… ${lines.length - PERSON_ROWS + 1} more lines`, MUTED)],
  ];
}

function thinkingRows(block: Extract<Block, { kind: "thinking" }>, columns: number): Row[] {
  const rows = wrapText(readable(block.text).trim(), columns, MUTED);
  if (block.open) return rows;
  if (block.live) return rows.slice(-THINKING_LIVE_ROWS);
  if (rows.length <= THINKING_ROWS + 1) return rows;
  return [
    ...rows.slice(0, THINKING_ROWS),
    [span(`… ${rows.length - THINKING_ROWS} more lines`, MUTED)],
  ];
}

const NOTICES: Record<"info" | "warning" | "error", { mark: string; ink: Ink }> = {
  info: { mark: "·", ink: MUTED },
  warning: { mark: "!", ink: { tone: "warning", bold: true } },
  error: { mark: "✗", ink: { tone: "bad", bold: true } },
};

function noticeRows(
  block: Extract<Block, { kind: "notice" }>,
  room: number,
  columns: number,
): Row[] {
  const { mark, ink } = NOTICES[block.level];
  const rows = wrapText(readable(block.text), room, block.level === "info" ? MUTED : {});
  if (block.advice) rows.push(...wrapText(readable(block.advice), room, MUTED));
  return withMark(mark, ink, rows, columns);
}

function answerRows(
  block: Extract<Block, { kind: "answer" }>,
  room: number,
  columns: number,
): Row[] {
  const said = {
    yes: { mark: "✓", ink: { tone: "good", bold: true }, words: "You confirmed: " },
    no: { mark: "✗", ink: { tone: "warning", bold: true }, words: "You declined: " },
    withdrawn: { mark: "·", ink: MUTED, words: "Not answered in time, so declined: " },
  } as const;
  const { mark, ink, words } = said[block.said];
  return withMark(mark, ink, wrapText(`${words}${readable(block.sentence)}`, room, MUTED), columns);
}

function helpRows(columns: number): Row[] {
  const commands = COMMANDS.map((command) => [`/${command.name}`, command.words] as const);
  const widest = Math.max(...[...commands, ...KEYS].map(([keys]) => textWidth(keys)));
  const label = Math.min(widest, Math.floor(columns / 2));
  const list = (entries: readonly (readonly [string, string])[]): Row[] =>
    entries.flatMap(([keys, words]) => {
      const left: Span[] = [span(keys, { tone: "accent" })];
      const room = columns - label - 2;
      if (textWidth(keys) > label)
        return [left, ...hang(wrapText(words, columns - 2), [span("  ")], [span("  ")])];
      return hang(wrapText(words, room), padRow(left, label + 2), [span(" ".repeat(label + 2))]);
    });
  return [[span("Commands", BOLD)], ...list(commands), EMPTY, [span("Keys", BOLD)], ...list(KEYS)];
}
