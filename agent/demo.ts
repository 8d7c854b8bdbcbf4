import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { defaultStateFolder } from "../config/places.ts";
import type { Fixed } from "../config/read.ts";
import type { ServedSimulator } from "../tools/cluster/simulator/serve.ts";
import type { DemoPortal } from "./demo-portal.ts";
import type { DemoRecorder } from "./demo-recorder.ts";
import type { World } from "./world.ts";

export type Demo = { world: World; close: () => Promise<void> };

/**
 * Everything on this machine, with no account: a simulated cluster over HTTPS, its gates open, a fake telescope portal
 * with the wrapper in front of it, and a voice recorder with its server, all on free ports of loopback. They are
 * started by whoever first reads the settings. Audit log, budget and PIN are the demo's own, so that playing leaves no
 * trace in the real ones. The model, and whatever else is no system, comes from the settings as ever. The recorder
 * hears a spoken file; with `mic` the microphone.
 */
export function openDemo(world: World, { mic = false }: { mic?: boolean } = {}): Demo {
  const stateFolder = join(world.env.OUTPOST_STATE_DIR || defaultStateFolder(), "demo");
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  let cluster: Promise<ServedSimulator> | undefined;
  let portal: Promise<DemoPortal> | undefined;
  const startCluster = () => {
    cluster ??= import("../tools/cluster/simulator/serve.ts").then((it) => it.serveSimulator());
    return cluster;
  };
  const startPortal = () => {
    portal ??= import("./demo-portal.ts").then((it) => it.openDemoPortal());
    return portal;
  };
  let recorder: Promise<DemoRecorder> | undefined;
  const startRecorder = () => {
    recorder ??= import("./demo-recorder.ts").then((it) =>
      it.openDemoRecorder({ folder: stateFolder, mic, env: world.env }),
    );
    return recorder;
  };
  const fixed = async (): Promise<Fixed> => {
    const [served, telescopes, voices, { DEMO_PASSWORD, DEMO_USERNAME }] = await Promise.all([
      startCluster(),
      startPortal(),
      startRecorder(),
      import("../tools/cluster/simulator/options.ts"),
    ]);
    return {
      name: "the demo",
      only: ["cluster", "portal", "recorder", "device", "server"],
      values: {
        CLUSTER_URL: served.url,
        CLUSTER_USERNAME: DEMO_USERNAME,
        CLUSTER_PASSWORD: DEMO_PASSWORD,
        CLUSTER_PIN_SHA256: served.fingerprint,
        CLUSTER_ALLOW_WRITES: "true",
        CLUSTER_ALLOW_DESTRUCTIVE: "true",
        ...telescopes.values,
        ...voices.values,
      },
    };
  };
  return {
    world: {
      ...world,
      env: { ...world.env, OUTPOST_STATE_DIR: stateFolder },
      fixed,
      places: async () => {
        const systems = await Promise.all([startPortal(), startRecorder()]);
        return systems.flatMap(({ places }) => places);
      },
    },
    close: async () => {
      const systems = [cluster, portal, recorder];
      await Promise.all(systems.map(async (started) => (await started)?.close()));
    },
  };
}
