import { canOpen } from "./blocks.ts";
import { chord, type Key } from "./key.ts";
import { revealed, scrolled, visibleRows } from "./layout.ts";
import { blockAt, blockCount, type State, withBlock } from "./state.ts";
import { transcriptHeight } from "./view.ts";

const WHEEL_ROWS = 3;

/** The state after a key that scrolls, or undefined. Home and End belong to the input unless it is empty. */
export function scrollKey(state: State, key: Key, emptyInput: boolean): State | undefined {
  const page = Math.max(1, transcriptHeight(state) - 2);
  if (key.type === "wheel")
    return scrollBy(state, key.direction === "up" ? -WHEEL_ROWS : WHEEL_ROWS);
  if (key.type !== "key") return undefined;
  switch (chord(key)) {
    case "pageup":
      return scrollBy(state, -page);
    case "pagedown":
      return scrollBy(state, page);
    case "shift+up":
      return scrollBy(state, -1);
    case "shift+down":
      return scrollBy(state, 1);
    case "ctrl+home":
      return toStart(state);
    case "ctrl+end":
      return { ...state, scroll: { at: "end" } };
    case "home":
      return emptyInput ? toStart(state) : undefined;
    case "end":
      return emptyInput ? { ...state, scroll: { at: "end" } } : undefined;
    default:
      return undefined;
  }
}

function scrollBy(state: State, rows: number): State {
  if (blockCount(state) === 0) return state;
  return { ...state, scroll: scrolled(state, rows, transcriptHeight(state), state.columns) };
}

function toStart(state: State): State {
  const start: State = {
    ...state,
    scroll: { at: "row", block: 0, row: 0, seen: seenBlocks(state) },
  };
  return { ...start, scroll: scrolled(start, 0, transcriptHeight(state), state.columns) };
}

function seenBlocks(state: State): number {
  return state.scroll.at === "row" ? state.scroll.seen : blockCount(state);
}

/** Puts the keyboard on the newest block that can be opened. */
export function focusCard(state: State): State {
  return moveFocus({ ...state, focus: blockCount(state) }, -1) ?? state;
}

/** The state after a key while a card has the keyboard; undefined where the key is not for cards. */
export function cardKey(state: State, struck: string): State | undefined {
  switch (struck) {
    case "up":
    case "shift+tab":
      return moveFocus(state, -1) ?? state;
    case "down":
    case "tab":
      return moveFocus(state, 1) ?? { ...state, focus: undefined };
    case "enter":
    case "space":
      return toggle(state, state.focus ?? -1);
    case "escape":
      return { ...state, focus: undefined };
    default:
      return undefined;
  }
}

function moveFocus(state: State, step: -1 | 1): State | undefined {
  const from = state.focus ?? blockCount(state);
  for (let at = from + step; at >= 0 && at < blockCount(state); at += step) {
    const block = blockAt(state, at);
    if (block && canOpen(block)) return reveal({ ...state, focus: at }, at);
  }
  return undefined;
}

function reveal(state: State, index: number): State {
  return { ...state, scroll: revealed(state, index, transcriptHeight(state), state.columns) };
}

function toggle(state: State, index: number): State {
  const block = blockAt(state, index);
  if (!block || !canOpen(block) || !("open" in block)) return state;
  return withBlock(state, index, { ...block, open: !block.open });
}

/** Opens or closes the newest tool card. */
export function toggleLatest(state: State): State {
  for (let at = blockCount(state) - 1; at >= 0; at--)
    if (blockAt(state, at)?.kind === "tool") return reveal(toggle(state, at), at);
  return state;
}

/** A click opens or closes what it hits. */
export function clickAt(state: State, y: number): State {
  const height = transcriptHeight(state);
  if (y < 0 || y >= height || blockCount(state) === 0) return state;
  const hit = visibleRows(state, height, state.columns)[y]?.block;
  const block = hit === undefined ? undefined : blockAt(state, hit);
  return block?.kind === "tool" && hit !== undefined ? toggle(state, hit) : state;
}
