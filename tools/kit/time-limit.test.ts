import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { collectGarbage } from "./collect-garbage.fixture.ts";
import { withTimeLimit } from "./time-limit.ts";

test("a limit comes in time, whatever the garbage collector has done meanwhile", async () => {
  const never = new AbortController();
  const limits = Array.from({ length: 20 }, () =>
    once(withTimeLimit(never.signal, 150).signal, "abort"),
  );
  // A timeout keeps no process alive by itself.
  const alive = setInterval(collectGarbage, 20);
  await Promise.all(limits);
  clearInterval(alive);
});

test("the signal comes first where it is aborted before, with its own reason", async () => {
  const stop = new AbortController();
  const { signal: limited, release } = withTimeLimit(stop.signal, 60_000);
  stop.abort(new Error("enough"));
  assert.equal(limited.aborted, true);
  assert.match(String(limited.reason), /enough/);
  release();
});

test("a limit that was released comes no more, and the signal still does", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const stop = new AbortController();
  const { signal: limited, release } = withTimeLimit(stop.signal, 1_000);
  t.mock.timers.tick(999);
  release();
  t.mock.timers.tick(60_000);
  assert.equal(limited.aborted, false);
  stop.abort();
  assert.equal(limited.aborted, true);
});
