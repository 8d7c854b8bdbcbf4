import { accept } from "./accept.ts";
import { type Call, ok, param, type Reply } from "./call.ts";
import { answerList, answerOne, type Collection } from "./collection.ts";
import { nodesMeant } from "./find.ts";
import { JobFailure } from "./job-book.ts";
import { healthEvents, healthStates } from "./node-health.ts";
import { invalid, Refusal } from "./refusal.ts";
import type { Route } from "./route.ts";
import type { ClusterNode, ClusterState, Disk } from "./state.ts";

const NODES: Collection<ClusterNode> = {
  name: "nodes",
  keys: ["adminNodeName"],
  id: (node) => node.nodeNumber,
};

type NodeClass = ClusterState["nodeClasses"][number];
const DISKS: Collection<Disk> = { name: "nsds", keys: ["name"], id: (disk) => disk.oid };

export const nodeRoutes: Route[] = [
  {
    method: "GET",
    path: "/nodes",
    on: "both*",
    says: "Lists the nodes of the cluster.",
    list: true,
    run: (call) => answerList(call, NODES, call.state.nodes.values()),
  },
  {
    method: "GET",
    path: "/nodes/{name}",
    on: "both*",
    says: "Shows one node.",
    run: (call) => {
      const nodes = nodesMeant(call);
      const [only] = nodes;
      return nodes.length === 1 && only
        ? answerOne(call, NODES, only)
        : answerList(call, NODES, nodes);
    },
  },
  {
    method: "DELETE",
    path: "/nodes/{name}",
    on: "both*",
    says: "Removes a node from the cluster.",
    run: removeNode,
  },
  {
    method: "GET",
    path: "/nodes/{name}/health/states",
    on: "both*",
    says: "Lists the health of the components of a node; the node may be :all:.",
    list: true,
    run: (call) => answerList(call, healthStates, healthStates.of(call.state, nodesMeant(call))),
  },
  {
    method: "GET",
    path: "/nodes/{name}/health/events",
    on: "both*",
    says: "Lists the health events of a node; the node may be :all:.",
    list: true,
    run: (call) => answerList(call, healthEvents, healthEvents.of(call.state, nodesMeant(call))),
  },
  {
    method: "GET",
    path: "/nodeclasses",
    on: "both",
    says: "Lists the node classes.",
    list: true,
    run: (call) => answerList(call, nodeClasses(call), call.state.nodeClasses),
  },
  {
    method: "GET",
    path: "/nodeclasses/{nodeclassName}",
    on: "both",
    says: "Shows one node class.",
    run: (call) => {
      const name = param(call, "nodeclassName");
      const found = call.state.nodeClasses.find((one) => one.nodeclassName === name);
      // The one name that the API does not put in quotation marks.
      if (!found) throw new Refusal(400, "Invalid value in nodeclassName");
      return answerOne(call, nodeClasses(call), found);
    },
  },
  {
    method: "GET",
    path: "/nsds",
    on: "both",
    says: "Lists the network-shared disks.",
    list: true,
    run: (call) => answerList(call, DISKS, call.state.disks.values()),
  },
  {
    method: "GET",
    path: "/nsds/{nsdName}",
    on: "both",
    says: "Shows one network-shared disk.",
    run: (call) => {
      const disk = call.state.disks.get(param(call, "nsdName"));
      if (!disk) throw invalid("nsdName");
      return answerOne(call, DISKS, disk);
    },
  },
  {
    method: "GET",
    path: "/healthcheck",
    on: "v2",
    says: "Answers when the API is up.",
    run: () => ok({}),
  },
];

function nodeClasses(call: Call): Collection<NodeClass> {
  return {
    name: "nodeClasses",
    keys: ["nodeclassName"],
    id: (one) => call.state.nodeClasses.indexOf(one) + 1,
  };
}

function removeNode(call: Call): Reply {
  if (param(call, "name") === ":all:") throw invalid("name");
  const [node] = nodesMeant(call);
  if (!node) throw invalid("name");
  const name = node.adminNodeName;
  return accept(call, {
    commands: [`mmdelnode -N '${name}'`],
    progress: ["(1/1) Removing node"],
    act: () => {
      const serves = [...call.state.disks.values()].some((disk) => disk.nsdServers.includes(name));
      if (serves)
        throw new JobFailure(`EFSSG0474C Node ${name} serves disks and cannot be removed.`);
      if (node.roles.quorumNode === true)
        throw new JobFailure(`EFSSG0475C Node ${name} is a quorum node and cannot be removed.`);
      call.state.nodes.delete(name);
      for (const one of call.state.nodeClasses)
        one.members = one.members.filter((member) => member !== name);
      for (const { facts } of call.state.filesystems.values())
        facts.mount.nodesMountedReadWrite = facts.mount.nodesMountedReadWrite.filter(
          (mounted) => mounted !== name,
        );
      return [`EFSSG0046I Node ${name} has been successfully removed.`];
    },
  });
}
