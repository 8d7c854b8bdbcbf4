import assert from "node:assert/strict";
import { suite, type TestContext, test } from "node:test";
import { approve, type Pending, takeApproval, waitFor } from "../../tools/kit/approvals.ts";
import { auditLines } from "../../tools/kit/audit-verify.ts";
import { setPin } from "../../tools/kit/pin.ts";
import { openState } from "../../tools/kit/state.ts";
import { onTerminal } from "../pty.fixture.ts";
import { stageWorld } from "../world.fixture.ts";

const PIN = "4711-x";

/** A call that waits in the state folder of a world whose person types these answers. */
async function waiting(
  t: TestContext,
  about: { effect: "changes" | "destroys"; typed?: readonly string[]; pin?: string },
) {
  const stage = stageWorld(t, about.typed ? { typed: about.typed } : {});
  const state = await openState(stage.stateFolder, { writesPerHour: 60 });
  if (about.pin !== undefined) await setPin(state, about.pin);
  const pending: Pending = await waitFor(state, {
    bind: "bind",
    principal: "local:ada",
    client: "some-client/1.0",
    tool: "fileset_delete",
    question: {
      tool: "fileset_delete",
      effect: about.effect,
      sentence: "Delete the fileset old on fs1.",
      target: { kind: "fileset", name: "old" },
      requests: [{ title: "delete", wire: "DELETE /mgmt/v3/filesystems/fs1/filesets/old" }],
      facts: [{ label: "used", value: "3 GiB", risk: true }],
      ...(about.effect === "destroys" ? { typedName: "old" } : {}),
    },
    expires: Date.now() + 300_000,
  });
  const events = async () => {
    const found: string[] = [];
    for await (const line of auditLines(stage.stateFolder)) found.push(JSON.parse(line).event);
    return found;
  };
  return { stage, state, code: pending.code, events, approved: () => takeApproval(state, "bind") };
}

suite("outpost approve", () => {
  test("shows the whole plan, takes a yes and the PIN, and the call may run once", async (t) => {
    const w = await waiting(t, { effect: "changes", typed: ["yes", PIN], pin: PIN });
    assert.equal(await w.stage.run("approve", w.code.toLowerCase()), 0, w.stage.err());
    for (const part of [
      "some-client/1.0",
      "local:ada",
      "Delete the fileset old",
      "DELETE /mgmt/v3",
      "! used: 3 GiB",
    ])
      assert.ok(w.stage.screen().includes(part), part);
    assert.deepEqual(await w.events(), ["approved"]);
    assert.equal(await w.approved(), true);
    assert.equal(await w.approved(), false);
  });

  test("what destroys takes the typed name; a yes is none", async (t) => {
    const yes = await waiting(t, { effect: "destroys", typed: ["yes"], pin: PIN });
    assert.equal(await yes.stage.run("approve", yes.code), 3);
    assert.equal(await yes.approved(), false);
    assert.deepEqual(await yes.events(), ["refused"]);
    const name = await waiting(t, { effect: "destroys", typed: ["old", PIN], pin: PIN });
    assert.equal(await name.stage.run("approve", name.code), 0);
    assert.equal(await name.approved(), true);
  });

  test("a wrong PIN, no PIN at all and no terminal approve nothing", async (t) => {
    const wrong = await waiting(t, { effect: "changes", typed: ["yes", "0000"], pin: PIN });
    assert.equal(await wrong.stage.run("approve", wrong.code), 3);
    const none = await waiting(t, { effect: "changes", typed: ["yes", "0000"] });
    assert.equal(await none.stage.run("approve", none.code), 3);
    const alone = await waiting(t, { effect: "changes", pin: PIN });
    assert.equal(await alone.stage.run("approve", alone.code), 3);
    assert.match(alone.stage.err(), /no terminal/);
    for (const w of [wrong, none, alone]) assert.equal(await w.approved(), false);
  });

  test("an unknown or used code is said to be so", async (t) => {
    const w = await waiting(t, { effect: "changes", typed: [], pin: PIN });
    assert.equal(await w.stage.run("approve", "AAAA-AAAA"), 1);
    assert.match(w.stage.err(), /Nothing waits for that code/);
    await approve(w.state, { ...(await pendingOf(w)), approved: true });
    await w.approved();
    assert.equal(await w.stage.run("approve", w.code), 1);
  });
});

async function pendingOf(w: Awaited<ReturnType<typeof waiting>>): Promise<Pending> {
  const { findPending } = await import("../../tools/kit/approvals.ts");
  return findPending(w.state, w.code);
}

suite("outpost pin", () => {
  test("is set once freely, and changed only by who knows it", async (t) => {
    const w = await waiting(t, {
      effect: "changes",
      typed: [PIN, PIN, "0000", PIN, "new-pin", "newpin"],
    });
    assert.equal(await w.stage.run("pin"), 0);
  });

  test("two that differ, or one that is short, store nothing", async (t) => {
    for (const typed of [
      [PIN, "other"],
      ["123", "123"],
    ]) {
      const w = await waiting(t, { effect: "changes", typed });
      assert.equal(await w.stage.run("pin"), 2);
      assert.equal((await w.events()).length, 0);
    }
  });

  test("changing it takes the present one", async (t) => {
    const right = await waiting(t, {
      effect: "changes",
      typed: [PIN, "new-pin", "new-pin"],
      pin: PIN,
    });
    assert.equal(await right.stage.run("pin"), 0);
    const wrong = await waiting(t, { effect: "changes", typed: ["0000"], pin: PIN });
    assert.equal(await wrong.stage.run("pin"), 3);
  });
});

test("pin and approve read the terminal itself, past a redirected stdin, and show no PIN", async (t) => {
  const w = await waiting(t, { effect: "destroys" });
  const env = { OUTPOST_STATE_DIR: w.stage.stateFolder, OUTPOST_CONFIG_DIR: w.stage.configFolder };
  const pin = onTerminal(t, "pin </dev/null", env);
  await pin.until("New PIN");
  pin.type(`${PIN}x\u007f\r`);
  await pin.until("The same again:");
  pin.type(`${PIN}\r`);
  assert.equal(await pin.ended, 0, pin.seen());
  assert.ok(!pin.seen().includes("4711"), pin.seen());

  const approving = onTerminal(t, `approve ${w.code} </dev/null`, env);
  await approving.until("The name:");
  approving.type("oldd\u007f\r");
  await approving.until("PIN:");
  approving.type(`${PIN}\r`);
  assert.equal(await approving.ended, 0, approving.seen());
  assert.ok(!approving.seen().includes("4711"));
  assert.equal(await w.approved(), true);

  const stopped = onTerminal(t, "pin", env);
  await stopped.until("Present PIN:");
  stopped.type("\u0003");
  assert.equal(await stopped.ended, 130);
});
