import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnthropic } from "../tools/llm/anthropic.ts";
import { startFakeMessagesApi } from "../tools/llm/fake-messages-api.ts";
import type { FakeStep } from "../tools/llm/fake-messages-script.ts";
import type { Message } from "../tools/llm/llm.ts";
import type { Clock } from "./clock.ts";
import type { AgentEvent, TurnEnd } from "./events.ts";
import { runTurn } from "./loop.ts";
import type { OnCall, ToolAnswer, ToolSet } from "./tool-set.ts";

type Calls = { [name: string]: (input: unknown, on: OnCall) => Promise<ToolAnswer> };

const said = (plain: string, ok = true): ToolAnswer => ({ ok, plain, forModel: `<${plain}>` });

/** Tools whose name says what they do to the world: `look…` reads, everything else changes. */
function toolSet(calls: Calls): ToolSet {
  return {
    list: Object.keys(calls).map((name) => ({
      card: { name, description: name, inputSchema: { type: "object" } },
      title: name,
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

async function play(
  steps: FakeStep[],
  calls: Calls = {},
  more: {
    maxRounds?: number;
    stop?: AbortController;
    onEvent?: (event: AgentEvent) => void;
    messages?: Message[];
  } = {},
): Promise<Played> {
  const api = await startFakeMessagesApi(steps);
  const events: AgentEvent[] = [];
  const messages = more.messages ?? [];
  const clock = instantClock();
  try {
    const end = await runTurn(messages, "do it", {
      llm: createAnthropic({ apiKey: "k", baseUrl: api.url, profile: "anthropic" }),
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
async function assertValid(messages: Message[]): Promise<void> {
  const { end } = await play([{ say: "fine" }], {}, { messages: structuredClone(messages) });
  assert.deepEqual(end, { kind: "done", stop: "end_turn" });
}

const text = (events: AgentEvent[]) =>
  events.map((event) => (event.type === "text" ? event.text : "")).join("");

const notices = (events: AgentEvent[]) =>
  events.filter((event) => event.type === "notice").map((event) => event.text);

test("model and tools take turns until the model is done", async () => {
  const { end, events, requests, messages } = await play(
    [{ think: "hm", calls: [{ name: "look", input: { at: 1 } }] }, { say: "There are two." }],
    { look: async () => ({ ...said("two"), data: { n: 2 } }) },
  );
  assert.deepEqual(end, { kind: "done", stop: "end_turn" });
  assert.deepEqual(
    events.map((event) => event.type),
    "turn-started thinking reply-ended tool-started tool-ended text text reply-ended turn-ended".split(
      " ",
    ),
  );
  assert.equal(text(events), "There are two.");
  assert.match(JSON.stringify(requests[1]), /"tool_result".*<two>/);
  assert.equal(messages.length, 4);
});

test("reads run together, a write runs alone between them, and answers keep the order of the calls", async () => {
  const log: string[] = [];
  let together: (() => void) | undefined;
  const bothBegun = new Promise<void>((resolve) => {
    together = resolve;
  });
  const tool = (name: string) => async () => {
    log.push(`${name} begins`);
    if (name === "look_b") together?.();
    // The first two can only end when both have begun.
    if (name === "look_a" || name === "look_b") await bothBegun;
    else await Promise.resolve();
    log.push(`${name} ends`);
    return said(name);
  };
  const names = ["look_a", "look_b", "write_c", "write_d", "look_e"];
  const { requests } = await play(
    [{ calls: names.map((name) => ({ name, input: {} })) }, { say: "ok" }],
    Object.fromEntries(names.map((name) => [name, tool(name)])),
  );
  assert.deepEqual(log.slice(0, 2), ["look_a begins", "look_b begins"]);
  assert.deepEqual(log.slice(4), [
    "write_c begins",
    "write_c ends",
    "write_d begins",
    "write_d ends",
    "look_e begins",
    "look_e ends",
  ]);
  const answers = JSON.stringify(requests[1]?.messages.at(-1));
  assert.deepEqual(
    answers.match(/<\w+>/g),
    names.map((name) => `<${name}>`),
  );
});

test("an interrupt in mid-text keeps what was read and leaves a valid history", async () => {
  const stop = new AbortController();
  const { end, messages, events } = await play(
    [{ say: ["Once upon"], end: "hang" }],
    {},
    { stop, onEvent: (event) => event.type === "text" && stop.abort() },
  );
  assert.deepEqual(end, { kind: "interrupted" });
  assert.deepEqual(events.at(-1), { type: "turn-ended", why: end });
  assert.match(JSON.stringify(messages.at(-1)), /Once upon \(interrupted/);
  await assertValid(messages);
});

test("an interrupt while tools run answers every call, begun or not", async () => {
  const stop = new AbortController();
  const { end, messages, events } = await play(
    [
      {
        calls: [
          { name: "write_a", input: {} },
          { name: "write_b", input: {} },
        ],
      },
    ],
    {
      write_a: (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          stop.abort();
        }),
      write_b: () => assert.fail("not to be begun"),
    },
    { stop },
  );
  assert.deepEqual(end, { kind: "interrupted" });
  const results = messages.at(-1)?.blocks ?? [];
  assert.equal(results.length, 2);
  assert.match(JSON.stringify(results[0]), /Whether it took effect is not known/);
  assert.match(JSON.stringify(results[1]), /Not run/);
  const of = (type: string) => events.filter((event) => event.type === type).length;
  assert.equal(of("tool-started"), of("tool-ended"));
  await assertValid(messages);
});

test("failures of the model are retried with a countdown the person sees", async () => {
  const { end, events, clock } = await play([
    { status: 429, retryAfter: "3" },
    { status: 529 },
    { say: "half a rep", end: "error" },
    { say: "half again", end: "cut" },
    { say: "whole" },
  ]);
  assert.deepEqual(end, { kind: "done", stop: "end_turn" });
  const countdown = events.filter((event) => event.type === "retrying");
  assert.deepEqual(
    countdown.map((event) => [event.attempt, event.inSeconds]),
    [2, 3, 4, 5].flatMap((attempt) => {
      const seconds = [3, 2, 4, 8][attempt - 2] ?? 0;
      return Array.from({ length: seconds }, (_, i) => [attempt, seconds - i]);
    }),
  );
  assert.equal(clock.waits.length, 3 + 2 + 4 + 8);
  assert.match(countdown[0]?.reason ?? "", /rate limit/);
});

test("what cannot get better by asking again is not asked again", async () => {
  const { end, events } = await play([{ status: 401, message: "bad key" }]);
  assert.equal(end.kind, "failed");
  assert.ok(end.kind === "failed" && end.problem === "sign-in" && end.advice);
  assert.ok(!events.some((event) => event.type === "retrying"));
});

test("retrying has an end, and an interrupt ends the wait", async () => {
  const down = await play([{ when: ".", reply: { status: 529 } }]);
  assert.ok(down.end.kind === "failed" && down.end.problem === "unavailable");
  assert.equal(down.requests.length, 6);

  const stop = new AbortController();
  const { end } = await play(
    [{ when: ".", reply: { status: 529 } }],
    {},
    { stop, onEvent: (event) => event.type === "retrying" && stop.abort() },
  );
  assert.deepEqual(end, { kind: "interrupted" });
});

test("every stop reason ends or continues the turn as it should", async () => {
  const paused = await play([{ say: "Still", stop: "pause_turn" }, { say: "done" }]);
  assert.deepEqual(paused.end, { kind: "done", stop: "end_turn" });

  const cut = await play([{ say: "A long", stop: "max_tokens" }]);
  assert.deepEqual(cut.end, { kind: "done", stop: "max_tokens" });
  assert.match(notices(cut.events)[0] ?? "", /cut/);

  const cutCall = await play(
    [{ calls: [{ name: "write", input: {} }], stop: "max_tokens" }, { say: "ok" }],
    { write: () => assert.fail("a call that may be cut short is not made") },
  );
  assert.deepEqual(cutCall.end, { kind: "done", stop: "end_turn" });

  const full = await play(
    [{ calls: [{ name: "write", input: {} }], stop: "model_context_window_exceeded" }],
    {
      write: () => assert.fail("not to be run"),
    },
  );
  assert.deepEqual(full.end, { kind: "done", stop: "context_full" });
  await assertValid(full.messages);

  const silent = await play([{}]);
  assert.match(notices(silent.events)[0] ?? "", /without a word/);
});

test("a refused sentence leaves the conversation; what tools did stays in it", async () => {
  const first = await play([{ say: "I can't", stop: "refusal" }]);
  assert.deepEqual(first.end, { kind: "done", stop: "refusal" });
  assert.deepEqual(first.messages, []);

  const later = await play([{ calls: [{ name: "write", input: {} }] }, { stop: "refusal" }], {
    write: async () => said("written"),
  });
  assert.equal(later.messages.length, 4);
  await assertValid(later.messages);
});

test("the same call with the same outcome is not made a third time, and circles end the turn", async () => {
  let made = 0;
  const again = { when: ".", reply: { calls: [{ name: "look", input: { x: 1 } }] } };
  const look = async () => {
    made++;
    return said("seen");
  };
  const { end, messages } = await play([again], { look });
  assert.equal(made, 2);
  assert.ok(end.kind === "failed" && end.problem === "limit");
  await assertValid(messages);
});

test("a call whose outcome moves on may be repeated, up to the rounds of a turn", async () => {
  let made = 0;
  const again = { when: ".", reply: { calls: [{ name: "look", input: {} }] } };
  const { end, messages } = await play(
    [again],
    { look: async () => said(`${++made} %`) },
    { maxRounds: 5 },
  );
  assert.deepEqual(end, { kind: "too-many-rounds", rounds: 5 });
  assert.equal(made, 5);
  await assertValid(messages);
});

test("an unknown tool and a lost link are answered to the model as errors it can act on", async () => {
  const { requests, end } = await play(
    [
      {
        calls: [
          { name: "fly", input: {} },
          { name: "look", input: {} },
        ],
      },
      { say: "I see" },
    ],
    { look: () => Promise.reject(new Error("Connection closed")) },
  );
  assert.equal(end.kind, "done");
  const answers = JSON.stringify(requests[1]?.messages.at(-1));
  assert.match(answers, /no tool called fly. Valid here: look/);
  assert.match(answers, /is_error":true.*is_error":true/);
});

test("terminal codes in a reply never reach a face, even cut in two by the stream", async () => {
  const { events } = await play([
    { say: ["a\u001b[3", "1mb\u202ec", "\u001b]0;title", "\u0007d"] },
  ]);
  assert.equal(text(events), "abcd");
});
