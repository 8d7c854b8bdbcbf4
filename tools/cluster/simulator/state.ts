import type { JobBook } from "./job-book.ts";

// Objects are kept in the shape in which the API shows them, so that an answer is a selection and never a translation.

export type Fileset = {
  filesetName: string;
  filesystemName: string;
  config: {
    /** "--" while unlinked. */
    path: string;
    inodeSpace: number;
    maxNumInodes: number;
    permissionChangeMode: string;
    comment: string;
    iamMode: string;
    oid: number;
    id: number;
    status: "Linked" | "Unlinked";
    parentId: number;
    created: string;
    isInodeSpaceOwner: boolean;
    inodeSpaceMask: number;
    snapID: number;
    rootInode: number;
  };
};

export type Snapshot = {
  snapshotName: string;
  filesystemName: string;
  /** "" for a snapshot of the whole filesystem. */
  filesetName: string;
  oid: number;
  snapID: number;
  status: string;
  created: string;
  quotas: string;
  snapType: string;
  expirationTime?: string;
};

export type QuotaType = "USR" | "GRP" | "FILESET";

/** Blocks are counted in KiB; a limit of 0 is no limit. */
export type Quota = {
  quotaId: number;
  filesystemName: string;
  filesetName: string;
  quotaType: QuotaType;
  objectName: string;
  objectId: number;
  blockUsage: number;
  blockQuota: number;
  blockLimit: number;
  blockInDoubt: number;
  blockGrace: string;
  filesUsage: number;
  filesQuota: number;
  filesLimit: number;
  filesInDoubt: number;
  filesGrace: string;
  isDefaultQuota: boolean;
};

export type Pool = {
  filesystemName: string;
  storagePoolName: string;
  totalDataInKB: number;
  freeDataInKB: number;
  totalMetaInKB: number;
  freeMetaInKB: number;
};

export type Disk = {
  name: string;
  diskId: string;
  fileSystem: string;
  failureGroup: string;
  type: string;
  storagePool: string;
  status: string;
  availability: string;
  quorumDisk: boolean;
  remarks: string;
  size: number;
  availableBlocks: number;
  availableFragments: number;
  nsdServers: string;
  nsdVolumeId: string;
  oid: number;
};

export type ClusterNode = {
  adminNodeName: string;
  nodeNumber: number;
  config: Record<string, string>;
  status: Record<string, string>;
  network: Record<string, string>;
  roles: Record<string, boolean | string>;
  cesInfo: Record<string, string>;
};

/** What the API shows of a filesystem. */
export type FilesystemFacts = {
  oid: number;
  uuid: string;
  name: string;
  version: string;
  type: string;
  createTime: string;
  block: { pools: string; disks: string; blockSize: number; [more: string]: string | number };
  mount: {
    mountPoint: string;
    automaticMountOption: string;
    additionalMountOptions: string;
    mountPriority: number;
    driveLetter: string;
    remoteDeviceName: string;
    readOnly: boolean;
    nodesMountedReadWrite: string[];
    nodesMountedReadOnly: string[];
    nodesMountedInternally: string[];
    status: "mounted" | "not mounted";
  };
  replication: Record<string, number | string>;
  quota: Record<string, boolean | string>;
  settings: Record<string, boolean | number | string>;
  fileAuditLogConfig: null;
};

/** A filesystem and what lives in it. */
export type Filesystem = {
  facts: FilesystemFacts;
  pools: Pool[];
  filesets: Map<string, Fileset>;
  /** By fileset ("" holds the global ones), then by name. */
  snapshots: Map<string, Map<string, Snapshot>>;
  /** By `quotaKey`. */
  quotas: Map<string, Quota>;
  quotaManagement: "filesystem" | "fileset" | "disabled";
  policy: string;
  /** Plain directories, by path relative to the mount point, that a junction may not cover. */
  directories: Set<string>;
  nextFilesetId: number;
  nextInodeSpace: number;
};

export type RemoteCluster = { owningCluster: string; key: string[]; contactNodes: string[] };

export type ClusterState = {
  cluster: {
    clusterSummary: { clusterId: bigint; clusterName: string; [more: string]: string | bigint };
    cesSummary: Record<string, string | number>;
    cnfsSummary: Record<string, string | number>;
  };
  nodes: Map<string, ClusterNode>;
  nodeClasses: { nodeclassName: string; members: string[]; type: string }[];
  disks: Map<string, Disk>;
  filesystems: Map<string, Filesystem>;
  remotes: Map<string, RemoteCluster>;
  sensors: {
    sensorName: string;
    description: string;
    period: number;
    restrict: string;
    filter: string;
  }[];
  jobs: JobBook;
  seed: number;
  /** One count for all objects, so that paging by the last id works across filesystems too. */
  newOid: () => number;
};

export function quotaKey(type: QuotaType, filesetName: string, objectName: string): string {
  return `${type}/${filesetName}/${objectName}`;
}

/** The snapshots of a fileset, or with "" the global ones; the map is made when it is first asked for. */
export function snapshotsOf(filesystem: Filesystem, filesetName: string): Map<string, Snapshot> {
  let found = filesystem.snapshots.get(filesetName);
  if (!found) {
    found = new Map();
    filesystem.snapshots.set(filesetName, found);
  }
  return found;
}
