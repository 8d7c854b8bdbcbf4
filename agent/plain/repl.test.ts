import assert from "node:assert/strict";
import { test } from "node:test";
import type { FakeStep } from "../../tools/llm/fake-messages-script.ts";
import { COMMANDS } from "../slash-commands.ts";
import { createDesk, type Desk } from "./plain.fixture.ts";
import { runPlain } from "./repl.ts";

const call = (name: string, input: object): FakeStep => ({ calls: [{ name, input }] });

/** A conversation at the desk; `talk` types and reads, the result is the exit code. */
async function converse(
  steps: FakeStep[],
  talk: (desk: Desk) => Promise<void>,
  options: { interactive?: boolean; approve?: string[] } = {},
): Promise<{ code: number; desk: Desk; out: string }> {
  const desk = await createDesk(steps, { interactive: options.interactive ?? true });
  try {
    const [code] = await Promise.all([
      runPlain({ hub: desk.hub, io: desk.io, approve: options.approve ?? [] }),
      talk(desk),
    ]);
    return { code, desk, out: desk.output.text() };
  } finally {
    await desk.close();
  }
}

test("a whole conversation in plain lines: a plan, a yes, the result", async () => {
  const { code, desk, out } = await converse(
    [call("thing_put", { thing: "vase" }), { say: "The vase stands." }, { say: "Bye." }],
    async (at) => {
      at.type("put a vase there");
      await at.output.until("Go ahead? Type yes or no: ");
      at.type("yes");
      await at.output.until("The vase stands.\n> ");
      at.type("thanks");
      await at.output.until("Bye.\n> ");
      at.endInput();
    },
  );
  assert.equal(code, 0);
  assert.equal(desk.shelf.writes.length, 2);
  assert.match(out, /DESTRUCTIVE calls are open/);
  assert.match(out, /> \* thing_put \(changes\) \{"thing":"vase"\}\n/);
  assert.match(out, / {2}2\. PUT \/v1\/things\/vase:label\n/);
  assert.ok(!out.includes("\u001b"));
});

test("a no is said to be one, not a failure", async () => {
  const { out } = await converse(
    [call("thing_put", { thing: "vase" }), { say: "Not put." }],
    async (at) => {
      at.type("put a vase there");
      await at.output.until("Go ahead? Type yes or no: ");
      at.type("no");
      await at.output.until("Not put.\n> ");
      at.endInput();
    },
  );
  assert.match(out, / {2}thing_put declined, \d\.\d s: You said no; nothing was changed\./);
  assert.doesNotMatch(out, /FAILED/);
});

test("an answer that is neither yes nor no is said to be taken as no", async () => {
  const { desk, out } = await converse(
    [call("thing_put", { thing: "vase" }), call("thing_delete", { thing: "lamp" }), { say: "Oh." }],
    async (at) => {
      at.type("put a vase there");
      await at.output.until("Go ahead? Type yes or no: ");
      at.type("maybe");
      await at.output.until("Type the name, or no: ");
      at.type("lam");
      await at.output.until("Oh.\n> ");
      at.endInput();
    },
  );
  assert.deepEqual(desk.shelf.writes, []);
  assert.match(out, /yes or no: Taken as no\.\n {2}thing_put declined/);
  assert.match(out, /or no: That is not the name: taken as no\.\n {2}thing_delete declined/);
});

test("a no is a no also where the thing to destroy is called that", async () => {
  const { desk, out } = await converse(
    [
      call("thing_put", { thing: "no" }),
      call("thing_delete", { thing: "no" }),
      { say: "Kept." },
      call("thing_delete", { thing: "no" }),
      { say: "Gone." },
    ],
    async (at) => {
      at.type("put no there, then take it away");
      await at.output.until("Go ahead? Type yes or no: ");
      at.type("yes");
      await at.output.until("Type thing no, or no: ");
      at.type("no");
      await at.output.until("Kept.\n> ");
      at.type("take it away");
      await at.output.until("Type thing no, or no: ", 2);
      at.type("thing no");
      await at.output.until("Gone.\n> ");
      at.endInput();
    },
  );
  assert.match(out, /or no: {3}thing_delete declined/);
  assert.equal(desk.shelf.writes.filter((line) => line.startsWith("DELETE")).length, 1);
});

