import assert from "node:assert/strict";
import { test } from "node:test";
import { startFakeMessagesApi } from "../tools/llm/fake-messages-api.ts";
import { assertValid, play } from "./loop.fixture.ts";

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

test("where nothing listens it is tried for a few seconds alone, then said what to do", async () => {
  const api = await startFakeMessagesApi([]);
  await api.close();
  const { end, clock } = await play([], {}, { baseUrl: api.url });
  assert.ok(end.kind === "failed" && end.problem === "unavailable");
  assert.match(end.message, /could not be reached \(ECONNREFUSED\)/);
  assert.match(end.advice ?? "", /ANTHROPIC_BASE_URL.*OUTPOST_MODEL=offline/);
  const seconds = clock.waits.reduce((sum, ms) => sum + ms, 0) / 1000;
  assert.ok(seconds <= 4, `${seconds} s`);
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
