import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { findPending, takeApproval, waitFor } from "./approvals.ts";
import { HubError } from "./errors.ts";
import { checkPin, setPin } from "./pin.ts";
import { createRoad } from "./shelf.fixture.ts";

const wanted = {
  bind: "b",
  principal: "local:ada",
  client: "test/1",
  tool: "thing_put",
  question: {
    tool: "thing_put",
    effect: "changes" as const,
    sentence: "Put it.",
    target: { kind: "thing", name: "vase" },
    requests: [],
    facts: [],
  },
};

test("a code finds its question however it is typed, and authorises nothing by itself", async (t) => {
  const { road, clock, close } = await createRoad();
  t.after(close);
  const pending = await waitFor(road.state, { ...wanted, expires: clock.time + 1000 });
  for (const code of [pending.code, pending.code.toLowerCase(), pending.code.replace("-", " ")])
    assert.equal((await findPending(road.state, code)).bind, "b");
  assert.equal(await takeApproval(road.state, "b"), false);
  for (const code of ["", "AAAA-AAAA", "../../etc", `${pending.code}X`])
    await assert.rejects(findPending(road.state, code), HubError);
});

test("after five wrong PINs even the right one waits a quarter of an hour", async (t) => {
  const { road, clock, folder, close } = await createRoad();
  t.after(close);
  await assert.rejects(checkPin(road.state, "4711"), /No PIN is set/);
  await assert.rejects(setPin(road.state, "123"), /four characters/);
  await setPin(road.state, "4711");
  assert.equal((await stat(join(folder, "pin.json"))).mode & 0o777, 0o600);
  await checkPin(road.state, "4711");
  for (let i = 0; i < 5; i++) await assert.rejects(checkPin(road.state, "4712"), /not the PIN/);
  await assert.rejects(checkPin(road.state, "4711"), /15 minutes/);
  clock.time += 15 * 60_000 + 1;
  await checkPin(road.state, "4711");
});
