import assert from "node:assert/strict";
import { test } from "node:test";
import { assertValid, notices, play, said, text } from "./loop.fixture.ts";

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
