import { HubError, type Problem, sentence } from "../tools/kit/errors.ts";
import {
  type Llm,
  LlmError,
  type Message,
  type Reply,
  type StopReason,
  type ToolUseBlock,
} from "../tools/llm/llm.ts";
import { costOf } from "../tools/llm/prices.ts";
import { watchForCircles } from "./circles.ts";
import { cleanStream } from "./clean-stream.ts";
import { type Clock, realClock } from "./clock.ts";
import type { AgentEvent, TurnEnd } from "./events.ts";
import { replyWithRetries } from "./retry.ts";
import { notRun, runCalls } from "./tool-round.ts";
import type { ToolSet } from "./tool-set.ts";

export type TurnWorld = {
  llm: Llm;
  system: string;
  tools: ToolSet;
  emit: (event: AgentEvent) => void;
  /** Aborted when the person interrupts. */
  signal: AbortSignal;
  /** Replies of the model in one turn; a model that needs more is stuck. */
  maxRounds?: number;
  clock?: Clock;
  /** Milliseconds for which the person has been asked so far: no part of what a call takes. */
  personTime?: () => number;
};

const MAX_ROUNDS = 24;
/** Refused repetitions after which a turn is ended. */
const MOST_CIRCLES = 3;

/**
 * One turn: the person's sentence, then model and tools in turn until the model is done. `messages` is the
 * conversation so far; it grows here and is valid whenever this function is not running, whatever went wrong.
 * Never rejects.
 */
export async function runTurn(
  messages: Message[],
  text: string,
  world: TurnWorld,
): Promise<TurnEnd> {
  const { emit } = world;
  emit({ type: "turn-started", text });
  const began = messages.length;
  messages.push({ role: "user", blocks: [{ type: "text", text }] });
  const end = await rounds(messages, began, world).catch((thrown: unknown) =>
    world.signal.aborted ? ({ kind: "interrupted" } as const) : failedTurn(thrown),
  );
  emit({ type: "turn-ended", why: end });
  return end;
}

async function rounds(messages: Message[], began: number, world: TurnWorld): Promise<TurnEnd> {
  const circles = watchForCircles();
  const clock = world.clock ?? realClock;
  const most = world.maxRounds ?? MAX_ROUNDS;
  for (let round = 0; round < most; round++) {
    const reply = await streamed(messages, world, clock);
    if (reply.stop === "refusal") return refused(messages, began, reply, world);
    if (reply.blocks.length > 0)
      messages.push({ role: "assistant", model: world.llm.model, blocks: reply.blocks });
    const calls = reply.blocks.filter((block): block is ToolUseBlock => block.type === "tool_use");
    const unfit = unfitToRun(reply.stop);
    if (calls.length > 0)
      messages.push({
        role: "user",
        blocks: unfit ? notRun(calls, unfit) : await runCalls(calls, { ...world, clock, circles }),
      });
    if (world.signal.aborted) return { kind: "interrupted" };
    if (circles.refused() >= MOST_CIRCLES) return inCircles();
    if (goesOn(reply.stop, calls.length > 0)) continue;
    notice(reply, world);
    return { kind: "done", stop: reply.stop };
  }
  world.emit({
    type: "notice",
    level: "warning",
    text: `Stopped after ${most} rounds of the model in one turn. Say “go on” to let it continue.`,
  });
  return { kind: "too-many-rounds", rounds: most };
}

