import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { suite, type TestContext, test } from "node:test";
import { auditFiles } from "../../tools/kit/audit.ts";
import { openState } from "../../tools/kit/state.ts";
import { stageWorld } from "../world.fixture.ts";

async function withLines(t: TestContext, count: number) {
  const stage = stageWorld(t);
  const state = await openState(stage.stateFolder, { writesPerHour: 60 });
  for (let n = 1; n <= count; n++)
    await state.audit({
      event: "intent",
      tool: "fileset_create",
      request: `POST /a\u001b[2J/${n}`,
      who: "local:ada",
    });
  return stage;
}

suite("outpost audit", () => {
  test("a whole log verifies and prints a head that can be kept", async (t) => {
    const stage = await withLines(t, 3);
    assert.equal(await stage.run("audit", "verify"), 0);
    const head = /Head: (3:[0-9a-f]{64})/.exec(stage.out())?.[1] ?? assert.fail(stage.out());
    assert.equal(await stage.run("audit", "verify", "--head", head), 0);
    assert.equal(
      await stage.run(
        "audit",
        "verify",
        "--head",
        head.replace(/.$/, (c) => (c === "0" ? "1" : "0")),
      ),
      1,
    );
    assert.equal(await stage.run("audit", "verify", "--head", "3"), 2);
  });

  test("the first broken line is named, with exit code 1", async (t) => {
    const stage = await withLines(t, 3);
    const { lines } = auditFiles(stage.stateFolder);
    writeFileSync(lines, readFileSync(lines, "utf8").replace("/2", "/9"));
    assert.equal(await stage.run("audit", "verify"), 1);
    assert.match(stage.out(), /^Line 2 is broken: /);
  });

  test("show prints the last lines for people, or as they are", async (t) => {
    const stage = await withLines(t, 3);
    assert.equal(await stage.run("audit", "show", "--last", "2"), 0);
    assert.match(stage.out(), /^ {3}2 .*intent.*POST \/a\/2.*\[local:ada\]\n {3}3 .*\n$/);
    assert.equal(await stage.run("audit", "show", "--last", "1", "--json"), 0);
    assert.match(stage.out(), /\{"seq":3,/);
    assert.equal(await stage.run("audit", "show", "--last", "0"), 2);
  });

  test("an empty log is whole", async (t) => {
    const stage = stageWorld(t);
    assert.equal(await stage.run("audit", "verify"), 0);
    assert.match(stage.out(), /empty/);
  });
});
