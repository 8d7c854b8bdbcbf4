import type { System } from "./system.ts";

export const cluster = {
  name: "cluster",
  isSetUp: ({ CLUSTER_URL }) => CLUSTER_URL !== undefined,
  mode({ CLUSTER_ALLOW_WRITES, CLUSTER_ALLOW_DESTRUCTIVE }) {
    if (!CLUSTER_ALLOW_WRITES) return "read-only";
    return CLUSTER_ALLOW_DESTRUCTIVE ? "destructive" : "writes";
  },
  open: async (settings, shared) => {
    const { openCluster } = await import("./open-cluster.ts");
    return openCluster(settings, shared);
  },
  health: {
    server: "outpost-cluster",
    name: "cluster",
    tool: "cluster_summary",
    read(data) {
      const health = data?.health;
      if (typeof health !== "string") return { state: "healthy", words: "reachable" };
      const problems = Array.isArray(data?.problems) ? data.problems.length : 0;
      const well = /^(healthy|ok|good|active)$/i.test(health) && problems === 0;
      if (well) return { state: "healthy", words: "healthy" };
      const count = problems === 1 ? "1 problem" : `${problems} problems`;
      return { state: "degraded", words: problems > 0 ? count : health.toLowerCase() };
    },
  },
  check: async function* (settings, world) {
    const { checkCluster } = await import("../doctor/check-cluster.ts");
    yield* checkCluster(settings, world.now());
  },
  setUp: async (terminal, world) => {
    const { setUpCluster } = await import("../setup-cluster.ts");
    return setUpCluster(terminal, world);
  },
  operator: async () => (await import("../operator/cluster/index.ts")).CLUSTER,
} satisfies System;
