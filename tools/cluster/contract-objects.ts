import type { z } from "zod";
import { flag, number, part, text, texts } from "./contract.ts";
import { quotaKind } from "./object-paths.ts";

// What the cluster answers about its objects, in one shape for v2 and native v3 names. Sizes are bytes here: the
// v2 API counts quota blocks and pools in KiB.

const KIB = 1024;
const kib = (value: number | undefined) => (value === undefined ? undefined : value * KIB);

const FilesystemWire = part({
  name: text,
  uuid: text,
  version: text,
  type: text,
  createTime: text,
  block: part({ pools: texts, disks: texts, blockSize: number }),
  mount: part({
    mountPoint: text,
    status: text,
    readOnly: flag,
    automaticMountOption: text,
    nodesMountedReadWrite: texts,
    nodesMountedReadOnly: texts,
    nodesMountedInternally: texts,
  }),
  quota: part({ quotasAccountingEnabled: texts, quotasEnforced: texts, perfilesetQuotas: flag }),
});

export type Filesystem = ReturnType<typeof readFilesystem>;

/** Of either version of the API. What is missing or odd is empty: one field must not hide the others. */
export function readFilesystem(json: unknown) {
  const { mount, block, ...wire } = FilesystemWire.parse(json);
  return {
    ...wire,
    blockSize: block.blockSize,
    pools: block.pools,
    disks: block.disks,
    mountPoint: mount.mountPoint,
    mounted: mount.status === "mounted",
    mountStatus: mount.status,
    readOnly: mount.readOnly,
    nodes: [...mount.nodesMountedReadWrite, ...mount.nodesMountedReadOnly],
    enforced: wire.quota.quotasEnforced,
  };
}

const FilesetWire = part({
  filesetName: text,
  filesystemName: text,
  config: part({
    path: text,
    status: text,
    comment: text,
    id: number,
    parentId: number,
    inodeSpace: number,
    maxNumInodes: number,
    isInodeSpaceOwner: flag,
    created: text,
  }),
  afm: part({ afmMode: text, afmTarget: text }),
  name: text,
  fs_name: text,
  path: text,
  status: text,
  comment: text,
  id: number,
  inode_space: number,
  max_inodes: number,
  is_inode_space_owner: flag,
  create_time: text,
});

export type Fileset = ReturnType<typeof readFileset>;

export function readFileset(json: unknown) {
  const wire: z.infer<typeof FilesetWire> = FilesetWire.parse(json);
  const { config } = wire;
  const status = (config.status || wire.status).replace(/^FILESETSTATUS_/, "").toLowerCase();
  const path = config.path || wire.path;
  return {
    name: wire.filesetName || wire.name,
    filesystem: wire.filesystemName || wire.fs_name,
    id: config.id ?? wire.id,
    /** "linked", "unlinked", or another word of the cluster. */
    status,
    linked: status === "linked",
    path: path === "--" ? "" : path,
    comment: config.comment || wire.comment,
    inodeSpace: config.inodeSpace ?? wire.inode_space,
    /** With an inode space of its own; only such a fileset can have snapshots. */
    independent: config.isInodeSpaceOwner || wire.is_inode_space_owner,
    maxInodes: config.maxNumInodes ?? wire.max_inodes,
    created: config.created || wire.create_time,
    afmMode: wire.afm.afmMode,
  };
}

const SnapshotWire = part({
  snapshotName: text,
  name: text,
  filesetName: text,
  fileset_name: text,
  snapID: text,
  id: text,
  status: text,
  created: text,
  create_time: text,
  expirationTime: text,
  expiration_time: text,
});

export type Snapshot = ReturnType<typeof readSnapshot>;

export function readSnapshot(json: unknown) {
  const wire = SnapshotWire.parse(json);
  return {
    name: wire.snapshotName || wire.name,
    fileset: wire.filesetName || wire.fileset_name,
    id: wire.snapID || wire.id,
    status: wire.status,
    created: wire.created || wire.create_time,
    expires: wire.expirationTime || wire.expiration_time,
  };
}

