import { completions } from "../slash-commands.ts";
import { editorText } from "./editor.ts";
import { layoutEditor, lineRow } from "./editor-layout.ts";
import { visibleRows } from "./layout.ts";
import { gutter, textColumns } from "./margin.ts";
import { ACCENT, EMPTY, MUTED, type Row, type Span, span } from "./rows.ts";
import { blockCount, isBusy, type State } from "./state.ts";
import { dialogSheet, type Sheet } from "./view-dialog.ts";
import { activityRows, statusRow } from "./view-status.ts";
import { welcomeRows } from "./view-welcome.ts";
import { fitRow, padRow } from "./wrap.ts";

/** What the screen shows: `rows` from the top, each within the width, and where the cursor stands. */
export type Frame = { rows: Row[]; caret: { x: number; y: number } | undefined };

/** The screen of a state. Pure. */
export function view(state: State): Frame {
  const bottom = bottomPart(state);
  const height = Math.max(0, state.rows - bottom.rows.length);
  const transcript =
    blockCount(state) === 0
      ? welcomeRows(state, height)
      : visibleRows(state, height, state.columns).map((visible) => visible.row);
  const all = [...transcript.slice(0, height), ...bottom.rows];
  const rows = all.slice(-state.rows);
  const y = height + (bottom.caret?.y ?? 0) - (all.length - rows.length);
  const caret =
    bottom.caret && y >= 0 ? { x: Math.min(bottom.caret.x, state.columns - 1), y } : undefined;
  return { rows: rows.map((row) => fitRow(row, state.columns)), caret };
}

/** Rows that the transcript has on this screen, for those who scroll it. */
export function transcriptHeight(state: State): number {
  return Math.max(1, state.rows - bottomPart(state).rows.length);
}

type Part = { rows: Row[]; caret: { x: number; y: number } | undefined };

function bottomPart(state: State): Part {
  const sheet = questionSheet(state);
  if (sheet) return { rows: [...sheet.rows, statusRow(state)], caret: sheet.caret };
  const input = inputPart(state);
  // On a very low screen the input and the status are what is left.
  if (state.rows < 5)
    return {
      rows: [
        ...input.rows.slice(-Math.max(1, state.rows - 1)),
        ...(state.rows > 1 ? [statusRow(state)] : []),
      ],
      caret: cutCaret(input, Math.max(1, state.rows - 1)),
    };
  const above = [
    ...(state.rows >= 10 ? activityGap(state) : []),
    ...activityRows(state),
    ...completionRows(state),
    ruleRow(state),
  ];
  const kept = above.slice(-Math.max(1, state.rows - input.rows.length - 2));
  return {
    rows: [...kept, ...input.rows, statusRow(state)],
    caret: input.caret && { x: input.caret.x, y: input.caret.y + kept.length },
  };
}

function cutCaret(part: Part, rows: number): Part["caret"] {
  return (
    part.caret && {
      x: part.caret.x,
      y: Math.max(0, part.caret.y - Math.max(0, part.rows.length - rows)),
    }
  );
}

function activityGap(state: State): Row[] {
  return isBusy(state) || state.queued.length > 0 ? [EMPTY] : [];
}

/** The dialog of the oldest open question; a little of the transcript stays in sight above it where it can. */
export function questionSheet(state: State): Sheet | undefined {
  const [dialog] = state.dialogs;
  if (!dialog) return undefined;
  const height = Math.max(3, state.rows - (state.rows >= 20 ? 4 : 1));
  return dialogSheet(dialog, state.columns, height, state.now);
}

function ruleRow(state: State): Row {
  const width = state.columns;
  if (state.scroll.at === "end") return [span("─".repeat(width), MUTED)];
  const fresh = Math.max(0, blockCount(state) - state.scroll.seen);
  const words = fresh > 0 ? ` ${fresh} new ↓ ` : " more ↓ ";
  const after = Math.max(0, Math.min(2, width - words.length));
  return [
    span("─".repeat(Math.max(0, width - words.length - after)), MUTED),
    span(words, fresh > 0 ? { tone: "accent", bold: true } : MUTED),
    span("─".repeat(after), MUTED),
  ];
}

function completionRows(state: State): Row[] {
  const found = completions(editorText(state.editor));
  const left = " ".repeat(gutter(state.columns) - 2);
  return found.map((command, at) => {
    const on = at === Math.min(state.choice, found.length - 1);
    const name: Span = span(`/${command.name}`, on ? { tone: "accent", bold: true } : {});
    const row = padRow([span(`${left}${on ? "›" : " "} `, ACCENT), name], left.length + 13);
    return [...row, span(command.words, MUTED)];
  });
}

/** Columns for what is typed: the same as for what is read, so that both line up. */
export function inputColumns(columns: number): number {
  return Math.max(4, columns - gutter(columns) - 1);
}

function inputPart(state: State): Part {
  const { editor, columns } = state;
  const margin = gutter(columns);
  const room = inputColumns(columns);
  const mark: Row = [
    span(`${" ".repeat(margin - 2)}❯ `, isBusy(state) ? MUTED : { tone: "accent", bold: true }),
  ];
  if (editor.units.length === 0) {
    const words = isBusy(state) ? "Enter queues the next sentence" : "Ask or tell in plain words";
    const placeholder = fitRow([span(textColumns(columns) >= 24 ? words : "", MUTED)], room);
    return {
      rows: [[...mark, ...placeholder]],
      caret: state.focus === undefined ? { x: margin, y: 0 } : undefined,
    };
  }
  const { lines, x, y } = layoutEditor(editor, room);
  const most = Math.max(1, Math.min(10, Math.floor(state.rows / 3)));
  const top = Math.max(0, Math.min(y - most + 1, lines.length - most));
  const shown = lines.slice(top, top + most);
  const indent: Row = [span(" ".repeat(margin))];
  const rows = shown.map((line, at) => [
    ...(at === 0 && top === 0 ? mark : indent),
    ...lineRow(editor, line),
  ]);
  if (top > 0 && rows[0])
    rows[0] = [span(`${" ".repeat(margin - 2)}↑ `, MUTED), ...rows[0].slice(1)];
  return { rows, caret: state.focus === undefined ? { x: margin + x, y: y - top } : undefined };
}
