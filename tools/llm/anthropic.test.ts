import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { inspect } from "node:util";
import { type AnthropicOptions, createAnthropic } from "./anthropic.ts";
import { startFakeMessagesApi } from "./fake-messages-api.ts";
import type { FakeStep } from "./fake-messages-script.ts";
import { type Delta, LlmError, type Message, type Request } from "./llm.ts";
import { costOf } from "./prices.ts";

const KEY = "sk-ant-very-secret-0123456789";
const never = new AbortController().signal;
const hello: Message = { role: "user", blocks: [{ type: "text", text: "hello" }] };
const CARD = { name: "look", description: "Looks.", inputSchema: { type: "object" } };
const asking: Request = { system: "Be brief.", messages: [hello], tools: [CARD] };

async function withApi<T>(
  steps: FakeStep[],
  work: (
    api: Awaited<ReturnType<typeof startFakeMessagesApi>>,
    llm: ReturnType<typeof createAnthropic>,
  ) => Promise<T>,
  options: AnthropicOptions = {},
): Promise<T> {
  const api = await startFakeMessagesApi(steps);
  try {
    return await work(api, createAnthropic({ apiKey: KEY, baseUrl: api.url, ...options }));
  } finally {
    await api.close();
  }
}

const failure = (steps: FakeStep[], options: AnthropicOptions = {}): Promise<LlmError> =>
  withApi(
    steps,
    async (_, llm) => {
      const thrown: unknown = await llm
        .reply(asking, () => undefined, never)
        .then(
          () => assert.fail("it should have failed"),
          (error: unknown) => error,
        );
      assert.ok(thrown instanceof LlmError, inspect(thrown));
      assert.ok(!inspect(thrown, { depth: 9 }).includes(KEY));
      return thrown;
    },
    options,
  );

test("text and thinking stream, and split tool input arrives whole", () =>
  withApi(
    [
      {
        think: "hm",
        say: ["Hel", "lo"],
        calls: [
          { name: "look", input: { at: "fs1", deep: [1, 2] } },
          { name: "look", input: {} },
        ],
      },
    ],
    async (_, llm) => {
      const deltas: Delta[] = [];
      const reply = await llm.reply(asking, (delta) => deltas.push(delta), never);
      assert.deepEqual(deltas, [
        { type: "thinking", text: "hm" },
        { type: "text", text: "Hel" },
        { type: "text", text: "lo" },
        { type: "tool", name: "look" },
        { type: "tool", name: "look" },
      ]);
      assert.equal(reply.stop, "tool_use");
      assert.deepEqual(
        reply.blocks.map((b) => (b.type === "tool_use" ? b.input : b.type)),
        ["thinking", "text", { at: "fs1", deep: [1, 2] }, {}],
      );
      assert.deepEqual(reply.usage, { input: 7, output: 5, cacheRead: 900, cacheWrite: 50 });
    },
  ));

test("the API itself gets caching and thinking, any other endpoint neither", async () => {
  const twice = {
    ...asking,
    messages: [
      hello,
      { role: "assistant" as const, model: "m", blocks: [{ type: "text" as const, text: "hi" }] },
      hello,
    ],
  };
  for (const profile of ["anthropic", "compatible"] as const)
    await withApi(
      [{ say: "ok" }],
      async (api, llm) => {
        await llm.reply(twice, () => undefined, never);
        const sent = JSON.stringify(api.requests[0]);
        const anthropic = profile === "anthropic";
        assert.equal(sent.includes('"ttl":"1h"'), anthropic);
        assert.equal(sent.split('"cache_control"').length - 1, anthropic ? 3 : 0);
        assert.equal(
          sent.includes('"thinking":{"type":"adaptive","display":"summarized"}'),
          anthropic,
        );
        assert.equal(/temperature|top_p|tool_choice/.test(sent), false);
        assert.equal(api.headers[0]?.["anthropic-beta"], undefined);
      },
      { profile },
    );
});

