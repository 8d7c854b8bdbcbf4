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

  test("show names the tool of an outcome, says how it was confirmed, and breaks lines between words", async (t) => {
    const stage = stageWorld(t);
    const state = await openState(stage.stateFolder, { writesPerHour: 60 });
    const about = { call: "c1", request: "DELETE /a" };
    await state.audit({ ...about, event: "intent", tool: "fileset_delete", confirmed: "flag" });
    const result = "unavailable: The cluster did not answer in time, so nothing is known.";
    await state.audit({ ...about, event: "outcome", result });
    assert.equal(await stage.run("audit", "show"), 0);
    assert.match(stage.out(), /\(confirmed: by --approve\)/);
    const shown = stage.out().length;
    Object.assign(stage.world.stdout, { isTTY: true, columns: 64 });
    assert.equal(await stage.run("audit", "show", "--last", "1"), 0);
    const rows = stage.out().slice(shown).trimEnd().split("\n");
    assert.match(rows[0] ?? "", /outcome {3}fileset_delete/);
    assert.ok(rows.length > 2 && rows.every((row) => row.length <= 64), rows.join("\n"));
    const again = rows.map((row) => row.slice(28)).join(" ");
    assert.ok(again.replaceAll(/ +/g, " ").endsWith(`DELETE /a → ${result}`), again);
    for (const row of rows.slice(1)) assert.match(row, /^ {28}\S/);
  });

  test("an empty log is whole", async (t) => {
    const stage = stageWorld(t);
    assert.equal(await stage.run("audit", "verify"), 0);
    assert.match(stage.out(), /empty/);
  });
});
