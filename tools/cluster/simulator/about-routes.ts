import { ok } from "./call.ts";
import { clusterTime } from "./cluster-time.ts";
import type { Mode } from "./options.ts";
import { offered, type Route } from "./route.ts";

/** `/info` and `/config`, and what else belongs to the API itself. `all` is read when a request comes. */
export function aboutRoutes(mode: Mode, all: () => Route[]): Route[] {
  return [
    {
      method: "GET",
      path: "/info",
      on: "both*",
      says: "Shows product and API version, and in paths which endpoint exists under this version.",
      run: (call) => {
        const paths: Record<string, string[]> = {};
        for (const route of all())
          if (offered(route, call.version, mode))
            paths[route.path] = [...(paths[route.path] ?? []), route.method];
        return ok({
          info: {
            name: "Outpost cluster simulator REST Management",
            restApiVersion: call.version === "v3" ? "3.0.0" : "2.6.0",
            serverVersion: "6.0.1.0",
            simulator: true,
            paths,
          },
        });
      },
    },
    {
      method: "GET",
      path: "/config",
      on: "both*",
      says: "Shows the configuration of the cluster, as it is stored.",
      run: (call) => {
        const { clusterId, clusterName } = call.state.cluster.clusterSummary;
        const clusterConfig = { ...CONFIG, clusterId, clusterName };
        return ok({ config: { clusterConfig } });
      },
    },
    {
      method: "POST",
      path: "/refreshTask/enqueue",
      on: "v2",
      says: "Asks for fresh data; the simulator's are always fresh.",
      query: ["taskId", "maxDelay"],
      run: (call) => ok({ refreshTask: { enqueued: clusterTime(call.now) } }),
    },
  ];
}

const CONFIG = {
  minReleaseLevel: "6.0.1.0",
  timeZoneOffset: "+0000",
  autoload: "yes",
  ccrEnabled: "yes",
  cipherList: "AUTHONLY",
  maxblocksize: "16M",
  maxFilesToCache: "128k",
  maxMBpS: "8000",
  nsdMaxWorkerThreads: "1024",
  pagepool: "16G",
  quotaRefreshInterval: "60",
  tiebreakerDisks: "no",
  verbsRdma: "disable",
  workerThreads: "512",
};
