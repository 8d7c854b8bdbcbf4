import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { defineRead } from "../../tools/kit/define-tool.ts";
import type { Question } from "../../tools/kit/question.ts";
import type { AskPerson } from "../events.ts";
import { answering, quiet, withShelf } from "./link.fixture.ts";

test("tools come with their effects, and a read answers both readers", () =>
  withShelf(answering({ say: "no" }), async (link) => {
    assert.equal(link.instructions, "A shelf of things.");
    assert.deepEqual(
      link.tools.map((tool) => [tool.card.name, tool.effect]),
      [
        ["thing_list", "reads"],
        ["thing_put", "changes"],
        ["thing_delete", "destroys"],
      ],
    );
    const answer = await link.call("thing_list", {}, quiet);
    assert.equal(answer.ok, true);
    assert.equal(answer.plain, "1 things.\nlamp");
    assert.deepEqual(answer.data, { things: ["lamp"] });
    assert.match(
      answer.forModel,
      /^1 things\.\n<data-\w+ from="shelf"[^>]+>\nlamp\n<\/data-\w+>\n<data-\w+ from="shelf"[^>]+>\n\{"things":\["lamp"\]\}\n<\/data-\w+>$/,
    );
  }));

test("a confirmation reaches the person in parts, and their yes sends exactly the plan", () => {
  const seen: Question[] = [];
  return withShelf(answering({ say: "yes" }, seen), async (link, shelf) => {
    const answer = await link.call("thing_put", { thing: "vase" }, quiet);
    assert.equal(answer.ok, true, answer.plain);
    assert.deepEqual(shelf.writes, ["POST /things/vase", "PUT /things/vase:label"]);
    assert.equal(seen[0]?.sentence, "Put vase on the shelf and label it.");
    assert.deepEqual(
      seen[0]?.requests.map((request) => request.wire),
      ["POST /v1/things/vase", "PUT /v1/things/vase:label"],
    );
    assert.deepEqual(seen[0]?.facts, [{ label: "things there", value: "1" }]);
  });
});

test("no, cancel, a wrong name and a face that fails all send nothing; the typed name does", async () => {
  const refusals: AskPerson[] = [
    answering({ say: "no" }),
    answering({ say: "cancel" }),
    answering({ say: "yes" }),
    answering({ say: "yes", typed: "lam" }),
    () => Promise.reject(new Error("the face is gone")),
  ];
  for (const ask of refusals)
    await withShelf(ask, async (link, shelf) => {
      const answer = await link.call("thing_delete", { thing: "lamp" }, quiet);
      assert.equal(answer.ok, false);
      assert.equal(answer.problem, "declined");
      assert.deepEqual(shelf.writes, []);
    });
  await withShelf(answering({ say: "no" }), async (link) => {
    const answer = await link.call("thing_delete", { thing: "lamp" }, quiet);
    assert.match(answer.forModel, /^The person said no\. Nothing was changed\./);
    assert.match(answer.plain, /^You said no; nothing was changed\./);
  });
  await withShelf(answering({ say: "yes", typed: "lamp" }), async (link, shelf) => {
    const answer = await link.call("thing_delete", { thing: "lamp" }, quiet);
    assert.equal(answer.ok, true, answer.plain);
    assert.deepEqual(shelf.writes, ["DELETE /things/lamp"]);
  });
});

test("an interrupted call takes its open question with it, sends nothing and says so", async () => {
  const stop = new AbortController();
  let withdrawn: Promise<void> | undefined;
  const ask: AskPerson = (_, signal) =>
    new Promise(() => {
      withdrawn = new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
      stop.abort();
    });
  await withShelf(ask, async (link, shelf) => {
    const on = { ...quiet, signal: stop.signal };
    const { ok, problem, plain, forModel } = await link.call("thing_put", { thing: "vase" }, on);
    await withdrawn;
    assert.deepEqual(shelf.writes, []);
    assert.deepEqual({ ok, problem }, { ok: false, problem: "interrupted" });
    // Whoever was asked and said nothing need not go and look.
    assert.match(plain, /before you had said yes; nothing was changed/);
    assert.match(forModel, /Nothing was changed/);
    // The link lives on.
    assert.equal((await link.call("thing_list", {}, quiet)).ok, true);
  });
});

test("a read that is given up while a question is open does not take the question away", async () => {
  const glance = new AbortController();
  const idle = {
    name: "idle",
    title: "Idle",
    description: "Waits until it is stopped.",
    input: z.object({}),
    output: z.object({}),
    run: (_: object, call: { signal: AbortSignal }) =>
      new Promise<object>((_resolve, reject) => {
        call.signal.addEventListener("abort", () => reject(call.signal.reason));
      }),
    tell: () => ({ say: "" }),
  } as Parameters<typeof defineRead>[0];
  const ask: AskPerson = async (_, signal) => {
    glance.abort();
    return { say: signal.aborted ? "cancel" : "yes" };
  };
  await withShelf(
    ask,
    async (link, shelf) => {
      const read = link.call("idle", {}, { ...quiet, signal: glance.signal });
      const [seen, written] = await Promise.allSettled([
        read,
        link.call("thing_put", { thing: "vase" }, quiet),
      ]);
      assert.equal(seen.status, "rejected");
      assert.equal(written.status === "fulfilled" && written.value.ok, true);
      assert.equal(shelf.writes.length, 2);
    },
    [idle],
  );
});

test("progress arrives while a call runs, and cancelling it reaches the tool", async () => {
  const stop = new AbortController();
  let cancelled: (() => void) | undefined;
  const heard = new Promise<void>((resolve) => {
    cancelled = resolve;
  });
  const slow = {
    name: "slow",
    title: "Slow",
    description: "Takes its time.",
    input: z.object({}),
    output: z.object({}),
    run: (_: object, call: { signal: AbortSignal; progress(p: object): void }) =>
      new Promise<object>((_resolve, reject) => {
        call.progress({ done: 1, total: 4, message: "a quarter" });
        call.signal.addEventListener("abort", () => {
          cancelled?.();
          reject(call.signal.reason);
        });
      }),
    tell: () => ({ say: "" }),
  } as Parameters<typeof defineRead>[0];
  await withShelf(
    answering({ say: "no" }),
    async (link) => {
      const progress = (p: object) => {
        assert.deepEqual(p, { done: 1, total: 4, message: "a quarter" });
        stop.abort();
      };
      await assert.rejects(link.call("slow", {}, { signal: stop.signal, progress }), {
        name: "AbortError",
      });
      await heard;
    },
    [slow],
  );
});
