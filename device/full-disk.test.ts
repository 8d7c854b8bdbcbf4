import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { errorBody, recording, recordingPage } from "../tools/recorder/contract.ts";
import { startDevice, temporary } from "./device.fixture.ts";
import { toneSource } from "./source/tone.ts";

test("on a disk that is full to the last byte the take is kept, served, and can be deleted", async (t) => {
  const disk = await temporary(t);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", disk]);
  if (mounted.status !== 0) return t.skip("this system lets nobody mount a small disk");
  try {
    await fillAndEmpty(t, join(disk, "shelf"));
  } finally {
    assert.equal(spawnSync("umount", [disk]).status, 0);
  }
});

async function fillAndEmpty(t: TestContext, shelf: string): Promise<void> {
  const source = toneSource(Number.POSITIVE_INFINITY);
  const { api, get, post, told, device } = await startDevice(t, { shelf, source });
  const ended = told("ended");
  const { id } = recording.parse(await (await post("/record/start")).json());
  await ended;
  const kept = recording.parse(await (await get(`/recordings/${id}`)).json());
  assert.ok(kept.duration_s > 30, `${kept.duration_s} s`);
  const audio = await (await get(`/recordings/${id}/audio`)).arrayBuffer();
  assert.equal(audio.byteLength, kept.size_bytes);
  // What is left does not do for another one, and nothing of the attempt stays.
  for (let tries = 0; tries < 3; tries++) {
    const answer = await post("/record/start");
    assert.equal(answer.status, 507);
    assert.equal(errorBody.parse(await answer.json()).code, "disk_full");
  }
  assert.deepEqual(await readdir(join(shelf, "takes")), []);
  const page = recordingPage.parse(await (await get("/recordings")).json());
  for (const item of page.items)
    assert.equal((await api(`/recordings/${item.id}`, { method: "DELETE" })).status, 204);
  assert.deepEqual(await readdir(join(shelf, "trash")), []);
  const last = told("ended");
  assert.equal((await post("/record/start")).status, 200);
  await last;
  // Before the disk is taken away that it stands on.
  await device.close();
}