test("/details shows all that a call said, and folds it again", async () => {
  const list = call("thing_list", {});
  const { out } = await converse([list, { say: "a" }, list, { say: "b" }], async (at) => {
    at.type("/details");
    at.type("one");
    await at.output.until("a\n> ");
    at.type("/details");
    at.type("two");
    await at.output.until("b\n> ");
    at.endInput();
  });
  assert.equal(out.split("s: 1 things.\n").length, 3);
  assert.equal(out.split("\n    lamp\n").length, 2);
});

test("what was typed before the question is a sentence, never its answer", async () => {
  const { desk, out } = await converse(
    [call("thing_put", { thing: "vase" }), { say: "Not put." }, { say: "Yes what?" }],
    async (at) => {
      at.type("put a vase there");
      at.type("yes");
      await at.output.until("Go ahead? Type yes or no: ");
      at.type("no");
      await at.output.until("Yes what?");
      at.endInput();
    },
  );
  assert.deepEqual(desk.shelf.writes, []);
  assert.match(out, /Not put\./);
});

test("Ctrl-C interrupts a turn and its question, a second one leaves with 130", async () => {
  const { code, desk, out } = await converse(
    [call("thing_put", { thing: "vase" }), { say: "Still here." }],
    async (at) => {
      at.type("put a vase there");
      await at.output.until("Go ahead?");
      at.pressCtrlC();
      await at.output.until("Interrupted.\n> ");
      at.type("are you there?");
      await at.output.until("Still here.\n> ");
      at.pressCtrlC();
      at.pressCtrlC();
    },
  );
  assert.equal(code, 130);
  assert.deepEqual(desk.shelf.writes, []);
  // The terminal echoes ^C where the cursor stands, so that what follows begins a line.
  assert.match(
    out,
    /Go ahead\? Type yes or no: \nInterrupting\. Ctrl-C again leaves\.\n {2}thing_put/,
  );
  assert.match(out, /Still here\.\n> \nCtrl-C again leaves\.\n> \n$/);
});

test("piped sentences are all answered, in order, and writes need --approve", async () => {
  const steps = [
    call("thing_put", { thing: "a" }),
    { say: "One." },
    call("thing_put", { thing: "b" }),
    { say: "Two." },
  ];
  const talk = async (at: Desk) => {
    at.type("put a");
    at.type("put b");
    at.type("yes");
    at.endInput();
  };
  const { code, desk, out } = await converse([...steps, { say: "Three." }], talk, {
    interactive: false,
    approve: ["thing_put=a"],
  });
  assert.equal(code, 3);
  assert.deepEqual(desk.shelf.writes, ["POST /things/a", "PUT /things/a:label"]);
  assert.match(out, /One\.[\s\S]+--approve thing_put=b\n[\s\S]+Two\.[\s\S]+Three\./);
});

test("its few commands work, and an unknown one is no sentence", async () => {
  const { code, desk, out } = await converse([{ say: "a" }, { say: "b" }], async (at) => {
    at.type("/halp");
    at.type("/help");
    at.type("one");
    await at.output.until("a\n> ");
    at.type("/clear");
    at.type("two");
    await at.output.until("b\n> ");
    at.type("/status");
    at.type("/quit");
  });
  assert.equal(code, 0);
  assert.match(out, /There is no \/halp\. Did you mean \/help\?\n/);
  for (const { name } of COMMANDS) assert.match(out, new RegExp(`^/${name} `, "m"));
  assert.equal(desk.api.requests[1]?.messages.length, 1);
  assert.match(out, /tokens \| \$0\.\d{4}/);
});