/** One reply, streamed to the faces. An interrupted one leaves what the person has already read in the history. */
async function streamed(messages: Message[], world: TurnWorld, clock: Clock): Promise<Reply> {
  const { llm, emit, system, tools, signal } = world;
  let texts = { text: cleanStream(), thinking: cleanStream() };
  let shown = "";
  const show = (type: "text" | "thinking", text: string): void => {
    if (text === "") return;
    if (type === "text") shown += text;
    emit({ type, text });
  };
  const request = { system, messages, tools: tools.list.map((tool) => tool.card) };
  try {
    const reply = await replyWithRetries(
      llm,
      request,
      {
        delta(delta) {
          if (delta.type !== "tool") show(delta.type, texts[delta.type].push(delta.text));
        },
        retrying(retrying) {
          texts = { text: cleanStream(), thinking: cleanStream() };
          shown = "";
          emit({ type: "retrying", ...retrying });
        },
      },
      { clock, signal },
    );
    show("thinking", texts.thinking.end());
    show("text", texts.text.end());
    if (shown === "") show("text", cleanStream().push(textOf(reply)));
    emit({ type: "reply-ended", usage: reply.usage, cost: costOf(llm.model, reply.usage) });
    return reply;
  } catch (thrown) {
    if (signal.aborted && shown.trim() !== "")
      messages.push({
        role: "assistant",
        model: llm.model,
        blocks: [{ type: "text", text: `${shown} (interrupted by the person)` }],
      });
    throw thrown;
  }
}

const textOf = (reply: Reply): string =>
  reply.blocks.map((block) => (block.type === "text" ? block.text : "")).join("");

/** Calls in a reply that was cut short may themselves be cut short. */
function unfitToRun(stop: StopReason): string | undefined {
  if (stop === "max_tokens")
    return "Not run: the reply was cut at its longest before it was whole.";
  if (stop === "context_full") return "Not run: the conversation is full.";
  return undefined;
}

function goesOn(stop: StopReason, called: boolean): boolean {
  switch (stop) {
    case "pause_turn":
      return true;
    case "tool_use":
    case "max_tokens":
    case "end_turn":
    case "stop_sequence":
      return called;
    case "context_full":
    case "refusal":
    case "not_allowed":
    case "not_connected":
      return false;
  }
}

function notice(reply: Reply, world: TurnWorld): void {
  const say = (text: string) => world.emit({ type: "notice", level: "warning", text });
  if (reply.stop === "max_tokens")
    say("The answer was cut at the longest the model may write. Say “go on” for the rest.");
  else if (reply.stop === "context_full")
    say("The conversation fills all the model can hold. Clear it to start afresh.");
  else if (reply.blocks.length === 0) say("The model ended its turn without a word.");
}

/**
 * A refused sentence would be refused again with every later one, so it leaves the conversation; where tools have
 * run in this turn, what they did has to stay in it.
 */
function refused(messages: Message[], began: number, reply: Reply, world: TurnWorld): TurnEnd {
  const untouched = messages.length === began + 1;
  if (untouched) messages.length = began;
  else
    messages.push({
      role: "assistant",
      model: world.llm.model,
      blocks: [{ type: "text", text: "(The model declined to go on here.)" }],
    });
  world.emit({
    type: "notice",
    level: "warning",
    text: untouched
      ? "The model declined to answer this. The sentence is left out of the conversation; put it another way."
      : "The model declined to go on. What was done before stays done.",
  });
  return { kind: "done", stop: reply.stop };
}

function inCircles(): TurnEnd {
  return {
    kind: "failed",
    problem: "limit",
    message: "The model went in circles, making one call again and again.",
    advice: "Put it another way, or ask for one step of it.",
  };
}

const PROBLEMS: Record<LlmError["kind"], { problem: Problem; advice: string }> = {
  overloaded: { problem: "unavailable", advice: "Try again in a while." },
  "rate-limit": { problem: "limit", advice: "Try again in a while." },
  network: {
    problem: "unavailable",
    advice:
      "Check the network and ANTHROPIC_BASE_URL. OUTPOST_MODEL=offline goes on without a model.",
  },
  "sign-in": {
    problem: "sign-in",
    advice: "Check ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN.",
  },
  "bad-request": {
    problem: "failed",
    advice: "Check OUTPOST_MODEL_NAME; where the conversation has grown too long, clear it.",
  },
  "broken-stream": { problem: "unavailable", advice: "Try again." },
};

function failedTurn(thrown: unknown): TurnEnd {
  if (thrown instanceof LlmError)
    return { kind: "failed", message: thrown.message, ...PROBLEMS[thrown.kind] };
  const error = HubError.from(thrown);
  return { kind: "failed", message: sentence(error), problem: error.problem };
}
