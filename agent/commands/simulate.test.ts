import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { serveFakePortal } from "../../server/portal/simulator/serve.ts";
import { stageWorld } from "../world.fixture.ts";

suite("outpost simulate", () => {
  test("a flag of the other system, a word that is none and a number out of range are mistakes", async (t) => {
    for (const [words, says] of [
      [["portal", "--mode", "v2"], /--mode is no flag of the simulated portal/],
      [["cluster", "--wrap", "xml"], /--wrap is no flag of the simulated cluster/],
      [["portal", "--wrap", "yml"], /Did you mean xml/],
      [["portal", "--latency", "-1"], /--latency is a whole number/],
      [["portal", "--port", "1.5"], /--port is a whole number/],
      [["telescope"], /cannot be "telescope"/],
    ] as const) {
      const stage = stageWorld(t);
      assert.equal(await stage.run("simulate", ...words), 2, words.join(" "));
      assert.match(stage.err(), says);
      assert.equal(stage.out(), "");
    }
  });

  test("a port that is in use is said to be", async (t) => {
    const fake = await serveFakePortal();
    t.after(fake.close);
    const stage = stageWorld(t);
    assert.equal(await stage.run("simulate", "portal", "--port", new URL(fake.url).port), 5);
    assert.match(
      stage.err(),
      /listens on 127\.0\.0\.1:\d+ already\.\nStop it, or take another port with --port/,
    );
  });
});
