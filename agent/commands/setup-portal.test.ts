import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { serveFakePortal } from "../../server/portal/simulator/serve.ts";
import { stageWorld } from "../world.fixture.ts";

async function fakePortal(t: TestContext) {
  const fake = await serveFakePortal();
  t.after(fake.close);
  return fake;
}

suite("outpost setup portal", () => {
  test("asks, signs in once, and stores a closed file without a trace of the password elsewhere", async (t) => {
    const fake = await fakePortal(t);
    const typed = [
      `${fake.url}/Default.aspx`,
      "stargazer",
      "correct horse",
      "booking.example/book",
    ];
    const stage = stageWorld(t, { typed });
    assert.equal(await stage.run("setup", "portal"), 0, stage.err());
    assert.equal(fake.state.loginPosts, 1);
    const path = join(stage.configFolder, ".env");
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const text = readFileSync(path, "utf8");
    for (const line of [
      `PORTAL_URL=${fake.url}`,
      "PORTAL_USERNAME=stargazer",
      "PORTAL_PASSWORD=correct horse",
      "BOOKING_URL=https://booking.example/book",
    ])
      assert.ok(text.includes(`${line}\n`), line);
    assert.ok(!`${stage.out()}${stage.screen()}${stage.err()}`.includes("correct horse"));
  });

  test("a wrong password is one attempt, and nothing is stored", async (t) => {
    const fake = await fakePortal(t);
    const stage = stageWorld(t, { typed: [fake.url, "stargazer", "wrong", ""] });
    assert.equal(await stage.run("setup", "portal"), 5);
    assert.match(stage.err(), /Nothing was stored/);
    assert.equal(fake.state.loginPosts, 1);
    assert.throws(() => statSync(stage.configFolder));
  });

  test("what is no address asks for no password", async (t) => {
    for (const address of ["ftp://portal.example", "https://", "a b"]) {
      const stage = stageWorld(t, { typed: [address] });
      assert.equal(await stage.run("setup", "portal"), 2, address);
      assert.doesNotMatch(stage.screen(), /Password/);
    }
  });
});
