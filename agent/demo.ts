import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { defaultStateFolder } from "../config/places.ts";
import { DEMO_PASSWORD, DEMO_USERNAME } from "../tools/cluster/simulator/options.ts";
import { serveSimulator } from "../tools/cluster/simulator/serve.ts";
import type { World } from "./world.ts";

export type Demo = { world: World; close: () => Promise<void> };

/**
 * Everything on this machine, with no account: a simulated cluster on a free port of loopback, over HTTPS, with its
 * gates open. Audit log, budget and PIN are the demo's own, so that playing leaves no trace in the real ones. The
 * model, and whatever else is not the cluster, comes from the settings as ever.
 */
export async function startDemo(world: World): Promise<Demo> {
  const stateFolder = join(world.env.OUTPOST_STATE_DIR || defaultStateFolder(), "demo");
  const [served] = await Promise.all([
    serveSimulator(),
    mkdir(stateFolder, { recursive: true, mode: 0o700 }),
  ]);
  const values = {
    CLUSTER_URL: served.url,
    CLUSTER_USERNAME: DEMO_USERNAME,
    CLUSTER_PASSWORD: DEMO_PASSWORD,
    CLUSTER_PIN_SHA256: served.fingerprint,
    CLUSTER_ALLOW_WRITES: "true",
    CLUSTER_ALLOW_DESTRUCTIVE: "true",
    OUTPOST_STATE_DIR: stateFolder,
  };
  return {
    world: { ...world, fixed: { name: "the demo", values, only: "cluster" } },
    close: served.close,
  };
}
