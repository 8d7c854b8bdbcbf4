import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { suite, test } from "node:test";
import { DEMO_PASSWORD, DEMO_USERNAME } from "../../tools/cluster/simulator/options.ts";
import { serveSimulator } from "../../tools/cluster/simulator/serve.ts";
import { openHub } from "../open-hub.ts";
import { runAsk } from "../plain/ask.ts";
import { stageWorld } from "../world.fixture.ts";

suite("outpost ask with the offline operator", () => {
  test("ends with 3 where a sentence needs a gate that is shut, and sends no write", async (t) => {
    const served = await serveSimulator({ port: 0 });
    t.after(served.close);
    const { world } = stageWorld(t, {
      env: {
        CLUSTER_URL: served.url,
        CLUSTER_USERNAME: DEMO_USERNAME,
        CLUSTER_PASSWORD: DEMO_PASSWORD,
        CLUSTER_PIN_SHA256: served.fingerprint,
      },
    });
    const hub = await openHub(world, { watchHealth: false });
    t.after(() => hub.close());
    const ask = async (...sentences: string[]) => {
      const output = new PassThrough();
      const io = {
        input: new PassThrough(),
        output,
        errors: new PassThrough().resume(),
        interactive: false,
        onInterrupt: () => () => undefined,
      };
      const code = await runAsk({ hub, io, sentences });
      output.end();
      return { code, out: await text(output) };
    };
    assert.equal((await ask("list the filesystems")).code, 0);
    const create = await ask("create a fileset called projects");
    assert.equal(create.code, 3);
    assert.match(create.out, /CLUSTER_ALLOW_WRITES=true/);
    assert.doesNotMatch(create.out, /which filesystem/i);
    assert.equal((await ask("delete projects on fs1", "list the filesystems")).code, 3);
    assert.equal(served.simulator.log.mutations().length, 0);
  });
});
