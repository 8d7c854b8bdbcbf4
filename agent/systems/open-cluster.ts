import type { Settings } from "../../config/schema.ts";
import { clusterServing } from "../../mcp-servers/cluster.ts";
import { createSlots } from "../../mcp-servers/slots.ts";
import type { ClusterClient } from "../../tools/cluster/client.ts";
import { createTickets } from "../../tools/kit/tickets.ts";
import { clusterAccount } from "../cluster-account.ts";
import { CALLS_AT_ONCE, type OpenServing, type Shared } from "../serving.ts";
import { gatesOf } from "./gates-of.ts";

/** The cluster's tools on their road, from the settings. Nothing is sent to the cluster before the first call. */
export async function openCluster(settings: Settings, shared: Shared): Promise<OpenServing> {
  const { state, now, ...rest } = shared;
  const gates = await gatesOf(settings, "CLUSTER");
  const account = clusterAccount(settings);
  let client: ClusterClient | undefined;
  const confirmSeconds = settings.CLUSTER_CONFIRM_SECONDS;
  const serving = clusterServing({
    ...rest,
    async cluster() {
      const { createClusterClient } = await import("../../tools/cluster/client.ts");
      client ??= createClusterClient({ settings: account, gates });
      return client;
    },
    instructions: settings.CLUSTER_INSTRUCTIONS,
    road: {
      gates,
      state,
      tickets: createTickets(confirmSeconds, now),
      confirm: settings.CLUSTER_CONFIRM,
      confirmSeconds,
      source: "cluster",
    },
    waitSeconds: settings.CLUSTER_WAIT_SECONDS,
    slots: createSlots(CALLS_AT_ONCE),
  });
  return { serving, close: async () => client?.close() };
}
