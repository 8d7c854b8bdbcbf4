import { accept } from "./accept.ts";
import { type Call, ok, type Reply, text } from "./call.ts";
import { invalid } from "./refusal.ts";
import type { Route } from "./route.ts";
import type { RemoteCluster } from "./state.ts";

const REMOTE = {
  owningCluster: "other.example",
  key: ["-----BEGIN PUBLIC KEY-----"],
  contactNodes: ["node1.other.example"],
};

export const clusterRoutes: Route[] = [
  {
    method: "GET",
    path: "/clusters",
    on: "v3",
    says: "Shows the local cluster; view=BASIC only its name and id.",
    query: ["view"],
    run: (call) => {
      const { clusterSummary } = call.state.cluster;
      const { clusterId, clusterName } = clusterSummary;
      const basic = call.query.get("view") === "BASIC";
      const clusters = [
        basic ? { clusterSummary: { clusterId, clusterName } } : call.state.cluster,
      ];
      return ok({ clusters });
    },
  },
  {
    method: "GET",
    path: "/cluster",
    on: "both*",
    says: "Shows the cluster and its services.",
    run: (call) => ok({ cluster: call.state.cluster }),
  },
  {
    method: "GET",
    path: "/clusters/remote",
    on: "v3",
    says: "Lists the registered owning clusters.",
    run: (call) => ok({ owningClusters: [...call.state.remotes.values()] }),
  },
  {
    method: "POST",
    path: "/clusters/remote",
    on: "v3",
    says: "Registers an owning cluster as a remote.",
    body: REMOTE,
    run: register,
  },
  {
    method: "GET",
    path: "/remotemount/owningclusters",
    on: "v2",
    says: "Lists the registered owning clusters.",
    run: (call) => ok({ owningClusters: [...call.state.remotes.values()] }),
  },
  {
    method: "POST",
    path: "/remotemount/owningclusters",
    on: "v2",
    says: "Registers an owning cluster as a remote.",
    body: REMOTE,
    run: register,
  },
];

function register(call: Call): Reply {
  const owningCluster = text(call.body, "owningCluster", "owning_cluster", "name");
  if (!owningCluster) throw invalid("owningCluster");
  const remote: RemoteCluster = {
    owningCluster,
    key: lines(call.body.key),
    contactNodes: lines(call.body.contactNodes ?? call.body.contact_nodes),
  };
  if (remote.contactNodes.length === 0) throw invalid("contactNodes");
  return accept(call, {
    commands: [`mmremotecluster add '${owningCluster}' -n '${remote.contactNodes.join(",")}'`],
    progress: ["(1/1) Registering cluster"],
    act: () => {
      call.state.remotes.set(owningCluster, remote);
      return [`EFSSG0045I The cluster ${owningCluster} has been successfully registered.`];
    },
  });
}

function lines(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string");
  return typeof value === "string" ? [value] : [];
}
