import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { stageWorld } from "../world.fixture.ts";

test("outpost device refuses two sources, a file that is not there and an address that is none, and makes no shelf", async (t) => {
  for (const [words, says] of [
    [["--mic", "--tone"], /one of --mic/],
    [["--play", "none.wav"], /There is no file .*none\.wav/],
    [["--tone", "--listen", "nonsense"], /--listen is PORT/],
    [["--tone", "--speed", "-1"], /--speed/],
  ] as const) {
    const stage = stageWorld(t);
    const shelf = join(stage.folder, "shelf");
    assert.equal(await stage.run("device", "--shelf", shelf, ...words), 2, stage.err());
    assert.match(stage.err(), says);
    assert.ok(!existsSync(join(shelf, "device.json")));
  }
});
