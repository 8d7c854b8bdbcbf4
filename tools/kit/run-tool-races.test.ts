import assert from "node:assert/strict";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Tool } from "./define-tool.ts";
import type { Outcome, Road } from "./road.ts";
import { world } from "./run-tool.fixture.ts";
import { runTool } from "./run-tool.ts";
import { call } from "./shelf.fixture.ts";
import { panicFile } from "./state.ts";

/** Asks twice before anybody answers, then says yes to both at once. */
async function twoYeses(tool: Tool, args: unknown, road: Road, content: unknown) {
  const ask = () => runTool(tool, args, road, call, { canAsk: true });
  const asked = await Promise.all([ask(), ask()]);
  const steps = await Promise.all(
    asked.map((step) => {
      assert.equal(step.kind, "ask");
      const answer = { ticket: step.ticket, action: "accept" as const, content };
      return runTool(tool, args, road, call, { canAsk: true, answer });
    }),
  );
  return steps.map((step): Outcome => {
    assert.equal(step.kind, "done");
    return step.outcome;
  });
}

test("two who confirm the same deletion at once delete once; the second sees what is there then", async (t) => {
  const { road, shelf } = await world(t);
  const both = await twoYeses(shelf.remove, { thing: "lamp" }, road, { name: "lamp" });
  assert.deepEqual(shelf.writes, ["DELETE /things/lamp"]);
  assert.equal(both.filter(({ ok }) => ok).length, 1);
  assert.deepEqual(await readdir(join(road.state.folder, "calls")), []);
});

test("two different calls confirmed for one target at once: the second is told that it has changed", async (t) => {
  const { road, shelf } = await world(t);
  const calls = [
    { tool: shelf.remove, args: { thing: "lamp" }, content: { name: "lamp" } },
    { tool: shelf.put, args: { thing: "lamp" }, content: { confirm: true } },
  ];
  const asked = await Promise.all(
    calls.map(({ tool, args }) => runTool(tool, args, road, call, { canAsk: true })),
  );
  const steps = await Promise.all(
    calls.map(({ tool, args, content }, index) => {
      const step = asked[index];
      assert.equal(step?.kind, "ask");
      const answer = { ticket: step.ticket, action: "accept" as const, content };
      return runTool(tool, args, road, call, { canAsk: true, answer });
    }),
  );
  const refused = steps.flatMap((step) =>
    step.kind === "done" && !step.outcome.ok ? [step.outcome.error.problem] : [],
  );
  assert.equal(refused.length, 1);
  assert.ok(refused[0] === "changed" || refused[0] === "not-found");
  const first = steps[0]?.kind === "done" && steps[0].outcome.ok;
  const sent = first ? ["DELETE /things/lamp"] : ["POST /things/lamp", "PUT /things/lamp:label"];
  assert.deepEqual(shelf.writes, sent);
});

test("one idempotency key used twice at once makes one write, and both get its answer", async (t) => {
  const { road, shelf } = await world(t);
  const args = { thing: "vase", idempotency_key: "key-00000002" };
  const [first, second] = await twoYeses(shelf.put, args, road, { confirm: true });
  assert.equal(shelf.writes.length, 2);
  assert.deepEqual(second, first);
});

test("a panic file that appears while the audit line is written stops the request", async (t) => {
  const { road, shelf } = await world(t, { confirm: "client" });
  const audit = road.state.audit.bind(road.state);
  road.state.audit = async (event) => {
    await audit(event);
    if (event.event === "intent") await writeFile(panicFile(road.state.folder), "");
  };
  const step = await runTool(shelf.put, { thing: "vase" }, road, call, { canAsk: false });
  assert.ok(step.kind === "done" && !step.outcome.ok);
  assert.equal(step.outcome.error.problem, "not-allowed");
  assert.deepEqual(shelf.writes, []);
});

test("a write whose answer cannot be kept for its key is told all the same", async (t) => {
  const { road, shelf } = await world(t, { confirm: "client" });
  const send = shelf.put.send.bind(shelf.put);
  const kept = join(road.state.folder, "idempotency");
  shelf.put.send = async (request, permit, of) => {
    const sent = await send(request, permit, of);
    if (request.method === "PUT") {
      await rm(kept, { recursive: true });
      await writeFile(kept, "");
    }
    return sent;
  };
  const args = { thing: "vase", idempotency_key: "key-00000003" };
  const step = await runTool(shelf.put, args, road, call, { canAsk: false });
  assert.ok(step.kind === "done" && step.outcome.ok, "the write was done");
  assert.equal(shelf.writes.length, 2);
});

test("a request is shown to its end, however long its query is", async (t) => {
  const { road, shelf } = await world(t);
  const thing = `${"x".repeat(3000)}-end`;
  const step = await runTool(shelf.put, { thing }, road, call, { canAsk: true });
  assert.ok(step.kind === "ask");
  assert.match(step.question.requests[0]?.wire ?? "", /-end$/);
});
