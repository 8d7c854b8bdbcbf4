import type { Collection } from "./collection.ts";
import type { ClusterNode, ClusterState } from "./state.ts";

type Reach = {
  of: (state: ClusterState, nodes: ClusterNode[]) => HealthRecord[];
};
type HealthRecord = { oid: number; [more: string]: string | number | string[] };

const COMPONENTS = ["NODE", "GPFS", "NETWORK", "FILESYSTEM", "DISK", "PERFMON", "CES"] as const;
const SINCE = "2026-08-01 06:12:44,000";

/** The state of each component of each node; only the node that exports has something to complain of. */
export const healthStates: Collection<HealthRecord> & Reach = {
  name: "states",
  keys: ["oid", "component", "reportingNode"],
  id: (state) => state.oid,
  of: (_, nodes) =>
    nodes.flatMap((node) =>
      COMPONENTS.map((component, index) => {
        const degraded = !healthy(node) && (component === "NODE" || component === "CES");
        return {
          oid: node.nodeNumber * 100 + index,
          component,
          reportingNode: node.adminNodeName,
          activeSince: SINCE,
          entityType: "NODE",
          entityName: node.adminNodeName,
          parentName: "",
          state: degraded ? "DEGRADED" : "HEALTHY",
          reasons: degraded ? ["ces_ips_all_unassigned"] : [],
        };
      }),
    ),
};

export const healthEvents: Collection<HealthRecord> & Reach = {
  name: "events",
  keys: ["oid", "component", "reportingNode"],
  id: (event) => event.oid,
  of: (_, nodes) =>
    nodes
      .filter((node) => !healthy(node))
      .map((node) => ({
        oid: node.nodeNumber,
        component: "CES",
        reportingNode: node.adminNodeName,
        name: "ces_ips_all_unassigned",
        type: "STATE_CHANGE",
        severity: "WARNING",
        state: "DEGRADED",
        activeSince: SINCE,
        entityType: "NODE",
        entityName: node.adminNodeName,
        message: "No export address is assigned to this node.",
        description: "The export addresses are declared, and none of them is active.",
        userAction: "Check the network of the node and assign the addresses again.",
      })),
};

function healthy(node: ClusterNode): boolean {
  return node.status.nodeState === "HEALTHY";
}
