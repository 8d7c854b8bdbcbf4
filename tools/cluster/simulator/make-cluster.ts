import { createJobBook } from "./job-book.ts";
import { makeFilesystem } from "./make-filesystem.ts";
import { CLUSTER_NAME, makeDisks, makeNodeClasses, makeNodes, SENSORS } from "./make-hardware.ts";
import { makeJobs } from "./make-jobs.ts";
import { seeded } from "./seeded.ts";
import type { ClusterState } from "./state.ts";

/** A small believable cluster: 4 nodes, 8 disks, fs1 with many filesets, fs2 with a few. `born` is "now" in its data. */
export function makeCluster(wish: {
  seed: number;
  filesets: number;
  jobSeconds: number;
  failRate: number;
  born: number;
  hostileComment: boolean;
}): ClusterState {
  const { seed, born } = wish;
  let oid = 0;
  const nodes = makeNodes();
  const state: ClusterState = {
    cluster: {
      clusterSummary: {
        // Beyond 2^53, as the ids of real clusters are: a client that reads it as a double gets another cluster.
        clusterId: 1_094_812_345_678_901_234n + BigInt(seed),
        clusterName: CLUSTER_NAME,
        primaryServer: [...nodes.keys()][0] ?? "",
        secondaryServer: "",
        rcpPath: "/usr/bin/scp",
        rshPath: "/usr/bin/ssh",
        repositoryType: "CCR",
        uidDomain: CLUSTER_NAME,
      },
      cesSummary: {
        enabledServices: "SMB,NFS",
        addressPolicy: "even-coverage",
        cesSharedRoot: "/gpfs/fs2/ces",
        logLevel: 0,
      },
      cnfsSummary: {
        cnfsSharedRoot: "",
        cnfsMoundtPort: "",
        cnfsNFSDprocs: "",
        cnfsReboot: "",
        cnfsMonitorEnabled: "",
      },
    },
    nodes,
    nodeClasses: makeNodeClasses([...nodes.keys()]),
    disks: makeDisks([...nodes.keys()]),
    filesystems: new Map(),
    remotes: new Map(),
    sensors: SENSORS,
    jobs: createJobBook({
      jobSeconds: wish.jobSeconds,
      failRate: wish.failRate,
      random: seeded(seed + 1),
    }),
    seed,
    newOid: () => ++oid,
  };
  const random = seeded(seed);
  for (const name of ["fs1", "fs2"]) {
    const filesets = name === "fs1" ? wish.filesets : 5;
    makeFilesystem(state, {
      name,
      filesets,
      random,
      born,
      hostileComment: wish.hostileComment && name === "fs1",
    });
  }
  makeJobs(state, born);
  return state;
}
