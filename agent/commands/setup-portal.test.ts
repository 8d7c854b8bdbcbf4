import assert from "node:assert/strict";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
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

  test("set up once, only the password has to be typed again", async (t) => {
    const fake = await fakePortal(t);
    const stage = stageWorld(t, { typed: ["", "", "correct horse", ""] });
    mkdirSync(stage.configFolder, { recursive: true });
    const path = join(stage.configFolder, ".env");
    const stored = (password: string) =>
      `PORTAL_URL=${fake.url}\nPORTAL_USERNAME=stargazer\nPORTAL_PASSWORD=${password}\nBOOKING_URL=https://booking.example/\n`;
    writeFileSync(path, stored("old"), { mode: 0o600 });
    assert.equal(await stage.run("setup", "portal"), 0, stage.err());
    assert.equal(readFileSync(path, "utf8"), stored("correct horse"));
  });

  test("a wrong password is one attempt, and nothing is stored", async (t) => {
    const fake = await fakePortal(t);
    const stage = stageWorld(t, { typed: [fake.url, "stargazer", "wrong", ""] });
    assert.equal(await stage.run("setup", "portal"), 5);
    assert.match(stage.err(), /Nothing was stored[\s\S]*tried once[\s\S]*lock/);
    assert.doesNotMatch(stage.screen(), /Signed in/);
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

  test("before a password is typed that will travel in the clear, this is said", async (t) => {
    const stage = stageWorld(t, { typed: ["http://portal.invalid", "stargazer", "secret", ""] });
    assert.equal(await stage.run("setup", "portal"), 5);
    assert.match(stage.screen(), /in the clear[\s\S]*Password:/);
    const fake = await fakePortal(t);
    const local = stageWorld(t, { typed: [fake.url, "stargazer", "correct horse", ""] });
    assert.equal(await local.run("setup", "portal"), 0, local.err());
    assert.doesNotMatch(local.screen(), /in the clear/);
  });

  test("a map that cannot be used is told before anything is asked, and no login is made", async (t) => {
    const fake = await fakePortal(t);
    for (const [name, json, wanted] of [
      ["broken.json", "{ broken", /PORTAL_MAP_FILE.*Name a file that holds JSON/],
      ["wrong.json", '{"login": 5}', /- login: /],
      ["absent.json", undefined, /PORTAL_MAP_FILE names .*absent\.json, which cannot be read/],
    ] as const) {
      const typed = [fake.url, "stargazer", "correct horse", ""];
      const { folder } = stageWorld(t);
      const file = join(folder, name);
      if (json !== undefined) writeFileSync(file, json);
      const stage = stageWorld(t, { typed, env: { PORTAL_MAP_FILE: file } });
      assert.equal(await stage.run("setup", "portal"), 2, name);
      assert.match(stage.err(), wanted);
      assert.equal(stage.screen(), "");
    }
    assert.equal(fake.state.requests.length, 0);
  });

  test("settings that are wrong elsewhere do not stand in its way", async (t) => {
    const fake = await fakePortal(t);
    const typed = [fake.url, "stargazer", "correct horse", ""];
    const stage = stageWorld(t, { typed, env: { PORTAL_LISTEN: "nowhere:x:y" } });
    assert.equal(await stage.run("setup", "portal"), 0, stage.err());
  });

  test("an address where nothing answers is named as it was typed", async (t) => {
    const fake = await serveFakePortal();
    await fake.close();
    const stage = stageWorld(t, { typed: [fake.url, "stargazer", "correct horse", ""] });
    assert.equal(await stage.run("setup", "portal"), 5);
    assert.ok(stage.err().includes(`cannot be reached at ${fake.url}. Nothing was stored`));
    assert.match(stage.err(), /ECONNREFUSED.*outpost setup portal/);
    assert.doesNotMatch(stage.err(), /PORTAL_URL|correct horse/);
    assert.throws(() => statSync(stage.configFolder));
  });
});
