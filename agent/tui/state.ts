import type { Question } from "../../tools/kit/question.ts";
import type { AgentEvent, PersonAnswer } from "../events.ts";
import type { HubStatus } from "../hub.ts";
import type { Block } from "./blocks.ts";
import type { Dialog } from "./dialog.ts";
import { type Editor, emptyEditor } from "./editor.ts";
import type { Key } from "./key.ts";

/** Where the transcript stands: at its end, or with this row of this block at the top of the window. */
export type Scroll = { at: "end" } | { at: "row"; block: number; row: number; seen: number };

export type State = {
  columns: number;
  rows: number;
  /** Milliseconds of the clock at the last message. */
  now: number;
  status: HubStatus;
  /** Blocks of the turns that are over; the newest turn's blocks stand in `turn`. */
  past: readonly Block[];
  turn: readonly Block[];
  turnStartedAt: number | undefined;
  retry: { reason: string; attempt: number; until: number } | undefined;
  queued: readonly string[];
  scroll: Scroll;
  /** Index (past first, then turn) of the block the keyboard is on; undefined while it is on the input. */
  focus: number | undefined;
  editor: Editor;
  /** Which line of the completion list is marked. */
  choice: number;
  dialogs: readonly Dialog[];
  /** Milliseconds of the clock when the questions that are open began; what counts work stands still since. */
  askedAt: number | undefined;
  /** When Ctrl+C was last struck: a second one soon after leaves. */
  leavingAt: number | undefined;
  terminalFocused: boolean;
};

export type Msg =
  | { type: "key"; key: Key; at: number; alone: boolean }
  | { type: "agent"; event: AgentEvent; at: number }
  | { type: "status"; status: HubStatus }
  | { type: "queue"; texts: readonly string[] }
  | { type: "restored"; texts: readonly string[] }
  | { type: "asked"; id: number; question: Question }
  | { type: "withdrawn"; id: number }
  /** What the screen shows is now what the state says. */
  | { type: "painted"; at: number }
  | { type: "tick"; at: number }
  | { type: "resized"; columns: number; rows: number }
  | { type: "trouble"; text: string };

/** What the shell has to do in the world after an update. */
export type Effect =
  | { type: "say"; text: string }
  | { type: "interrupt" }
  | { type: "clear" }
  | { type: "answer"; id: number; answer: PersonAnswer }
  | { type: "suspend" }
  | { type: "redraw" }
  | { type: "bell" }
  | { type: "exit"; code: number };

export type Step = { state: State; effects: readonly Effect[] };

/** Ctrl+C twice within this time leaves. */
export const LEAVE_MS = 2000;

/** Stands until the hub has said something: then no face claims a mode that is not known yet. */
export const UNKNOWN_STATUS: HubStatus = {
  model: "",
  metered: false,
  mode: "read-only",
  simulated: false,
  tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  cost: undefined,
  systems: [{ name: "", state: "connecting", words: "connecting" }],
  busy: false,
  places: [],
};

export function startState(
  size: { columns: number; rows: number },
  status: HubStatus,
  now: number,
  history: readonly string[] = [],
): State {
  return {
    ...size,
    now,
    status,
    past: [],
    turn: [],
    turnStartedAt: undefined,
    retry: undefined,
    queued: [],
    scroll: { at: "end" },
    focus: undefined,
    editor: emptyEditor(history),
    choice: 0,
    dialogs: [],
    askedAt: undefined,
    leavingAt: undefined,
    terminalFocused: true,
  };
}

export function isBusy(state: State): boolean {
  return state.turnStartedAt !== undefined || state.status.busy;
}

/** The clock by which work is timed: it stands still while the person is asked. */
export function workNow(state: State): number {
  return state.askedAt ?? state.now;
}

export function blockCount(state: State): number {
  return state.past.length + state.turn.length;
}

/** By its place in the whole conversation: what is past first, then the running turn. So `withBlock`. */
export function blockAt(state: State, index: number): Block | undefined {
  return index < state.past.length ? state.past[index] : state.turn[index - state.past.length];
}

export function withBlock(state: State, index: number, block: Block): State {
  const { length } = state.past;
  return index < length
    ? { ...state, past: state.past.with(index, block) }
    : { ...state, turn: state.turn.with(index - length, block) };
}

export function only(state: State, ...effects: Effect[]): Step {
  return { state, effects };
}
