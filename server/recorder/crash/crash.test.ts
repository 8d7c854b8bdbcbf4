import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryFolder } from "../server.fixture.ts";
import { type Acknowledged, killRound, lastLook } from "./kill-rounds.ts";

test("a server that is killed keeps every recording it has acknowledged, and its jobs go on", async (t) => {
  const folder = await temporaryFolder(t);
  const promised: Acknowledged = new Map();
  // Among the first answers, and in full run.
  for (const [round, ms] of [3, 150].entries()) await killRound(folder, promised, round, ms);
  assert.ok(promised.size > 0);
  assert.ok((await lastLook(folder, promised)) >= promised.size);
});
