import type { Question } from "../../tools/kit/question.ts";
import type { AgentEvent, TurnEnd } from "../events.ts";
import { goesOn, lookAgain } from "../look-again.ts";
import { type Block, isLive } from "./blocks.ts";
import { freeze } from "./markdown.ts";
import { only, type State, type Step } from "./state.ts";

/** What an event of the loop does to the screen's state. */
export function onAgent(state: State, event: AgentEvent, at: number): Step {
  switch (event.type) {
    case "turn-started":
      return only({
        ...turnOver(state),
        turn: [{ kind: "person", text: event.text, open: false }],
        turnStartedAt: at,
        retry: undefined,
      });
    case "text":
      return only(addText({ ...state, retry: undefined }, event.text));
    case "thinking":
      return only(addThinking({ ...state, retry: undefined }, event.text));
    case "reply-ended":
      return only(closeReply({ ...state, retry: undefined }));
    case "tool-started": {
      const { id, name, input } = event.call;
      const { effect } = event;
      const card: Block = { kind: "tool", id, name, effect, input, startedAt: at, open: false };
      return only(add(closeReply({ ...state, retry: undefined }), card));
    }
    case "tool-progress":
      return only(changeTool(state, event.id, { progress: event.progress }));
    case "tool-ended":
      return only(changeTool(state, event.id, { outcome: event.outcome }));
    case "retrying": {
      const { reason, attempt, inSeconds } = event;
      return only({
        ...closeReply(state),
        retry: { reason, attempt, until: at + inSeconds * 1000 },
      });
    }
    case "notice":
      return only(add(closeReply(state), { kind: "notice", level: event.level, text: event.text }));
    case "turn-ended":
      return only(turnOver(endTurn(closeReply(state), event.why)));
  }
}

/** Adds a block at the end of the running turn. */
export function add(state: State, block: Block): State {
  return { ...state, turn: [...state.turn, block] };
}

/** What the person said to a question stands before the card of the call that asked, so that it reads in order. */
export function addAnswer(
  state: State,
  said: "yes" | "no" | "withdrawn",
  question: Question,
): State {
  const answer: Block = { kind: "answer", said, sentence: question.sentence };
  const card = state.turn.findLastIndex(
    (block) => block.kind === "tool" && block.name === question.tool && isLive(block),
  );
  return card < 0 ? add(state, answer) : { ...state, turn: state.turn.toSpliced(card, 0, answer) };
}

function replaceLast(state: State, ...blocks: Block[]): State {
  return { ...state, turn: [...state.turn.slice(0, -1), ...blocks] };
}

/** Text joins the open end of the reply; whole blocks of it are finished as soon as they cannot change any more. */
function addText(state: State, text: string): State {
  const calm = state.turn.at(-1)?.kind === "thinking" ? closeReply(state) : state;
  const last = calm.turn.at(-1);
  const open = last?.kind === "reply" && last.open;
  const all = open ? last.text + text : text;
  const { finished, rest } = text.includes("\n") ? freeze(all) : { finished: [], rest: all };
  const blocks: Block[] = finished.map((part) => ({ kind: "reply", text: part, open: false }));
  if (rest !== "") blocks.push({ kind: "reply", text: rest, open: true });
  return open ? replaceLast(calm, ...blocks) : { ...calm, turn: [...calm.turn, ...blocks] };
}

function addThinking(state: State, text: string): State {
  const last = state.turn.at(-1);
  if (last?.kind === "thinking" && last.live)
    return replaceLast(state, { ...last, text: last.text + text });
  return add(closeReply(state), { kind: "thinking", text, live: true, open: false });
}

/** Nothing more will be added to what streamed last. */
function closeReply(state: State): State {
  const last = state.turn.at(-1);
  if (last?.kind === "thinking" && last.live)
    return last.text.trim() === ""
      ? replaceLast(state)
      : replaceLast(state, { ...last, live: false });
  if (last?.kind !== "reply" || !last.open) return state;
  return last.text.trim() === ""
    ? replaceLast(state)
    : replaceLast(state, { ...last, open: false });
}

function changeTool(
  state: State,
  id: string,
  change: Partial<Pick<Extract<Block, { kind: "tool" }>, "progress" | "outcome">>,
): State {
  const at = state.turn.findLastIndex((block) => block.kind === "tool" && block.id === id);
  const block = state.turn[at];
  if (block?.kind !== "tool") return state;
  return { ...state, turn: state.turn.with(at, { ...block, ...change }) };
}

function endTurn(state: State, why: TurnEnd): State {
  const note = why.kind === "interrupted" ? stopNotice(state.turn) : endNotice(why);
  const turn = state.turn.map(
    (block): Block =>
      block.kind === "tool" && !block.outcome ? { ...block, stopped: true } : block,
  );
  return {
    ...state,
    turn: note ? [...turn, note] : turn,
    turnStartedAt: undefined,
    retry: undefined,
  };
}

/** A write that had begun, or a job that was waited for, goes on without us, and the person has to know. */
function stopNotice(turn: readonly Block[]): Block {
  const begun = turn.findLast(
    (block) =>
      block.kind === "tool" &&
      (block.effect !== "reads" || lookAgain(block.progress?.message) !== undefined) &&
      block.progress !== undefined &&
      (!block.outcome || block.outcome.problem === "interrupted"),
  );
  const heard = begun?.kind === "tool" ? begun.progress?.message : undefined;
  return {
    kind: "notice",
    level: "warning",
    text: "Stopped.",
    ...(heard ? { advice: goesOn(heard) } : {}),
  };
}

function endNotice(why: Exclude<TurnEnd, { kind: "interrupted" }>): Block | undefined {
  const notice = (level: "warning" | "error", text: string, advice?: string): Block => ({
    kind: "notice",
    level,
    text,
    ...(advice === undefined ? {} : { advice }),
  });
  switch (why.kind) {
    case "too-many-rounds":
      return notice(
        "warning",
        `Stopped after ${why.rounds} rounds of tool calls.`,
        "Say “go on” to continue.",
      );
    case "failed":
      return notice("error", why.message, why.advice);
    case "done":
      if (why.stop === "max_tokens")
        return notice(
          "warning",
          "The reply was cut at its greatest length.",
          "Say “go on” to continue.",
        );
      if (why.stop === "context_full")
        return notice(
          "warning",
          "The conversation is too long for the model.",
          "/clear begins a new one.",
        );
      if (why.stop === "refusal") return notice("warning", "The model declined to answer.");
      return undefined;
  }
}

/** The turn's blocks join the past, where nothing streams. */
function turnOver(state: State): State {
  if (state.turn.length === 0) return state;
  return { ...state, past: [...state.past, ...state.turn], turn: [], turnStartedAt: undefined };
}