const QuotaWire = part({
  quotaType: text,
  type: text,
  objectName: text,
  name: text,
  filesetName: text,
  blockUsage: number,
  blockQuota: number,
  blockLimit: number,
  blockInDoubt: number,
  blockGrace: text,
  filesUsage: number,
  filesQuota: number,
  filesLimit: number,
  filesInDoubt: number,
  block_usage_bytes: number,
  block_soft_limit_bytes: number,
  block_hard_limit_bytes: number,
  block_in_doubt_bytes: number,
  file_usage: number,
  file_soft_limit: number,
  file_hard_limit: number,
});

export type Quota = ReturnType<typeof readQuota>;

/** Of either version of the API; a limit of 0 is none. */
export function readQuota(json: unknown) {
  const wire = QuotaWire.parse(json);
  const used = kib(wire.blockUsage) ?? wire.block_usage_bytes;
  const files = wire.filesUsage ?? wire.file_usage;
  return {
    kind: quotaKind(wire.quotaType || wire.type),
    name: wire.objectName || wire.name,
    fileset: wire.filesetName,
    /** Bytes; undefined where the cluster does not say. In doubt is what nodes hold and may still write. */
    used,
    inDoubt: kib(wire.blockInDoubt) ?? wire.block_in_doubt_bytes ?? 0,
    soft: kib(wire.blockQuota) ?? wire.block_soft_limit_bytes ?? 0,
    hard: kib(wire.blockLimit) ?? wire.block_hard_limit_bytes ?? 0,
    grace: wire.blockGrace,
    files,
    filesInDoubt: wire.filesInDoubt ?? 0,
    filesSoft: wire.filesQuota ?? wire.file_soft_limit ?? 0,
    filesHard: wire.filesLimit ?? wire.file_hard_limit ?? 0,
  };
}

const PoolWire = part({
  storagePoolName: text,
  name: text,
  totalDataInKB: number,
  freeDataInKB: number,
  totalMetaInKB: number,
  freeMetaInKB: number,
});

export function readPool(json: unknown) {
  const wire = PoolWire.parse(json);
  return {
    name: wire.storagePoolName || wire.name,
    total: kib(wire.totalDataInKB) ?? 0,
    free: kib(wire.freeDataInKB) ?? 0,
    metaTotal: kib(wire.totalMetaInKB) ?? 0,
    metaFree: kib(wire.freeMetaInKB) ?? 0,
  };
}

const DiskWire = part({
  name: text,
  fileSystem: text,
  storagePool: text,
  failureGroup: text,
  status: text,
  availability: text,
  size: number,
  nsdServers: texts,
});

export const readDisk = (json: unknown) => DiskWire.parse(json);

const NodeWire = part({
  adminNodeName: text,
  adminNodename: text,
  name: text,
  nodeNumber: number,
  config: part({ designatedLicense: text }),
  status: part({ osName: text, nodeState: text, gpfsState: text, productVersion: text }),
  network: part({ adminIPAddress: text, daemonIPAddress: text }),
  roles: part({
    quorumNode: flag,
    managerNode: flag,
    gatewayNode: flag,
    cesNode: flag,
    designation: text,
  }),
});

export function readNode(json: unknown) {
  const { status, roles, network, ...wire } = NodeWire.parse(json);
  return {
    name: wire.adminNodeName || wire.adminNodename || wire.name,
    number: wire.nodeNumber,
    state: status.nodeState,
    daemon: status.gpfsState,
    product: status.productVersion,
    os: status.osName,
    address: network.adminIPAddress || network.daemonIPAddress,
    roles: (["quorum", "manager", "gateway", "ces"] as const).filter((r) => roles[`${r}Node`]),
    license: wire.config.designatedLicense,
  };
}
