import assert from "node:assert/strict";
import { test } from "node:test";
import type { FakeStep } from "../../tools/llm/fake-messages-script.ts";
import { type AskOptions, runAsk } from "./ask.ts";
import { createDesk, type Desk } from "./plain.fixture.ts";

const call = (name: string, input: object): FakeStep => ({ calls: [{ name, input }] });

type Asked = { desk: Desk; code: number; out: string; err: string; confirmed: unknown[] };

async function ask(
  steps: FakeStep[],
  options: Partial<AskOptions> & {
    interactive?: boolean;
    meanwhile?: (desk: Desk) => Promise<void>;
  },
): Promise<Asked> {
  const { interactive, meanwhile, sentences = ["do it"], ...more } = options;
  const desk = await createDesk(steps, { interactive: interactive ?? false });
  try {
    const [code] = await Promise.all([
      runAsk({ hub: desk.hub, io: desk.io, sentences, ...more }),
      meanwhile?.(desk),
    ]);
    const confirmed = await desk.confirmed();
    return { desk, code, out: desk.output.text(), err: desk.errors.text(), confirmed };
  } finally {
    await desk.close();
  }
}

test("the answer goes to stdout, everything else to stderr", async () => {
  const { code, out, err } = await ask(
    [
      { say: "Let me look.", calls: [{ name: "thing_list", input: {} }] },
      { say: "One thing: the lamp." },
    ],
    {},
  );
  assert.equal(code, 0);
  assert.equal(out, "Let me look.\nOne thing: the lamp.\n");
  assert.match(err, /^\* thing_list \{\}\n {2}thing_list done, \d\.\d s: 1 things\.\n$/);
});

test("several sentences are several turns of one conversation", async () => {
  const { desk, out } = await ask([{ say: "a" }, { say: "b" }], { sentences: ["one", "two"] });
  assert.equal(out, "a\nb\n");
  assert.equal(desk.api.requests[1]?.messages.length, 3);
});

test("a reply that broke off never reaches a pipe", async () => {
  const { code, out, err } = await ask(
    [{ say: "half of", end: "error" }, { status: 429, retryAfterMs: 1 }, { say: "the whole" }],
    {},
  );
  assert.equal(code, 0);
  assert.equal(out, "the whole\n");
  assert.match(err, /overloaded\. Attempt 2 in 1 s/);
});

test("without a person, a write is refused and the flag is printed, ready to copy", async () => {
  const { code, err, desk } = await ask(
    [call("thing_put", { thing: "it's new" }), { say: "It was not allowed." }],
    {},
  );
  assert.equal(code, 3);
  assert.deepEqual(desk.shelf.writes, []);
  assert.match(err, /1\. POST \/v1\/things\/it's new\n/);
  assert.match(err, /--approve 'thing_put=it'\\''s new'\n/);
});

test("--approve is good for one call each, and destroying needs its target named", async () => {
  const twice = [
    call("thing_put", { thing: "a" }),
    call("thing_put", { thing: "b" }),
    { say: "Half done." },
  ];
  const once = await ask(twice, { approve: ["thing_put"] });
  assert.equal(once.code, 3);
  assert.deepEqual(once.desk.shelf.writes, ["POST /things/a", "PUT /things/a:label"]);
  const both = await ask(twice, { approve: ["thing_put", "thing_put=b"] });
  assert.equal(both.code, 0);
  assert.equal(both.desk.shelf.writes.length, 4);

  const gone = [call("thing_delete", { thing: "lamp" }), { say: "ok" }];
  for (const [approve, code] of [
    [["thing_delete"], 3],
    [["thing_delete=lam"], 3],
    [["thing_put=lamp"], 3],
    [["thing_delete=lamp"], 0],
  ] as const) {
    const { desk, code: got, err } = await ask(gone, { approve });
    assert.equal(got, code, approve[0]);
    assert.equal(desk.shelf.writes.length, code === 0 ? 1 : 0);
    assert.equal(err.includes("was not used"), code !== 0);
  }
  await assert.rejects(ask([], { approve: ["=x"] }), { problem: "bad-input" });
});

test("the log tells a word on the command line from an answer to a question", async () => {
  const gone = [call("thing_delete", { thing: "lamp" }), { say: "ok" }];
  const beforehand = await ask(gone, { approve: ["thing_delete=lamp"] });
  assert.deepEqual(beforehand.confirmed, ["flag"]);
  const asked = await ask(gone, {
    interactive: true,
    async meanwhile(at) {
      await at.errors.until("Type the name");
      at.type("lamp");
    },
  });
  assert.deepEqual(asked.confirmed, ["elicitation"]);
});

test("on a terminal the question is asked there, and what was typed ahead answers nothing", async () => {
  const gone = [call("thing_delete", { thing: "lamp" }), { say: "ok" }];
  for (const [answer, code] of [
    ["lamp", 0],
    ["yes", 3],
    ["", 3],
  ] as const) {
    const { desk, code: got } = await ask(gone, {
      interactive: true,
      async meanwhile(at) {
        at.type("lamp");
        await at.errors.until("Type the name");
        at.type(answer);
      },
    });
    assert.equal(got, code, JSON.stringify(answer));
    assert.equal(desk.shelf.writes.length, code === 0 ? 1 : 0);
  }
});

test("json is one object at the end, stream-json one event a line", async () => {
  const steps = [call("thing_list", {}), { say: "One." }];
  const whole = await ask(steps, { outputFormat: "json" });
  const result = JSON.parse(whole.out);
  assert.equal(result.exit_code, 0);
  assert.equal(result.turns[0].answer, "One.");
  assert.deepEqual(result.turns[0].tools[0].outcome.data, { things: ["lamp"] });

  const lines = (await ask(steps, { outputFormat: "stream-json" })).out.trim().split("\n");
  const types = lines.map((line) => JSON.parse(line).type);
  assert.deepEqual(types, [
    "turn-started",
    "reply-ended",
    "tool-started",
    "tool-ended",
    "text",
    "reply-ended",
    "turn-ended",
    "result",
  ]);
});

test("a model that cannot be used ends it with 5, and the later sentences are not said", async () => {
  const { code, err, desk } = await ask([{ status: 401, message: "no" }], {
    sentences: ["a", "b"],
  });
  assert.equal(code, 5);
  assert.match(err, /ANTHROPIC_API_KEY/);
  assert.equal(desk.api.requests.length, 1);
});

test("Ctrl-C ends it with 130", async () => {
  const { code, err } = await ask([{ say: "a", end: "hang" }], {
    sentences: ["a", "b"],
    async meanwhile(desk) {
      await desk.api.nextRequest();
      desk.pressCtrlC();
    },
  });
  assert.equal(code, 130);
  assert.match(err, /Interrupted/);
});

test("when the reader of the answers has gone, it stops", async () => {
  const { code } = await ask([{ say: "a", end: "hang" }], {
    async meanwhile(desk) {
      await desk.api.nextRequest();
      desk.output.stream.destroy(new Error("EPIPE"));
    },
  });
  assert.equal(code, 130);
});
