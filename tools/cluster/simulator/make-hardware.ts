import type { ClusterNode, ClusterState, Disk } from "./state.ts";

export const CLUSTER_NAME = "outpost-demo.example";
const GIB = 1024 ** 3;

/** Three quorum nodes, of which two serve the disks, and one that only exports. */
export function makeNodes(): Map<string, ClusterNode> {
  const nodes = [1, 2, 3, 4].map((number): ClusterNode => {
    const name = `storage-0${number}.${CLUSTER_NAME}`;
    const address = `10.20.0.${10 + number}`;
    const quorum = number <= 3;
    return {
      adminNodeName: name,
      nodeNumber: number,
      config: {
        adminLoginName: "root",
        designatedLicense: "server",
        requiredLicense: quorum ? "server" : "client",
      },
      status: {
        osName: "Red Hat Enterprise Linux 9.4",
        nodeState: number === 4 ? "DEGRADED" : "HEALTHY",
        gpfsState: "HEALTHY",
        productVersion: "6.0.1.0",
      },
      network: {
        adminIPAddress: address,
        daemonNodeName: name,
        daemonIPAddress: address,
        getcnfsNodeName: "",
      },
      roles: {
        quorumNode: quorum,
        managerNode: number <= 2,
        gatewayNode: false,
        cesNode: number === 4,
        cnfsNode: false,
        snmpNode: false,
        clientNode: false,
        cloudGatewayNode: false,
        designation: number <= 2 ? "quorumManager" : quorum ? "quorum" : "client",
        otherNodeRoles: number === 4 ? "cesNode,perfmonNode" : "perfmonNode",
      },
      cesInfo: {
        cesGroup: "",
        cesIpList: number === 4 ? "10.20.0.40" : "",
        cesState: number === 4 ? "e" : "d",
      },
    };
  });
  return new Map(nodes.map((node) => [node.adminNodeName, node]));
}

export function makeNodeClasses(names: string[]): ClusterState["nodeClasses"] {
  const [first = "", second = "", , fourth = ""] = names;
  return [
    { nodeclassName: "nsd-servers", members: [first, second], type: "USER" },
    { nodeclassName: "exports", members: [fourth], type: "USER" },
    { nodeclassName: "GUI_MGMT_SERVERS", members: [first], type: "SYSTEM" },
  ];
}

/** Eight disks: five of fs1 (two pools), two of fs2, one that is free. */
export function makeDisks(names: string[]): Map<string, Disk> {
  const disks = Array.from({ length: 8 }, (_, index): Disk => {
    const number = index + 1;
    const [fileSystem, storagePool] = PLACES[index] ?? ["", "system"];
    const servers = [names[index % 2] ?? "", names[(index + 1) % 2] ?? ""];
    const size = (storagePool === "data" ? 4096 : 1024) * GIB;
    return {
      name: `nsd00${number}`,
      diskId: `0A14000B:65C0A1${(16 + number).toString(16).toUpperCase()}`,
      fileSystem,
      failureGroup: String(1 + (index % 2)),
      type: "nsd",
      storagePool,
      status: fileSystem ? "ready" : "not in use",
      availability: fileSystem ? "up" : "unknown",
      quorumDisk: index < 3,
      remarks: "",
      size,
      availableBlocks: Math.round(size * 0.41),
      availableFragments: Math.round(size / 10_000),
      nsdServers: servers.join(","),
      nsdVolumeId: `0A14000B65C0A1${(16 + number).toString(16).toUpperCase()}`,
      oid: number,
    };
  });
  return new Map(disks.map((disk) => [disk.name, disk]));
}

const PLACES: [string, string][] = [
  ["fs1", "system"],
  ["fs1", "system"],
  ["fs1", "data"],
  ["fs1", "data"],
  ["fs1", "data"],
  ["fs2", "system"],
  ["fs2", "system"],
  ["", "system"],
];

const sensor = (sensorName: string, description: string, period: number) => ({
  sensorName,
  description,
  period,
  restrict: "",
  filter: "",
});

export const SENSORS: ClusterState["sensors"] = [
  sensor("CPU", "Processor use of each node", 1),
  sensor("Load", "Load average and processes of each node", 1),
  sensor("Memory", "Memory of each node", 1),
  sensor("Network", "Traffic of each network adapter", 1),
  sensor("Netstat", "Connections of each node", 10),
  sensor("Diskstat", "Input and output of each local disk", 10),
  sensor("DiskFree", "Free space of each local mount", 600),
  sensor("GPFSDisk", "Input and output of each disk of the cluster", 0),
  sensor("GPFSFilesystem", "Traffic of each filesystem", 10),
  sensor("GPFSNSDDisk", "Input and output of each served disk", 10),
  sensor("GPFSPoolIO", "Traffic of each storage pool", 10),
  sensor("GPFSDiskCap", "Capacity of each disk", 86_400),
  sensor("GPFSPoolCap", "Capacity of each storage pool", 86_400),
  sensor("GPFSInodeCap", "Inodes of each filesystem", 86_400),
  sensor("GPFSFileset", "Capacity of each fileset", 300),
  sensor("GPFSNode", "Traffic of each node", 10),
  sensor("NFSIO", "Traffic of NFS exports", 10),
  sensor("SMBStats", "Traffic of SMB shares", 0),
];
