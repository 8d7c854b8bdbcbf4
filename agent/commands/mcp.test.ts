import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { stageWorld } from "../world.fixture.ts";

suite("outpost mcp", () => {
  test("--print-config prints the snippet alone on stdout, and where it goes on stderr", async (t) => {
    const stage = stageWorld(t, { env: { CLUSTER_PASSWORD: "hunter2" } });
    assert.equal(await stage.run("mcp", "cluster", "--print-config", "cursor"), 0);
    const { mcpServers } = JSON.parse(stage.out());
    assert.deepEqual(mcpServers["outpost-cluster"].args.slice(-2), ["mcp", "cluster"]);
    // The client starts it in a folder of its own: nothing may depend on where this ran.
    for (const word of mcpServers["outpost-cluster"].args.slice(0, -2))
      assert.match(word, /^(--import$|file:\/\/|\/)/);
    assert.match(stage.err(), /mcp\.json/);
    assert.doesNotMatch(stage.out(), /hunter2/);
  });

  test("the portal has a server of its own, and a system that is none is named", async (t) => {
    const stage = stageWorld(t);
    assert.equal(await stage.run("mcp", "portal", "--print-config", "cursor"), 0);
    const { mcpServers } = JSON.parse(stage.out());
    assert.deepEqual(mcpServers["outpost-portal"].args.slice(-2), ["mcp", "portal"]);
    assert.equal(await stage.run("mcp", "protal"), 2);
    assert.match(stage.err(), /Did you mean portal\?/);
    assert.equal(await stage.run("mcp", "portal", "--http", "0.0.0.0:0"), 3);
  });

  test("a client that is not known, an address that is none and two ways at once are mistakes", async (t) => {
    const stage = stageWorld(t);
    assert.equal(await stage.run("mcp", "cluster", "--print-config", "emacs"), 2);
    assert.equal(await stage.run("mcp", "cluster", "--http", "nowhere:x"), 2);
    assert.equal(await stage.run("mcp", "cluster", "--http", "1", "--print-config", "cursor"), 2);
    assert.equal(stage.out(), "");
  });

  test("off loopback it does not serve without TLS in front", async (t) => {
    const stage = stageWorld(t, {
      env: { CLUSTER_URL: "https://c.example", CLUSTER_USERNAME: "a", CLUSTER_PASSWORD: "b" },
    });
    assert.equal(await stage.run("mcp", "cluster", "--http", "0.0.0.0:0"), 3);
    assert.match(stage.err(), /OUTPOST_TLS_IN_FRONT/);
  });
});
