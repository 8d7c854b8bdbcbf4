import { userInfo } from "node:os";
import type { Settings } from "../config/schema.ts";
import { clusterServing } from "../mcp-servers/cluster.ts";
import type { Serving } from "../mcp-servers/serve.ts";
import { createSlots } from "../mcp-servers/slots.ts";
import { createClusterClient } from "../tools/cluster/client.ts";
import type { Gates } from "../tools/kit/gates.ts";
import { pathRules } from "../tools/kit/path-rules.ts";
import { openState } from "../tools/kit/state.ts";
import { createTickets } from "../tools/kit/tickets.ts";
import { clusterAccount } from "./cluster-account.ts";
import { stateFolder } from "./settings.ts";
import { VERSION } from "./version.ts";
import type { World } from "./world.ts";

/** Over every connection of this process; the rest wait their turn. */
const CALLS_AT_ONCE = 32;

export type OpenServing = { serving: Serving; close: () => Promise<void> };

/** The cluster's tools on their road, from the settings. Nothing is sent to the cluster before the first call. */
export async function openServing(settings: Settings, world: World): Promise<OpenServing> {
  const gates = gatesOf(settings);
  const client = createClusterClient({ settings: clusterAccount(settings), gates });
  const confirmSeconds = settings.CLUSTER_CONFIRM_SECONDS;
  const state = await openState(stateFolder(settings), {
    writesPerHour: settings.OUTPOST_WRITES_PER_HOUR,
    now: world.now,
  });
  const serving = clusterServing({
    cluster: client,
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
  });
  return { serving, close: client.close };
}

export function gatesOf(settings: Settings): Gates {
  return {
    writes: settings.CLUSTER_ALLOW_WRITES,
    destructive: settings.CLUSTER_ALLOW_DESTRUCTIVE,
    paths: pathRules({
      allow: settings.CLUSTER_ALLOW_PATHS,
      deny: settings.CLUSTER_DENY_PATHS,
    }),
  };
}
