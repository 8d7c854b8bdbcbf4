import { isLive } from "./blocks.ts";
import { armedAt, openDialog } from "./dialog.ts";
import { emptyEditor, insert } from "./editor.ts";
import { SPIN_MS } from "./spinner.ts";
import { isBusy, LEAVE_MS, type Msg, only, type State, type Step } from "./state.ts";
import { add, addAnswer, onAgent } from "./update-agent.ts";
import { onKey } from "./update-keys.ts";

/** The whole behaviour of the screen. Pure: it draws nothing, waits for nothing and calls nobody. */
export function update(state: State, msg: Msg): Step {
  const step = changed(state, msg);
  return { ...step, state: timed(step.state) };
}

/** Notes when questions begin to stand, and takes the time they stood off what counts work. */
function timed(state: State): State {
  const { askedAt, now } = state;
  if (state.dialogs.length > 0) return askedAt === undefined ? { ...state, askedAt: now } : state;
  if (askedAt === undefined) return state;
  const later = (at: number) => at + now - Math.max(at, askedAt);
  return {
    ...state,
    askedAt: undefined,
    turnStartedAt: state.turnStartedAt === undefined ? undefined : later(state.turnStartedAt),
    turn: state.turn.map((block) =>
      block.kind === "tool" && isLive(block)
        ? { ...block, startedAt: later(block.startedAt) }
        : block,
    ),
  };
}

function changed(state: State, msg: Msg): Step {
  switch (msg.type) {
    case "key":
      return onKey({ ...state, now: Math.max(state.now, msg.at) }, msg.key, msg);
    case "agent":
      return onAgent({ ...state, now: Math.max(state.now, msg.at) }, msg.event, msg.at);
    case "status":
      return only({ ...state, status: msg.status });
    case "queue":
      return only({ ...state, queued: msg.texts });
    case "restored":
      return only(restore(state, msg.texts));
    case "asked":
      return only(
        {
          ...state,
          dialogs: [...state.dialogs, openDialog(msg.id, msg.question)],
          focus: undefined,
        },
        ...(state.terminalFocused ? [] : [{ type: "bell" } as const]),
      );
    case "withdrawn":
      return only(withdraw(state, msg.id));
    case "painted":
      return only(painted(state, msg.at));
    case "tick":
      return only(forget({ ...state, now: msg.at }));
    case "resized":
      return only({ ...state, columns: msg.columns, rows: msg.rows });
    case "trouble":
      return only(add(state, { kind: "notice", level: "error", text: msg.text }));
  }
}

/** Sentences that were queued and not sent come back into the input, before what stands there. */
function restore(state: State, texts: readonly string[]): State {
  if (texts.length === 0) return state;
  const { editor } = state;
  const fresh = {
    ...emptyEditor(),
    history: editor.history,
    at: editor.history.length,
    pastes: editor.pastes,
  };
  const back = insert(fresh, texts.join("\n") + (editor.units.length > 0 ? "\n" : ""));
  const units = [...back.units, ...editor.units];
  return { ...state, editor: { ...back, killed: editor.killed, units, caret: units.length } };
}

function withdraw(state: State, id: number): State {
  const dialog = state.dialogs.find((open) => open.id === id);
  if (!dialog) return state;
  const dialogs = state.dialogs.filter((open) => open.id !== id);
  return addAnswer({ ...state, dialogs }, "withdrawn", dialog.question);
}

function painted(state: State, at: number): State {
  const [dialog, ...others] = state.dialogs;
  if (!dialog || dialog.paintedAt !== undefined) return state;
  return { ...state, dialogs: [{ ...dialog, paintedAt: at }, ...others] };
}

function forget(state: State): State {
  return state.leavingAt !== undefined && state.now - state.leavingAt >= LEAVE_MS
    ? { ...state, leavingAt: undefined }
    : state;
}

/** When the screen next has to change by itself, or undefined where nothing moves and no timer is needed. */
export function wakeAt(state: State): number | undefined {
  const times: number[] = [];
  // A screen nobody looks at needs no animation, only its seconds.
  if (isBusy(state)) times.push(state.now + (state.terminalFocused ? SPIN_MS : 1000));
  if (state.leavingAt !== undefined) times.push(state.leavingAt + LEAVE_MS);
  const armed = state.dialogs[0] && armedAt(state.dialogs[0]);
  if (armed !== undefined && armed > state.now) times.push(armed);
  return times.length === 0 ? undefined : Math.min(...times);
}
