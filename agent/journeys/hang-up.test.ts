import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { inTmux, newHome, noTmux } from "./tmux.fixture.ts";

test("when its terminal is hung up the chat ends at once, by itself and without an abort", {
  skip: noTmux,
  timeout: 60_000,
}, async (t) => {
  const { env, state } = newHome(t);
  const ended = join(state, "../ended");
  const node = `'${process.execPath}' --import tsx agent/main.ts demo`;
  // The shell outlives its terminal, to write down how the program ended.
  const shell = `trap '' HUP; ulimit -c 0; ${node}; echo "code $?" >'${ended}'`;
  const terminal = inTmux(t, ["bash", "-c", shell], env);
  await terminal.until(/offline operator/);
  terminal.hangUp();
  const deadline = Date.now() + 30_000;
  while (!existsSync(ended) || readFileSync(ended, "utf8") === "") {
    assert.ok(Date.now() < deadline, "it did not end");
    await pause(30);
  }
  // 134 is an abort; beyond that, which of its signals and streams is told first decides.
  assert.match(readFileSync(ended, "utf8"), /^code (?:0|129)$/m);
});
