import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { suite, type TestContext, test } from "node:test";
import { DEMO_PASSWORD, DEMO_USERNAME } from "../../tools/cluster/simulator/options.ts";
import { serveSimulator } from "../../tools/cluster/simulator/serve.ts";
import { openHub } from "../open-hub.ts";
import { runAsk } from "../plain/ask.ts";
import { stageWorld } from "../world.fixture.ts";

/** The hub over a simulated cluster, and `ask` as a script calls it: with nobody to be asked. */
async function openAsk(t: TestContext, env: Record<string, string> = {}) {
  const { simulator, url, fingerprint, close } = await serveSimulator({ port: 0 });
  t.after(close);
  const { world } = stageWorld(t, {
    env: {
      CLUSTER_URL: url,
      CLUSTER_USERNAME: DEMO_USERNAME,
      CLUSTER_PASSWORD: DEMO_PASSWORD,
      CLUSTER_PIN_SHA256: fingerprint,
      ...env,
    },
  });
  const hub = await openHub(world, { watchHealth: false });
  t.after(() => hub.close());
  const ask = async (...sentences: string[]) => {
    const [output, errors] = [new PassThrough(), new PassThrough()];
    const onInterrupt = () => () => undefined;
    const io = { input: new PassThrough(), output, errors, interactive: false, onInterrupt };
    const code = await runAsk({ hub, io, sentences });
    output.end();
    errors.end();
    return { code, out: await text(output), err: await text(errors) };
  };
  return { ask, simulator };
}

suite("outpost ask with the offline operator", () => {
  test("ends with 3 where a sentence needs a gate that is shut, and sends no write", async (t) => {
    const { ask, simulator } = await openAsk(t);
    assert.equal((await ask("list the filesystems")).code, 0);
    const create = await ask("create a fileset called projects");
    assert.equal(create.code, 3);
    assert.match(create.out, /CLUSTER_ALLOW_WRITES=true/);
    assert.doesNotMatch(create.out, /which filesystem/i);
    assert.equal((await ask("delete projects on fs1", "list the filesystems")).code, 3);
    assert.equal(simulator.log.mutations().length, 0);
  });

  test("where nobody can be asked, nobody is said to have said no", async (t) => {
    const { ask, simulator } = await openAsk(t, { CLUSTER_ALLOW_WRITES: "true" });
    const { code, out, err } = await ask("create a fileset called projects on fs1");
    assert.equal(code, 3);
    assert.match(err, /--approve fileset_create=fs1\/projects/);
    assert.match(out, /without an answer\. Nothing was changed/);
    assert.equal(simulator.log.mutations().length, 0);
  });

  test("takes an empty sentence for the mistake that it is, and starts nothing", async (t) => {
    for (const words of [["ask"], ["ask", ""], ["ask", "list the filesystems", " "]]) {
      const stage = stageWorld(t);
      assert.equal(await stage.run(...words), 2);
      assert.match(stage.err(), /nothing to ask/);
    }
  });
});
