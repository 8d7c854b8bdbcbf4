import assert from "node:assert/strict";
import { createAnthropic } from "../tools/llm/anthropic.ts";
import { startFakeMessagesApi } from "../tools/llm/fake-messages-api.ts";
import type { FakeStep } from "../tools/llm/fake-messages-script.ts";
import type { Message } from "../tools/llm/llm.ts";
import type { Clock } from "./clock.ts";
import type { AgentEvent, TurnEnd } from "./events.ts";
import { runTurn } from "./loop.ts";
import type { OnCall, ToolAnswer, ToolSet } from "./tool-set.ts";

export type Calls = { [name: string]: (input: unknown, on: OnCall) => Promise<ToolAnswer> };

export const said = (plain: string, ok = true): ToolAnswer => ({
  ok,
  plain,
  forModel: `<${plain}>`,
});

/** Tools whose name says what they do to the world: `look…` reads, everything else changes. */
function toolSet(calls: Calls): ToolSet {
  return {
    list: Object.keys(calls).map((name) => ({
      card: { name, description: name, inputSchema: { type: "object" } },
      title: name,
      server: "shelf",
      effect: name.startsWith("look") ? "reads" : "changes",
    })),
    call: (name, input, on) => calls[name]?.(input, on) ?? Promise.reject(new Error(name)),
  };
}

/** A clock that never waits and notes what it was asked to wait. */
function instantClock(): Clock & { waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => 0,
    random: () => 0,
    async wait(ms, signal) {
      signal.throwIfAborted();
      waits.push(ms);
    },
  };
}

type Played = {
  end: TurnEnd;
  events: AgentEvent[];
  messages: Message[];
  requests: { messages: unknown[] }[];
  clock: ReturnType<typeof instantClock>;
};

/** Plays one turn against the scripted API, over a history if one is given. */
export async function play(
  steps: FakeStep[],
  calls: Calls = {},
  more: {
    maxRounds?: number;
    stop?: AbortController;
    onEvent?: (event: AgentEvent) => void;
    messages?: Message[];
    /** Instead of the scripted API: an address where nothing answers. */
    baseUrl?: string;
  } = {},
): Promise<Played> {
  const api = await startFakeMessagesApi(steps);
  const events: AgentEvent[] = [];
  const messages = more.messages ?? [];
  const clock = instantClock();
  try {
    const end = await runTurn(messages, "do it", {
      llm: createAnthropic({ apiKey: "k", baseUrl: more.baseUrl ?? api.url, profile: "anthropic" }),
      system: "You are a test.",
      tools: toolSet(calls),
      emit(event) {
        events.push(event);
        more.onEvent?.(event);
      },
      signal: more.stop?.signal ?? new AbortController().signal,
      clock,
      ...(more.maxRounds === undefined ? {} : { maxRounds: more.maxRounds }),
    });
    return { end, events, messages, requests: api.requests, clock };
  } finally {
    await api.close();
  }
}

/** Says another sentence into the same history; the stand-in refuses a history that is not valid. */
export async function assertValid(messages: Message[]): Promise<void> {
  const { end } = await play([{ say: "fine" }], {}, { messages: structuredClone(messages) });
  assert.deepEqual(end, { kind: "done", stop: "end_turn" });
}

export const text = (events: AgentEvent[]) =>
  events.map((event) => (event.type === "text" ? event.text : "")).join("");

export const notices = (events: AgentEvent[]) =>
  events.filter((event) => event.type === "notice").map((event) => event.text);
