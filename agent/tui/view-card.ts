import type { Json } from "../../tools/kit/json.ts";
import { showJson } from "../../tools/kit/untrusted.ts";
import { endWord } from "../end-word.ts";
import type { ToolBlock } from "./blocks.ts";
import { readable, readableLine, withMark } from "./margin.ts";
import { BOLD, EMPTY, type Ink, MUTED, type Row, type Span, span, type Tone } from "./rows.ts";
import { SPINNER, spinnerAt } from "./spinner.ts";
import { fit, textWidth } from "./width.ts";
import { fitRow, hang, justify, padRow, rowWidth, wrapText } from "./wrap.ts";

export type Look = { now: number; focused: boolean };

const MOST_RESULT_ROWS = 400;
const LONGEST_ARGUMENT = 40;

/** A tool call: one line while closed; arguments and result below it while open; its job's progress while it runs. */
export function toolRows(block: ToolBlock, columns: number, room: number, look: Look): Row[] {
  const state = stateOf(block, look.now);
  const rows: Row[] = [headRow(block, room, look, state)];
  if (block.progress && !block.outcome && !block.stopped) rows.push(...progressRows(block, room));
  if (block.open) rows.push(...openRows(block, room));
  const mark = look.focused && !isRunning(block) ? "›" : state.mark;
  return withMark(mark, look.focused ? { ...state.ink, bold: true } : state.ink, rows, columns);
}

function isRunning(block: ToolBlock): boolean {
  return !block.outcome && !block.stopped;
}

type Shown = { mark: string; ink: Ink; words: string; seconds: number | undefined };

function stateOf(block: ToolBlock, now: number): Shown {
  if (block.outcome) {
    const { ok, seconds } = block.outcome;
    if (ok) return { mark: "✓", ink: { tone: "good", bold: true }, words: "", seconds };
    const words = endWord(block.outcome);
    return words === "stopped"
      ? { mark: "■", ink: { tone: "warning" }, words, seconds }
      : { mark: "✗", ink: { tone: "bad", bold: true }, words, seconds };
  }
  if (block.stopped)
    return { mark: "■", ink: { tone: "warning" }, words: "stopped", seconds: undefined };
  const seconds = Math.max(0, Math.floor((now - block.startedAt) / 1000));
  return { mark: SPINNER[spinnerAt(now)] ?? "·", ink: { tone: "accent" }, words: "", seconds };
}

function headRow(block: ToolBlock, room: number, look: Look, state: Shown): Row {
  const tone: Tone = block.effect;
  const name: Ink = look.focused ? { tone, bold: true, inverse: true } : { tone, bold: true };
  const right: Span[] = [];
  if (state.words !== "") right.push(span(state.words, state.ink));
  if (block.effect !== "reads" && room >= 50) {
    if (right.length > 0) right.push(span("  "));
    right.push(span(block.effect, { tone }));
  }
  if (state.seconds !== undefined)
    right.push(span(`${right.length > 0 ? "  " : ""}${secondsText(state.seconds)}`, MUTED));
  right.push(span(block.open ? "  ▾" : "  ▸", MUTED));
  const title = readableLine(block.name);
  const free = room - textWidth(title) - rowWidth(right) - 4;
  const words = block.open ? "" : argumentWords(block.input, free);
  return justify(
    [span(title, name), ...(words === "" ? [] : [span(`  ${words}`, MUTED)])],
    right,
    room,
  );
}

/** Seconds as a person reads them: 0.4 s, 12 s, 3 min 05 s. */
export function secondsText(seconds: number): string {
  if (seconds < 10 && !Number.isInteger(seconds)) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${String(Math.round(seconds % 60)).padStart(2, "0")} s`;
}

/** The arguments in one line: strings bare, switches by name, in the order in which they were given. */
function argumentWords(input: unknown, columns: number): string {
  if (columns < 6) return "";
  const words = entriesOf(input).map(([key, value]) => {
    if (typeof value === "string") return fit(value.replaceAll(/\s+/g, " "), LONGEST_ARGUMENT);
    if (value.text === "true") return key;
    return `${key} ${fit(value.text, LONGEST_ARGUMENT)}`;
  });
  return fit(words.join(" · "), columns);
}

type Shape = string | { text: string };

function entriesOf(input: unknown): [string, Shape][] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [];
  return Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]): [string, Shape] => [
      readable(key),
      typeof value === "string" ? readable(value) : { text: readable(showJson(value as Json)) }, // arguments came as JSON
    ]);
}

function openRows(block: ToolBlock, room: number): Row[] {
  const bar: Row = [span("│ ", { tone: block.effect })];
  const inner = room - 2;
  const rows: Row[] = argumentRows(block.input, inner);
  const { outcome } = block;
  if (outcome) {
    const text = readable(outcome.text).trimEnd();
    const result = text === "" ? [] : wrapText(text, inner, outcome.ok ? {} : { tone: "bad" });
    if (rows.length > 0 && result.length > 0) rows.push(EMPTY);
    rows.push(...result.slice(0, MOST_RESULT_ROWS));
    const hidden = result.length - MOST_RESULT_ROWS;
    if (hidden > 0) rows.push([span(`… ${hidden} more rows`, MUTED)]);
  }
  if (rows.length === 0) rows.push([span("no arguments", MUTED)]);
  return rows.map((row) => [...bar, ...row]);
}

function argumentRows(input: unknown, room: number): Row[] {
  const entries = entriesOf(input);
  const label = Math.min(18, Math.max(0, ...entries.map(([key]) => textWidth(key))));
  return entries.flatMap(([key, value]) => {
    const left = padRow(fitRow([span(key, MUTED)], label), label + 2);
    const text = typeof value === "string" ? value : value.text;
    return hang(wrapText(text, Math.max(4, room - label - 2)), left, [span(" ".repeat(label + 2))]);
  });
}

const EIGHTHS = " ▏▎▍▌▋▊▉";

/** A job's bar, per cent and message; without a total there is no bar to draw. */
function progressRows(block: ToolBlock, room: number): Row[] {
  const { progress } = block;
  if (!progress) return [];
  const message = readableLine(progress.message);
  if (progress.total === undefined || progress.total <= 0)
    return [fitRow([span(message, MUTED)], room)];
  const share = Math.max(0, Math.min(1, progress.done / progress.total));
  const width = Math.max(8, Math.min(24, Math.floor(room / 4)));
  const row: Row = [
    ...bar(share, width),
    span(`${String(Math.floor(share * 100)).padStart(4)} %`, BOLD),
    span(`  ${message}`, MUTED),
  ];
  return [fitRow(row, room)];
}

function bar(share: number, width: number): Row {
  const eighths = Math.round(share * width * 8);
  const full = Math.floor(eighths / 8);
  const rest = eighths % 8;
  const filled = "█".repeat(full) + (rest > 0 ? (EIGHTHS[rest] ?? "") : "");
  return [
    span(filled, { tone: "accent" }),
    span("·".repeat(width - full - (rest > 0 ? 1 : 0)), MUTED),
  ];
}
