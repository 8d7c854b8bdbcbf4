import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { temporary } from "./device.fixture.ts";
import { runDevice } from "./run-device.fixture.ts";

/** A generator that gives the same numbers for the same seed (Park and Miller). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test("a device killed in the middle of a recording has it on its shelf at the next start", async (t) => {
  const random = seeded(20_261_121);
  const shelf = await temporary(t);
  let token = "";
  const known: { id: string; atLeast: number }[] = [];
  for (let round = 0; round < 2; round++) {
    const device = await runDevice(t, { words: ["--tone"], shelf, token });
    token = device.token;
    const { id } = await device.start();
    // How long is what is being tested: a kill may come at any moment.
    await pause(200 + random() * 1000);
    const { duration_s } = await device.get(id);
    await device.end("SIGKILL");
    known.push({ id, atLeast: duration_s - 1.5 });
  }
  const device = await runDevice(t, { words: ["--tone"], shelf, token });
  assert.match(device.printed(), new RegExp(`recovered +${known.at(-1)?.id}`));
  const { items } = await device.list();
  assert.equal(items.length, known.length);
  for (const { id, atLeast } of known) {
    const kept = items.find((item) => item.id === id);
    assert.ok(
      kept && kept.duration_s > 0 && kept.duration_s >= atLeast,
      `${id}: ${kept?.duration_s}`,
    );
    const sha256 = createHash("sha256")
      .update(await device.audio(id))
      .digest("hex");
    assert.equal(sha256, kept.sha256);
  }
  assert.deepEqual(await readdir(join(shelf, "takes")), []);
});

test("a device that is asked to end closes its recording and keeps it; a second one on its shelf is refused", async (t) => {
  const device = await runDevice(t, { words: ["--tone"] });
  const { shelf, token } = device;
  await device.start();
  await assert.rejects(
    runDevice(t, { words: ["--tone"], shelf }),
    /This shelf is in use by another/,
  );
  assert.equal(await device.end("SIGTERM"), 0);
  assert.match(device.printed(), /■ kept/);
  const again = await runDevice(t, { words: ["--tone"], shelf, token });
  assert.equal((await again.list()).items.length, 1);
  assert.doesNotMatch(again.printed(), /recovered|shown this once/);
});
