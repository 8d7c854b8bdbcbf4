import type { ServedSimulator } from "../tools/cluster/simulator/serve.ts";

/** The settings by which a server process reaches a served simulator, with writes open. */
export function settingsFor(cluster: ServedSimulator) {
  return {
    CLUSTER_URL: cluster.url,
    CLUSTER_USERNAME: cluster.simulator.options.username,
    CLUSTER_PASSWORD: cluster.simulator.options.password,
    CLUSTER_PIN_SHA256: cluster.fingerprint,
    CLUSTER_ALLOW_WRITES: "true",
  };
}
