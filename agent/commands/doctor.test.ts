import assert from "node:assert/strict";
import { suite, type TestContext, test } from "node:test";
import { z } from "zod";
import { DEMO_PASSWORD, DEMO_USERNAME } from "../../tools/cluster/simulator/options.ts";
import {
  type ServedSimulator,
  type ServeSimulatorOptions,
  serveSimulator,
} from "../../tools/cluster/simulator/serve.ts";
import { stageWorld } from "../world.fixture.ts";

const Checks = z.array(
  z.object({ name: z.string(), result: z.string(), says: z.string(), fix: z.string().optional() }),
);

async function simulator(t: TestContext, options: ServeSimulatorOptions = {}) {
  const served = await serveSimulator({ port: 0, ...options });
  t.after(served.close);
  return served;
}

async function doctor(t: TestContext, served: ServedSimulator, env: Record<string, string> = {}) {
  const stage = stageWorld(t, {
    env: {
      CLUSTER_URL: served.url,
      CLUSTER_USERNAME: DEMO_USERNAME,
      CLUSTER_PASSWORD: DEMO_PASSWORD,
      CLUSTER_PIN_SHA256: served.fingerprint,
      ...env,
    },
  });
  const code = await stage.run("doctor", "--json");
  const checks = Checks.parse(JSON.parse(stage.out()));
  const of = (result: string) => checks.filter((c) => c.result === result).map((c) => c.name);
  return { code, of, bad: checks.find((c) => c.result === "bad"), checks };
}

suite("outpost doctor", () => {
  test("every step is good where everything is right", async (t) => {
    const { code, of } = await doctor(t, await simulator(t));
    assert.equal(code, 0);
    const steps = ["settings", "name", "port", "certificate", "login", "API", "rights", "state"];
    assert.deepEqual(of("good"), steps);
    assert.deepEqual(of("note"), ["PIN", "model"]);
  });

  test("an older cluster is named as such", async (t) => {
    const { code, checks } = await doctor(t, await simulator(t, { mode: "v2" }));
    assert.equal(code, 0);
    assert.match(checks.find((c) => c.name === "API")?.says ?? "", /^v2 /);
  });

  test("a cluster that knows a part of the newer API is named by both", async (t) => {
    const { code, checks } = await doctor(t, await simulator(t, { mode: "mixed" }));
    assert.equal(code, 0);
    const says = checks.find((c) => c.name === "API")?.says ?? "";
    assert.match(says, /^v3 and v2 \(v3 lacks a part here; Outpost translates\)/);
  });

  test("a wrong password is exactly one request", async (t) => {
    const served = await simulator(t);
    const { code, bad, of } = await doctor(t, served, { CLUSTER_PASSWORD: "wrong" });
    assert.equal(code, 5);
    assert.equal(bad?.name, "login");
    assert.equal(served.simulator.log.count(), 1);
    assert.deepEqual(of("skipped"), ["API", "rights"]);
  });

  test("an expired certificate, a wrong pin and an unknown authority fail before anything is sent", async (t) => {
    const wrongPin = Array.from({ length: 32 }, () => "AB").join(":");
    const expired = await simulator(t, { expiredCertificate: true });
    assert.match((await doctor(t, expired)).bad?.says ?? "", /^It expired on/);
    const served = await simulator(t);
    const pinned = await doctor(t, served, { CLUSTER_PIN_SHA256: wrongPin });
    assert.equal(pinned.code, 5);
    assert.match(pinned.bad?.says ?? "", /not the pinned one/);
    assert.ok(pinned.bad?.says.includes(served.fingerprint));
    const { CLUSTER_URL, ...account } = {
      CLUSTER_URL: served.url,
      CLUSTER_USERNAME: DEMO_USERNAME,
      CLUSTER_PASSWORD: DEMO_PASSWORD,
    };
    const stage = stageWorld(t, { env: { CLUSTER_URL, ...account } });
    assert.equal(await stage.run("doctor"), 5);
    assert.match(stage.out(), /✗ certificate.*not signed by anyone trusted/);
    assert.match(stage.out(), /→ Run `outpost setup cluster`/);
    for (const one of [expired, served]) assert.equal(one.simulator.log.count(), 0);
  });

  test("a cluster that is down is named with its address", async (t) => {
    const served = await serveSimulator({ port: 0 });
    await served.close();
    const { code, bad, of } = await doctor(t, served);
    assert.equal(code, 5);
    assert.equal(bad?.name, "port");
    assert.deepEqual(of("skipped"), ["certificate", "login", "API", "rights"]);
  });

  test("settings that are wrong are named with their fixes, and nothing is tried", async (t) => {
    const served = await simulator(t);
    const { code, checks } = await doctor(t, served, { CLUSTER_ALOW_WRITES: "true" });
    assert.equal(code, 2);
    assert.deepEqual(
      checks.map((c) => [c.name, c.fix]),
      [["settings", "Did you mean CLUSTER_ALLOW_WRITES?"]],
    );
    assert.equal(served.simulator.log.count(), 0);
  });

  test("no system at all says how to get one", async (t) => {
    const stage = stageWorld(t);
    assert.equal(await stage.run("doctor"), 2);
    assert.match(stage.out(), /No system is set up/);
    assert.match(stage.out(), /outpost setup cluster/);
  });
});
