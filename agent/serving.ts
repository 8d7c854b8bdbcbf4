import { userInfo } from "node:os";
import type { Settings } from "../config/schema.ts";
import { clusterServing } from "../mcp-servers/cluster.ts";
import type { Serving } from "../mcp-servers/serve.ts";
import { createSlots } from "../mcp-servers/slots.ts";
import type { ClusterClient } from "../tools/cluster/client.ts";
import { type Gates, NO_PATH_RULES } from "../tools/kit/gates.ts";
import { openState } from "../tools/kit/state.ts";
import { createTickets } from "../tools/kit/tickets.ts";
import { clusterAccount } from "./cluster-account.ts";
import { tellBug } from "./report.ts";
import { stateFolder } from "./settings.ts";
import { VERSION } from "./version.ts";
import type { World } from "./world.ts";

/** Over every connection of this process; the rest wait their turn. */
const CALLS_AT_ONCE = 32;

export type OpenServing = { serving: Serving; close: () => Promise<void> };

/** The cluster's tools on their road, from the settings. Nothing is sent to the cluster before the first call. */
export async function openServing(settings: Settings, world: World): Promise<OpenServing> {
  const gates = await gatesOf(settings);
  const account = clusterAccount(settings);
  let client: ClusterClient | undefined;
  const confirmSeconds = settings.CLUSTER_CONFIRM_SECONDS;
  const state = await openState(stateFolder(settings), {
    writesPerHour: settings.OUTPOST_WRITES_PER_HOUR,
    now: world.now,
  });
  const serving = clusterServing({
    async cluster() {
      const { createClusterClient } = await import("../tools/cluster/client.ts");
      client ??= createClusterClient({ settings: account, gates });
      return client;
    },
    version: VERSION,
    instructions: settings.CLUSTER_INSTRUCTIONS,
    road: {
      gates,
      state,
      tickets: createTickets(confirmSeconds, world.now),
      confirm: settings.CLUSTER_CONFIRM,
      confirmSeconds,
      source: "cluster",
    },
    principal: `local:${userInfo().username}`,
    waitSeconds: settings.CLUSTER_WAIT_SECONDS,
    slots: createSlots(CALLS_AT_ONCE),
    onBug: (error) => settings.OUTPOST_LOG === "debug" && tellBug(error, world.stderr),
  });
  return { serving, close: async () => client?.close() };
}

async function gatesOf(settings: Settings): Promise<Gates> {
  const { CLUSTER_ALLOW_PATHS: allow, CLUSTER_DENY_PATHS: deny } = settings;
  // Most operators set no rule, and then no start has to load the engine that matches them.
  const paths =
    allow.length + deny.length === 0
      ? NO_PATH_RULES
      : (await import("../tools/kit/path-rules.ts")).pathRules({ allow, deny });
  return {
    writes: settings.CLUSTER_ALLOW_WRITES,
    destructive: settings.CLUSTER_ALLOW_DESTRUCTIVE,
    paths,
  };
}
