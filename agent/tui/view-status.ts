import type { HubStatus, SystemHealth } from "../hub.ts";
import { gutter, readable, readableLine } from "./margin.ts";
import { EMPTY, type Ink, MUTED, type Row, span, type Tone } from "./rows.ts";
import { SPINNER, spinnerAt } from "./spinner.ts";
import { isBusy, LEAVE_MS, type State, UNKNOWN_STATUS } from "./state.ts";
import { secondsText } from "./view-card.ts";
import { fit } from "./width.ts";
import { fitRow, justify, rowWidth } from "./wrap.ts";

const MODES: Record<HubStatus["mode"], { words: string; tone: Tone }> = {
  "read-only": { words: "READ-ONLY", tone: "reads" },
  writes: { words: "WRITES", tone: "changes" },
  destructive: { words: "DESTRUCTIVE", tone: "destroys" },
};

const HEALTH: Record<SystemHealth["state"], { sign: string; ink: Ink }> = {
  connecting: { sign: "○", ink: MUTED },
  healthy: { sign: "●", ink: { tone: "good" } },
  degraded: { sign: "▲", ink: { tone: "warning" } },
  unreachable: { sign: "✗", ink: { tone: "bad" } },
};

/** The last line. Where the screen is narrow the least important pieces go first; the mode never goes. */
export function statusRow(state: State): Row {
  const { status, columns } = state;
  if (status === UNKNOWN_STATUS)
    return [span(`${" ".repeat(gutter(columns) - 2)} starting…`, MUTED)];
  const mode = MODES[status.mode];
  const pieces: Piece[] = [
    { rank: 0, row: [span(` ${mode.words} `, { tone: mode.tone, badge: true })] },
  ];
  if (status.simulated)
    pieces.push({ rank: 1, row: [span("SIMULATED", { tone: "accent", bold: true })] });
  if (status.systems.length > 0) pieces.push(systemsPiece(status.systems, columns));
  if (status.model !== "") pieces.push({ rank: 4, row: [span(readable(status.model), MUTED)] });
  const right =
    state.leavingAt !== undefined && state.now - state.leavingAt < LEAVE_MS
      ? [span("Ctrl+C again leaves", { tone: "warning", bold: true })]
      : meterRow(status);
  if (right.length > 0) pieces.push({ rank: state.leavingAt === undefined ? 3 : 0, row: right });
  return compose(pieces, right, columns);
}

/** One system is told by its words alone; of several each is named. */
function systemsPiece(systems: readonly SystemHealth[], columns: number): Piece {
  const several = systems.length > 1;
  const most = Math.max(12, Math.floor(columns / 3 / systems.length));
  const rowOf = (wordsOf: (system: SystemHealth) => string) =>
    join(
      systems.map((system) => {
        const { sign, ink } = HEALTH[system.state];
        return [span(`${sign} `, ink), span(wordsOf(system))];
      }),
    );
  return {
    rank: 2,
    row: rowOf(({ name, words }) => {
      const said = fit(readableLine(words), most);
      return several && name !== "" ? `${name} ${said}` : said;
    }),
    short: rowOf(({ name, state }) => (several ? name : state)),
  };
}

/** A part of the status line: the higher its rank, the sooner it goes. `short` is tried before it does. */
type Piece = { rank: number; row: Row; short?: Row };

function compose(pieces: readonly Piece[], right: Row, columns: number): Row {
  const margin = gutter(columns) - 2;
  const room = columns - margin - 1;
  const before = margin > 0 ? [span(" ".repeat(margin))] : [];
  for (let most = 4; ; most--) {
    const kept = pieces.filter((piece) => piece.rank <= most);
    const end = kept.some((piece) => piece.row === right) ? right : EMPTY;
    const inner = kept.filter((piece) => piece.row !== right);
    for (const left of [join(inner.map((p) => p.row)), join(inner.map((p) => p.short ?? p.row))]) {
      const width = rowWidth(left) + (end.length > 0 ? rowWidth(end) + 2 : 0);
      if (width <= room || most === 0) return [...before, ...justify(left, end, room)];
    }
  }
}

function join(rows: readonly Row[]): Row {
  return rows.flatMap((row, at) => (at === 0 ? row : [span("  "), ...row]));
}

function meterRow(status: HubStatus): Row {
  if (!status.metered) return EMPTY;
  const { tokens } = status;
  const input = tokens.input + tokens.cacheRead + tokens.cacheWrite;
  const words = [`↑ ${countText(input)}`, `↓ ${countText(tokens.output)}`];
  if (status.cost !== undefined)
    words.push(`$${status.cost < 10 ? status.cost.toFixed(3) : status.cost.toFixed(2)}`);
  return [span(words.join("  "), MUTED)];
}

/** 950, 12.3k, 1.2M. */
function countText(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_950) return `${(count / 1000).toFixed(count < 99_950 ? 1 : 0)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** What is going on while a turn runs, and what waits behind it. Nothing while nothing runs. */
export function activityRows(state: State): Row[] {
  const rows: Row[] = [];
  const { columns } = state;
  const margin = span(" ".repeat(gutter(columns) - 2));
  const room = columns - gutter(columns);
  if (isBusy(state) && state.dialogs.length === 0) {
    const sign = span(`${SPINNER[spinnerAt(state.now)] ?? "·"} `, { tone: "accent" });
    rows.push([margin, ...fitRow([sign, ...activityWords(state)], room)]);
  }
  const many = state.queued.length;
  for (const text of state.queued.slice(0, 2))
    rows.push([
      margin,
      ...fitRow([span("↳ ", MUTED), span(`queued: ${readableLine(text)}`, MUTED)], room),
    ]);
  if (many > 2) rows.push([margin, span(`  and ${many - 2} more`, MUTED)]);
  return rows.map((row) => row.filter((part) => part.text !== ""));
}

function activityWords(state: State): Row {
  if (state.retry) {
    const seconds = Math.max(0, Math.ceil((state.retry.until - state.now) / 1000));
    return [
      span(`${readable(state.retry.reason).replace(/[.;]$/, "")}; `, { tone: "warning" }),
      span(`trying again in ${seconds} s (attempt ${state.retry.attempt})`, MUTED),
      span("  Esc stops", MUTED),
    ];
  }
  const seconds =
    state.turnStartedAt === undefined ? 0 : Math.floor((state.now - state.turnStartedAt) / 1000);
  return [span("Working"), span(`  ${secondsText(seconds)}  Esc stops`, MUTED)];
}
