import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { defaultStateFolder } from "../config/places.ts";
import type { Fixed } from "../config/read.ts";
import type { ServedSimulator } from "../tools/cluster/simulator/serve.ts";
import type { World } from "./world.ts";

export type Demo = { world: World; close: () => Promise<void> };

/**
 * Everything on this machine, with no account: a simulated cluster on a free port of loopback, over HTTPS, with its
 * gates open. It is started by whoever first reads the settings. Audit log, budget and PIN are the demo's own, so that
 * playing leaves no trace in the real ones. The model, and whatever else is not the cluster, comes from the settings
 * as ever.
 */
export function openDemo(world: World): Demo {
  const stateFolder = join(world.env.OUTPOST_STATE_DIR || defaultStateFolder(), "demo");
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  let serving: Promise<ServedSimulator> | undefined;
  const fixed = async (): Promise<Fixed> => {
    serving ??= import("../tools/cluster/simulator/serve.ts").then((it) => it.serveSimulator());
    const [served, { DEMO_PASSWORD, DEMO_USERNAME }] = await Promise.all([
      serving,
      import("../tools/cluster/simulator/options.ts"),
    ]);
    return {
      name: "the demo",
      only: ["cluster"],
      values: {
        CLUSTER_URL: served.url,
        CLUSTER_USERNAME: DEMO_USERNAME,
        CLUSTER_PASSWORD: DEMO_PASSWORD,
        CLUSTER_PIN_SHA256: served.fingerprint,
        CLUSTER_ALLOW_WRITES: "true",
        CLUSTER_ALLOW_DESTRUCTIVE: "true",
      },
    };
  };
  return {
    world: { ...world, env: { ...world.env, OUTPOST_STATE_DIR: stateFolder }, fixed },
    close: async () => (await serving)?.close(),
  };
}
