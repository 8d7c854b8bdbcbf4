import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { openStore } from "./open-store.ts";

const note = z.object({ id: z.string() });

test("making the index anew tells how far it is, one with a snapshot has nothing to tell", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "outpost-reading-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const told: number[] = [];
  const open = () =>
    openStore({
      folder,
      name: "shelf",
      parse: (value) => note.parse(value),
      rowOf: ({ id }) => ({ id, at: 0, state: "local" }),
      onReading: (share) => told.push(share),
      tellEveryMs: 0,
    });
  const store = await open();
  for (const id of ["a", "b", "c"]) await store.publish(await store.stage(), id, { id });
  await store.close();
  await (await open()).close();
  assert.deepEqual(told, []);
  await rm(join(folder, "index"), { recursive: true });
  const again = await open();
  assert.equal(again.count(), 3);
  await again.close();
  assert.equal(told.at(-1), 1);
});
