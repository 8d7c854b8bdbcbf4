import assert from "node:assert/strict";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { DEMO_PASSWORD, DEMO_USERNAME } from "../../tools/cluster/simulator/options.ts";
import { type ServeSimulatorOptions, serveSimulator } from "../../tools/cluster/simulator/serve.ts";
import { stageWorld } from "../world.fixture.ts";

async function simulator(t: TestContext, options: ServeSimulatorOptions = {}) {
  const served = await serveSimulator({ port: 0, ...options });
  t.after(served.close);
  return served;
}

suite("outpost setup cluster", () => {
  test("shows the fingerprint, pins it on a yes, signs in once and stores a closed file", async (t) => {
    const served = await simulator(t);
    const address = served.url.replace("https://", "");
    const stage = stageWorld(t, { typed: [address, "yes", "", DEMO_PASSWORD] });
    mkdirSync(stage.configFolder, { recursive: true });
    const path = join(stage.configFolder, ".env");
    writeFileSync(path, "# mine\nOUTPOST_LOG=info\nCLUSTER_PASSWORD=old\n");
    assert.equal(await stage.run("setup", "cluster"), 0, stage.err());
    assert.ok(stage.screen().replaceAll(/\s/g, "").includes(served.fingerprint));
    for (const line of stage.screen().split("\n")) assert.ok(line.length <= 80, line);
    const text = readFileSync(path, "utf8");
    assert.match(text, /^# mine\nOUTPOST_LOG=info\nCLUSTER_URL=/);
    assert.ok(
      text.includes(`CLUSTER_USERNAME=${DEMO_USERNAME}\nCLUSTER_PASSWORD=${DEMO_PASSWORD}\n`),
    );
    assert.ok(text.includes(served.fingerprint));
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.ok(!stage.out().includes(DEMO_PASSWORD) && !stage.screen().includes(DEMO_PASSWORD));
    assert.equal(await stage.run("call", "filesystem_list"), 0, stage.err());
    assert.match(stage.out(), /fs1/);
  });

  test("set up once, address and account need not be typed again", async (t) => {
    const served = await simulator(t);
    const stage = stageWorld(t, { typed: ["", "yes", "", DEMO_PASSWORD] });
    mkdirSync(stage.configFolder, { recursive: true });
    const path = join(stage.configFolder, ".env");
    const account = `CLUSTER_URL=${served.url}\nCLUSTER_USERNAME=${DEMO_USERNAME}\n`;
    writeFileSync(path, `${account}CLUSTER_PASSWORD=old\n`, { mode: 0o600 });
    assert.equal(await stage.run("setup", "cluster"), 0, stage.err());
    assert.ok(readFileSync(path, "utf8").startsWith(`${account}CLUSTER_PASSWORD=${DEMO_PASSWORD}`));
  });

  test("without a yes to the certificate nothing is sent and nothing is stored", async (t) => {
    const served = await simulator(t);
    const stage = stageWorld(t, { typed: [served.url, "no"] });
    assert.equal(await stage.run("setup", "cluster"), 3);
    assert.equal(served.simulator.log.count(), 0);
    assert.throws(() => statSync(stage.configFolder));
  });

  test("a wrong password is one request, and nothing is stored", async (t) => {
    const served = await simulator(t);
    const stage = stageWorld(t, { typed: [served.url, "yes", "", "wrong"] });
    assert.equal(await stage.run("setup", "cluster"), 5);
    assert.equal(served.simulator.log.count(), 1);
    assert.throws(() => statSync(stage.configFolder));
    assert.doesNotMatch(stage.err(), /wrong"|Basic/);
    assert.match(stage.err(), /Nothing was stored\.\s.*run `outpost setup cluster` again/);
    assert.doesNotMatch(stage.err(), /CLUSTER_PASSWORD/);
  });

  test("an expired certificate cannot be pinned", async (t) => {
    const served = await simulator(t, { expiredCertificate: true });
    const stage = stageWorld(t, { typed: [served.url] });
    assert.equal(await stage.run("setup", "cluster"), 5);
    assert.match(stage.err(), /out of its dates/);
  });

  test("an address that is none, a host that is down and a missing terminal are told apart", async (t) => {
    const served = await serveSimulator({ port: 0 });
    await served.close();
    assert.equal(await stageWorld(t, { typed: ["http://x"] }).run("setup", "cluster"), 2);
    const down = stageWorld(t, { typed: [served.url] });
    assert.equal(await down.run("setup", "cluster"), 5);
    assert.match(down.err(), /nothing listens there/);
    assert.equal(await stageWorld(t).run("setup", "cluster"), 3);
  });
});