test("signed thinking goes back word for word to the model that wrote it, and to no other", () =>
  withApi([{ think: "hm", say: "a" }, { say: "b" }, { say: "c" }], async (api, llm) => {
    const first = await llm.reply(asking, () => undefined, never);
    const history = (model: string): Message[] => [
      hello,
      { role: "assistant", model, blocks: first.blocks },
      hello,
    ];
    await llm.reply({ ...asking, messages: history(llm.model) }, () => undefined, never);
    await llm.reply({ ...asking, messages: history("another-model") }, () => undefined, never);
    const [, same, other] = api.requests.map((request) => JSON.stringify(request.messages[1]));
    assert.match(same ?? "", /\{"type":"thinking","thinking":"hm","signature":"signed-/);
    assert.ok(!other?.includes("thinking"));
  }));

test("every failure has its kind, and says whether and when to try again", async () => {
  const cases: [FakeStep, LlmError["kind"], LlmError["retry"]][] = [
    [{ status: 429, retryAfterMs: 20 }, "rate-limit", { afterSeconds: 0.02 }],
    [{ status: 429, retryAfter: "2" }, "rate-limit", { afterSeconds: 2 }],
    [{ status: 429, retryAfter: "-5" }, "rate-limit", {}],
    [{ status: 429, retryAfter: "7200" }, "rate-limit", { afterSeconds: 60 }],
    [
      { status: 429, retryAfter: "Wed, 21 Oct 2015 07:28:00 GMT" },
      "rate-limit",
      { afterSeconds: 0 },
    ],
    [{ status: 529 }, "overloaded", {}],
    [{ status: 500 }, "network", {}],
    [{ status: 401, message: `bad key ${KEY}` }, "sign-in", undefined],
    [{ status: 403 }, "sign-in", undefined],
    [{ status: 400, message: "prompt is too long" }, "bad-request", undefined],
    [{ status: 404 }, "bad-request", undefined],
    [{ say: "half", end: "error" }, "overloaded", {}],
    [{ say: "half", end: "error", errorType: "api_error" }, "broken-stream", {}],
    [{ say: "half", end: "cut" }, "broken-stream", {}],
    [{ calls: [{ name: "look", input: {}, raw: "not json" }] }, "broken-stream", {}],
  ];
  for (const [step, kind, retry] of cases) {
    const error = await failure([step]);
    assert.equal(error.kind, kind, `${JSON.stringify(step)}: ${error.message}`);
    assert.deepEqual(error.retry, retry, JSON.stringify(step));
  }
});

test("a server that hangs in mid-reply is given up, one that only pings is not", async () => {
  const error = await failure([{ say: "half", end: "hang" }], { idleSeconds: 0.1 });
  assert.equal(error.kind, "network");
  assert.deepEqual(error.retry, {});
  assert.match(error.message, /no sign of life for 0.1 s/);

  await withApi(
    [{ say: "half", end: "ping" }],
    async (_, llm) => {
      const stop = new AbortController();
      const reply = llm.reply(asking, () => undefined, stop.signal);
      await assert.rejects(
        Promise.race([reply, rejectAfter(1_000)]),
        /still waiting/,
        "pings count as a sign of life",
      );
      stop.abort();
      await assert.rejects(reply, { name: "AbortError" });
    },
    { idleSeconds: 0.5 },
  );
});

const rejectAfter = (ms: number) =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error("still waiting")), ms));

test("an abort ends the reply at once and is no failure of the model", () =>
  withApi([{ say: "half", end: "hang" }], async (_, llm) => {
    const stop = new AbortController();
    const reply = llm.reply(asking, () => stop.abort(), stop.signal);
    await assert.rejects(reply, { name: "AbortError" });
  }));

test("a server that is not there, and one that answers HTML, are told apart", async () => {
  const gone = createAnthropic({ apiKey: KEY, baseUrl: "http://127.0.0.1:9" });
  await assert.rejects(
    gone.reply(asking, () => undefined, never),
    (error: LlmError) => error.kind === "network" && /could not be reached/.test(error.message),
  );
  const web = createServer((_, response) => response.end("<html>welcome</html>"));
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  const { port } = web.address() as AddressInfo; // listening on TCP
  const llm = createAnthropic({ apiKey: KEY, baseUrl: `http://127.0.0.1:${port}` });
  await assert.rejects(
    llm.reply(asking, () => undefined, never),
    (error: LlmError) => error.kind === "broken-stream",
  );
  web.closeAllConnections();
  web.close();
});

test("the cost is told where the price is known, hour-long cache writes included", () => {
  const usage = { input: 1e6, output: 1e6, cacheRead: 1e6, cacheWrite: 2e6, cacheWriteHour: 1e6 };
  assert.equal(costOf("claude-opus-5-5", usage), 4 + 20 + 0.2 + 5 + 8);
  assert.equal(costOf("some-local-model", usage), undefined);
});
