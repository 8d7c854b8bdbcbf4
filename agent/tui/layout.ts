import { type Block, isLive } from "./blocks.ts";
import { EMPTY, type Row } from "./rows.ts";
import { blockAt, blockCount, type Scroll, type State, workNow } from "./state.ts";
import { blockRows } from "./view-block.ts";

/** How many blocks' rows are remembered; far more than a screen shows, far less than a long day's transcript. */
const MOST_KEPT = 300;
const kept = new Map<Block, { columns: number; rows: readonly Row[] }>();

/** The rows of a block, remembered for as long as the block and the width stay the same. Never reads the clock. */
function rowsOf(state: State, index: number, columns: number): readonly Row[] {
  const block = blockAt(state, index);
  if (!block) return [];
  if (isLive(block) || state.focus === index)
    return blockRows(block, columns, { now: workNow(state), focused: state.focus === index });
  const known = kept.get(block);
  if (known?.columns === columns) return known.rows;
  const rows = blockRows(block, columns, { now: 0, focused: false });
  kept.delete(block);
  if (kept.size >= MOST_KEPT)
    for (const [oldest] of kept) {
      kept.delete(oldest);
      break;
    }
  kept.set(block, { columns, rows });
  return rows;
}

/** Closed cards in a row stand close together; everything else has a blank row before it. */
function gapBefore(state: State, index: number): number {
  const block = blockAt(state, index);
  const before = blockAt(state, index - 1);
  if (!block) return 0;
  // A blank first line where there are lines to spare.
  if (!before) return state.rows >= 20 ? 1 : 0;
  const card = (b: Block) => b.kind === "tool" && !b.open && !(isLive(b) && b.progress);
  return card(block) && card(before) ? 0 : 1;
}

function height(state: State, index: number, columns: number): number {
  return gapBefore(state, index) + rowsOf(state, index, columns).length;
}

function rowAt(state: State, index: number, row: number, columns: number): Row {
  const gap = gapBefore(state, index);
  return row < gap ? EMPTY : (rowsOf(state, index, columns)[row - gap] ?? EMPTY);
}

type Place = { block: number; row: number };

/** The place `by` rows further down (or up, where negative), held within the transcript. */
function walk(state: State, from: Place, by: number, columns: number): Place {
  const count = blockCount(state);
  let { block, row } = from;
  row += by;
  while (row < 0 && block > 0) {
    block--;
    row += height(state, block, columns);
  }
  while (block < count - 1 && row >= height(state, block, columns)) {
    row -= height(state, block, columns);
    block++;
  }
  return { block, row: Math.max(0, row) };
}

/** The first row shown while the window of `rows` rows stands at the end. */
function endTop(state: State, rows: number, columns: number): Place {
  const last = blockCount(state) - 1;
  if (last < 0) return { block: 0, row: 0 };
  return walk(state, { block: last, row: height(state, last, columns) }, -rows, columns);
}

function isBefore(a: Place, b: Place): boolean {
  return a.block < b.block || (a.block === b.block && a.row < b.row);
}

function topOf(state: State, rows: number, columns: number): Place {
  const end = endTop(state, rows, columns);
  if (state.scroll.at === "end") return end;
  const { block, row } = state.scroll;
  const held: Place = { block, row: Math.min(row, Math.max(0, height(state, block, columns) - 1)) };
  return isBefore(held, end) ? held : end;
}

export type VisibleRow = { row: Row; block: number | undefined };

/** The rows of the transcript that are on the screen: only what can be seen is ever laid out. */
export function visibleRows(state: State, rows: number, columns: number): VisibleRow[] {
  const count = blockCount(state);
  let { block, row } = topOf(state, rows, columns);
  const shown: VisibleRow[] = [];
  while (shown.length < rows && block < count) {
    if (row >= height(state, block, columns)) {
      block++;
      row = 0;
      continue;
    }
    shown.push({ row: rowAt(state, block, row, columns), block });
    row++;
  }
  while (shown.length < rows) shown.push({ row: EMPTY, block: undefined });
  return shown;
}

/** The scroll position `by` rows away; reaching the end sticks to it again. */
export function scrolled(state: State, by: number, rows: number, columns: number): Scroll {
  const top = walk(state, topOf(state, rows, columns), by, columns);
  if (!isBefore(top, endTop(state, rows, columns))) return { at: "end" };
  const seen = state.scroll.at === "end" ? blockCount(state) : state.scroll.seen;
  return { at: "row", ...top, seen };
}

/** The scroll position at which the block is on the screen, moving no more than needed. */
export function revealed(state: State, index: number, rows: number, columns: number): Scroll {
  const top = topOf(state, rows, columns);
  const start: Place = { block: index, row: gapBefore(state, index) };
  const seen = state.scroll.at === "end" ? blockCount(state) : state.scroll.seen;
  if (isBefore(start, top)) return { at: "row", ...start, seen };
  const bottom = walk(state, top, rows - 1, columns);
  if (!isBefore(bottom, start)) return state.scroll;
  const next = walk(
    state,
    start,
    -Math.max(0, rows - 1 - Math.min(rows - 1, height(state, index, columns))),
    columns,
  );
  return isBefore(next, endTop(state, rows, columns))
    ? { at: "row", ...next, seen }
    : { at: "end" };
}
