import assert from "node:assert/strict";
import { test } from "node:test";
import { approve, findPending } from "./approvals.ts";
import { verifyAudit } from "./audit-verify.ts";
import type { Call, Tool } from "./define-tool.ts";
import { setPin } from "./pin.ts";
import type { Outcome, Road } from "./road.ts";
import { can, cannot, done, world } from "./run-tool.fixture.ts";
import { runTool } from "./run-tool.ts";
import { call } from "./shelf.fixture.ts";

function codeOf(waiting: Outcome): string {
  const code = waiting.data?.approve_code;
  assert.ok(typeof code === "string");
  return code;
}

/** Makes the call, and answers the question it raises. */
async function answered(
  tool: Tool,
  args: unknown,
  road: Road,
  content: unknown,
  more: { action?: "accept" | "decline" | "cancel"; as?: Call; between?: () => void } = {},
): Promise<Outcome> {
  const asked = await runTool(tool, args, road, call, can);
  assert.equal(asked.kind, "ask", asked.kind === "done" ? asked.outcome.text : "");
  more.between?.();
  const answer = { ticket: asked.ticket, action: more.action ?? "accept", content };
  return done(await runTool(tool, args, road, more.as ?? call, { canAsk: true, answer }));
}

test("a confirmed plan sends its requests once, in order, and reads the result back", async (t) => {
  const { road, shelf } = await world(t);
  const outcome = await answered(shelf.put, { thing: "vase" }, road, { confirm: true });
  assert.equal(outcome.ok, true);
  assert.deepEqual(shelf.writes, ["POST /things/vase", "PUT /things/vase:label"]);
  assert.equal(outcome.text, "vase is on the shelf.");
  assert.equal((await verifyAudit(road.state.folder)).whole, true);
});

test("nothing is sent unless the answer is a clear yes", async (t) => {
  const { road, shelf } = await world(t);
  for (const [content, action] of [
    [{ confirm: true }, "decline"],
    [{ confirm: true }, "cancel"],
    [{ confirm: false }, "accept"],
    [{ confirm: "true" }, "accept"],
    [{}, "accept"],
    [undefined, "accept"],
  ] as const) {
    const outcome = await answered(shelf.put, { thing: "vase" }, road, content, { action });
    assert.ok(!outcome.ok);
    assert.equal(outcome.error.problem, "declined");
  }
  assert.deepEqual(shelf.writes, []);
});

test("destroying needs the target's name typed, exactly", async (t) => {
  const { road, shelf } = await world(t);
  for (const content of [{ confirm: true }, { name: "Lamp" }, { name: "lamp " }, { name: "" }]) {
    const outcome = await answered(shelf.remove, { thing: "lamp" }, road, content);
    assert.ok(!outcome.ok);
  }
  assert.deepEqual(shelf.writes, []);
  const outcome = await answered(shelf.remove, { thing: "lamp" }, road, { name: "lamp" });
  assert.equal(outcome.ok, true);
  assert.deepEqual(shelf.writes, ["DELETE /things/lamp"]);
});

test("a confirmation is refused when the target changed after the question", async (t) => {
  const { road, shelf } = await world(t);
  const swap = () => shelf.things.set("lamp", { id: 99 });
  const outcome = await answered(
    shelf.remove,
    { thing: "lamp" },
    road,
    { name: "lamp" },
    { between: swap },
  );
  assert.ok(!outcome.ok);
  assert.equal(outcome.error.problem, "changed");
  assert.deepEqual(shelf.writes, []);
});

test("a confirmation serves once, for five minutes, for its principal, tool and arguments", async (t) => {
  const { road, shelf, clock } = await world(t);
  const ask = async (tool: Tool, args: unknown) => {
    const asked = await runTool(tool, args, road, call, can);
    assert.equal(asked.kind, "ask");
    return asked.ticket;
  };
  const use = async (ticket: string, tool: Tool, args: unknown, as: Call = call) =>
    done(
      await runTool(tool, args, road, as, {
        canAsk: true,
        answer: { ticket, action: "accept", content: { name: "lamp", confirm: true } },
      }),
    );
  const put = { thing: "vase" };

  assert.ok(!(await use("made-up", shelf.put, put)).ok);
  assert.ok(!(await use(await ask(shelf.put, put), shelf.put, { thing: "other" })).ok);
  assert.ok(
    !(await use(await ask(shelf.put, { thing: "lamp" }), shelf.remove, { thing: "lamp" })).ok,
  );
  const stranger = { ...call, principal: "token:beef" };
  assert.ok(!(await use(await ask(shelf.put, put), shelf.put, put, stranger)).ok);
  const late = await ask(shelf.put, put);
  clock.time += 300_000;
  assert.ok(!(await use(late, shelf.put, put)).ok);
  assert.deepEqual(shelf.writes, []);

  const good = await ask(shelf.put, put);
  assert.ok((await use(good, shelf.put, put)).ok);
  assert.ok(!(await use(good, shelf.put, put)).ok);
  assert.equal(shelf.writes.length, 2);
});

test("a client that cannot ask is refused while no PIN is set", async (t) => {
  const { road, shelf } = await world(t);
  const outcome = done(await runTool(shelf.put, { thing: "vase" }, road, call, cannot));
  assert.ok(!outcome.ok);
  assert.equal(outcome.error.problem, "not-allowed");
  assert.deepEqual(shelf.writes, []);
});

test("with a PIN set, a call that cannot ask waits for a person at a terminal", async (t) => {
  const { road, shelf } = await world(t);
  await setPin(road.state, "4711");
  const go = async (thing = "vase") =>
    done(await runTool(shelf.put, { thing }, road, call, cannot));
  const waiting = await go();
  assert.ok(waiting.ok);
  assert.equal(waiting.data.status, "waiting");
  const again = await go();
  assert.ok(again.ok);
  assert.equal(again.data.approve_code, waiting.data.approve_code);
  assert.deepEqual(shelf.writes, []);

  await approve(road.state, await findPending(road.state, codeOf(waiting)));
  const other = await go("bowl");
  assert.ok(other.ok);
  assert.equal(other.data.status, "waiting");
  const run = await go();
  assert.ok(run.ok);
  assert.equal(run.data.status, "done");
  assert.equal(shelf.writes.length, 2);
  const spent = await go();
  assert.ok(spent.ok);
  assert.equal(spent.data.status, "waiting");
});

test("an approval dies with its five minutes", async (t) => {
  const { road, shelf, clock } = await world(t);
  await setPin(road.state, "4711");
  const waiting = done(await runTool(shelf.put, { thing: "vase" }, road, call, cannot));
  assert.ok(waiting.ok);
  await approve(road.state, await findPending(road.state, codeOf(waiting)));
  clock.time += 300_001;
  const late = done(await runTool(shelf.put, { thing: "vase" }, road, call, cannot));
  assert.ok(late.ok);
  assert.equal(late.data.status, "waiting");
  assert.deepEqual(shelf.writes, []);
});
