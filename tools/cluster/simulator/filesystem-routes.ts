import { accept } from "./accept.ts";
import { type Call, flag, isTrue, param, type Reply, text } from "./call.ts";
import { answerList, answerOne, type Collection } from "./collection.ts";
import { createFilesystem, deleteFilesystem, mount, updateFilesystem } from "./filesystem-work.ts";
import { filesystemsMeant, theFilesystem } from "./find.ts";
import { invalid } from "./refusal.ts";
import type { Route } from "./route.ts";
import type { Disk, FilesystemFacts, Pool } from "./state.ts";

const FILESYSTEMS: Collection<FilesystemFacts> = {
  name: "filesystems",
  keys: ["name"],
  id: (filesystem) => filesystem.oid,
};

const DISKS: Collection<Disk> = { name: "disks", keys: ["name"], id: (disk) => disk.oid };

const PATH = "/filesystems/{filesystemName}";

export const filesystemRoutes: Route[] = [
  {
    method: "GET",
    path: "/filesystems",
    on: "both",
    says: "Lists the filesystems.",
    list: true,
    run: (call) =>
      answerList(
        call,
        FILESYSTEMS,
        [...call.state.filesystems.values()].map((one) => one.facts),
      ),
  },
  {
    method: "POST",
    path: "/filesystems",
    on: "both",
    says: "Creates a filesystem on free disks.",
    body: { name: "fs3", disks: ["nsd008"], defaultMountPoint: "/gpfs/fs3", blockSize: "4M" },
    run: (call) => {
      const name = text(call.body, "name", "filesystemName");
      if (!name || !/^[\w.-]+$/.test(name)) throw invalid("name");
      return accept(call, createFilesystem(call.state, name, call.body));
    },
  },
  {
    method: "GET",
    path: PATH,
    on: "both",
    says: "Shows one filesystem; fields=mount only where it is mounted.",
    run: (call) => {
      const found = filesystemsMeant(call).map((one) => one.facts);
      const [only] = found;
      return found.length === 1 && only
        ? answerOne(call, FILESYSTEMS, only)
        : answerList(call, FILESYSTEMS, found);
    },
  },
  {
    method: "PUT",
    path: PATH,
    on: "both*",
    says: "Changes a filesystem: mount point, automatic mount, replication.",
    body: { defaultMountPoint: "/gpfs/fs3", automaticMountOption: "yes" },
    run: (call) => accept(call, updateFilesystem(theFilesystem(call), call.body)),
  },
  {
    method: "DELETE",
    path: PATH,
    on: "both",
    says: "Deletes a filesystem that is mounted nowhere, with everything in it.",
    run: (call) => accept(call, deleteFilesystem(call.state, theFilesystem(call))),
  },
  ...(["mount", "unmount"] as const).flatMap((verb): Route[] => {
    const common = {
      on: "both" as const,
      says: `${verb === "mount" ? "Mounts" : "Unmounts"} a filesystem on nodes.`,
      body: { nodes: ["storage-01.outpost-demo.example"] },
      run: (call: Call) => mountOrUnmount(call, verb),
    };
    return [
      { ...common, on: "v2", method: "PUT", path: `${PATH}/${verb}` },
      { ...common, on: "v3", method: "POST", path: `${PATH}:${verb}` },
    ];
  }),
  {
    method: "GET",
    path: `${PATH}/storagepools`,
    on: "v3",
    says: "Lists the storage pools of a filesystem, sizes in KiB.",
    list: true,
    run: listPools,
  },
  {
    method: "GET",
    path: `${PATH}/pools`,
    on: "v2",
    says: "Lists the storage pools of a filesystem, sizes in KiB.",
    list: true,
    run: listPools,
  },
  {
    method: "GET",
    path: `${PATH}/pools/{storagePool}`,
    on: "v2",
    says: "Shows one storage pool.",
    run: (call) => {
      const { pools } = theFilesystem(call);
      const pool = pools.find((one) => one.storagePoolName === param(call, "storagePool"));
      if (!pool) throw invalid("storagePool");
      return answerOne(call, poolsIn([pool]), pool);
    },
  },
  {
    method: "GET",
    path: `${PATH}/disks`,
    on: "v2",
    says: "Lists the disks of a filesystem.",
    list: true,
    run: (call) => {
      const { name } = theFilesystem(call).facts;
      const own = [...call.state.disks.values()].filter((disk) => disk.fileSystem === name);
      return answerList(call, DISKS, own);
    },
  },
];

function listPools(call: Call): Reply {
  const pools = filesystemsMeant(call).flatMap((one) => one.pools);
  return answerList(call, poolsIn(pools), pools);
}

function poolsIn(pools: Pool[]): Collection<Pool> {
  return {
    name: "storagePool", // singular, in the list as well
    keys: ["filesystemName", "storagePoolName"],
    id: (pool) => pools.indexOf(pool) + 1,
  };
}

function mountOrUnmount(call: Call, verb: "mount" | "unmount"): Reply {
  const { nodes } = call.body;
  const named = (Array.isArray(nodes) ? nodes : [nodes]).filter((one) => typeof one === "string");
  const all = [...call.state.nodes.keys()];
  const meant = named.includes(":all:") || named.length === 0 ? all : named;
  for (const node of meant) if (!all.includes(node)) throw invalid("nodes");
  const force = flag(call, "force") || (call.body.force !== undefined && isTrue(call.body.force));
  return accept(call, mount(theFilesystem(call), verb, meant, force));
}
