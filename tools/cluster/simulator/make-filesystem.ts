import { makeFilesets } from "./make-filesets.ts";
import type { Seeded } from "./seeded.ts";
import type { ClusterState, Filesystem, FilesystemFacts, Pool } from "./state.ts";

const KIB_PER_TIB = 1024 ** 3;
const DAY = 86_400_000;

/** Adds a filesystem with pools, filesets, snapshots, quotas and a policy. */
export function makeFilesystem(
  state: ClusterState,
  wish: {
    name: string;
    filesets: number;
    random: Seeded;
    born: number;
    hostileComment: boolean;
  },
): void {
  const { name, random, born } = wish;
  const disks = [...state.disks.values()].filter((disk) => disk.fileSystem === name);
  const filesystem = bareFilesystem(state, {
    name,
    mountPoint: `/gpfs/${name}`,
    disks: disks.map((disk) => disk.name),
    blockSize: 4_194_304,
    created: born - 400 * DAY,
    mountedOn: [...state.nodes.keys()],
  });
  filesystem.pools = poolsOf(state, name).map((pool) => ({
    ...pool,
    freeDataInKB: Math.round(pool.totalDataInKB * (0.25 + random.next() * 0.25)),
    freeMetaInKB: Math.round(pool.totalMetaInKB * (0.6 + random.next() * 0.2)),
  }));
  filesystem.policy = name === "fs1" ? FS1_POLICY : FS2_POLICY;
  state.filesystems.set(name, filesystem);
  makeFilesets(state, filesystem, wish);
}

/** A filesystem without filesets of its own. `mountedOn` names nodes. */
export function bareFilesystem(
  state: ClusterState,
  wish: {
    name: string;
    mountPoint: string;
    disks: string[];
    blockSize: number;
    created: number;
    mountedOn: string[];
  },
): Filesystem {
  const oid = state.newOid();
  const pools = [...new Set(poolsOf(state, wish.name).map((pool) => pool.storagePoolName))];
  const facts: FilesystemFacts = {
    oid,
    uuid: `0A14000B:65C0A2${(16 + oid).toString(16).toUpperCase()}`,
    name: wish.name,
    version: "36.00",
    type: "local",
    createTime: new Date(wish.created).toUTCString(),
    block: {
      pools: pools.join(";"),
      disks: wish.disks.join(";"),
      blockSize: wish.blockSize,
      metaDataBlockSize: 1_048_576,
      indirectBlockSize: 32_768,
      minFragmentSize: 8192,
      inodeSize: 4096,
      logfileSize: 33_554_432,
      writeCacheThreshold: 0,
    },
    mount: {
      mountPoint: wish.mountPoint,
      automaticMountOption: "yes",
      additionalMountOptions: "none",
      mountPriority: 0,
      driveLetter: "",
      remoteDeviceName: `${state.cluster.clusterSummary.clusterName}:${wish.name}`,
      readOnly: false,
      nodesMountedReadWrite: wish.mountedOn,
      nodesMountedReadOnly: [],
      nodesMountedInternally: [],
      status: wish.mountedOn.length > 0 ? "mounted" : "not mounted",
    },
    replication: {
      defaultMetadataReplicas: 2,
      maxMetadataReplicas: 3,
      defaultDataReplicas: 1,
      maxDataReplicas: 3,
      strictReplication: "whenpossible",
      logReplicas: 0,
    },
    quota: {
      quotasAccountingEnabled: "user;group;fileset",
      quotasEnforced: "user;group;fileset",
      defaultQuotasEnabled: "none",
      perfilesetQuotas: false,
      filesetdfEnabled: true,
    },
    settings: SETTINGS,
    fileAuditLogConfig: null,
  };
  return {
    facts,
    pools: poolsOf(state, wish.name),
    filesets: new Map(),
    snapshots: new Map(),
    quotas: new Map(),
    quotaManagement: "filesystem",
    policy: "RULE 'placement' SET POOL 'system'",
    directories: new Set(),
    nextFilesetId: 0,
    nextInodeSpace: 0,
  };
}

// Clients differ in how they spell the two names that begin with an abbreviation; both are served.
const SETTINGS = {
  blockAllocationType: "scatter",
  fileLockingSemantics: "nfs4",
  ACLSemantics: "nfs4",
  aclSemantics: "nfs4",
  numNodes: 32,
  DMAPIEnabled: false,
  dmapiEnabled: false,
  exactMTime: true,
  suppressATime: "relatime",
  fastEAEnabled: true,
  encryption: false,
  maxNumberOfInodes: 33_554_432,
  is4KAligned: true,
  rapidRepairEnabled: true,
  stripeMethod: "roundRobin",
  stripedLogs: true,
  fileAuditLogEnabled: false,
};

/** The pools that the disks of a filesystem make, all free. Metadata lives in the pool "system". */
function poolsOf(state: ClusterState, filesystemName: string): Pool[] {
  const pools = new Map<string, Pool>();
  for (const disk of state.disks.values()) {
    if (disk.fileSystem !== filesystemName) continue;
    const name = disk.storagePool;
    const kib = disk.size / 1024;
    const meta = name === "system" ? Math.min(kib, KIB_PER_TIB / 8) : 0;
    const pool = pools.get(name);
    const data = (pool?.totalDataInKB ?? 0) + kib - meta;
    const metaTotal = (pool?.totalMetaInKB ?? 0) + meta;
    pools.set(name, {
      filesystemName,
      storagePoolName: name,
      totalDataInKB: data,
      freeDataInKB: data,
      totalMetaInKB: metaTotal,
      freeMetaInKB: metaTotal,
    });
  }
  return [...pools.values()];
}

const FS1_POLICY = `/* Small things stay on flash, the rest goes to disk. */
RULE 'scratch-on-flash' SET POOL 'system' FOR FILESET ('scratch')
RULE 'logs-on-flash' SET POOL 'system' WHERE NAME LIKE '%.log'
RULE 'default' SET POOL 'data'
RULE 'cool-down' MIGRATE FROM POOL 'system' THRESHOLD(85,70) WEIGHT(CURRENT_TIMESTAMP - ACCESS_TIME) TO POOL 'data'
RULE 'no-core-files' DELETE WHERE NAME LIKE 'core.%' AND DAYS(CURRENT_TIMESTAMP) - DAYS(MODIFICATION_TIME) > 30`;

const FS2_POLICY = "RULE 'default' SET POOL 'system'";
