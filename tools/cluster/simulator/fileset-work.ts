import type { JsonObject } from "../../kit/json.ts";
import { text } from "./call.ts";
import { clusterTime } from "./cluster-time.ts";
import { JobFailure, type Work } from "./job-book.ts";
import { quotaOf } from "./quota-work.ts";
import { invalid } from "./refusal.ts";
import { type ClusterState, type Fileset, type Filesystem, quotaKey } from "./state.ts";

/** How many filesets with an inode space of their own a filesystem may have. */
const MOST_INODE_SPACES = 1000;
const DEFAULT_INODES = 100_352;

/** mmcrfileset, and mmlinkfileset where the body has a path. Without an inode space the fileset depends on root. */
export function createFileset(
  state: ClusterState,
  filesystem: Filesystem,
  name: string,
  body: JsonObject,
): Work {
  const fs = filesystem.facts.name;
  const path = text(body, "path", "junction_path");
  const space = text(body, "inodeSpace", "inode_space_designation") ?? "root";
  const inodes = wholeNumber(text(body, "maxNumInodes", "max_num_inodes"), "maxNumInodes");
  const linking = path ? [`mmlinkfileset '${fs}' '${name}' -J '${path}'`] : [];
  const steps = path ? 2 : 1;
  return {
    commands: [`mmcrfileset '${fs}' '${name}' --inode-space '${space}'`, ...linking],
    progress: [`(1/${steps}) Creating fileset`, ...(path ? [`(2/${steps}) Linking fileset`] : [])],
    act: (at) => {
      if (filesystem.filesets.has(name)) throw exists("File set", name, fs);
      const parent = space === "new" ? undefined : parentOf(filesystem, space);
      if (!parent) roomForInodeSpace(filesystem);
      if (path) junctionIsFree(filesystem, path);
      const fileset = newFileset(state, filesystem, {
        name,
        inodeSpace: parent ? parent.config.inodeSpace : filesystem.nextInodeSpace++,
        owner: !parent,
        inodes: parent ? 0 : (inodes ?? DEFAULT_INODES),
        comment: text(body, "comment") ?? "",
        permissionChangeMode: text(body, "permissionChangeMode") ?? "chmodAndSetAcl",
        iamMode: text(body, "iamMode") ?? "off",
        created: clusterTime(at),
      });
      const said = [`EFSSG0070I File set ${name} created successfully.`];
      return path ? [...said, ...linkFileset(filesystem, fileset, path).act(at)] : said;
    },
  };
}

/** Adds a fileset and its quota entry, which a filesystem with quotas keeps for every fileset. */
export function newFileset(
  state: ClusterState,
  filesystem: Filesystem,
  wish: {
    name: string;
    inodeSpace: number;
    owner: boolean;
    inodes: number;
    comment: string;
    permissionChangeMode: string;
    iamMode: string;
    created: string;
  },
): Fileset {
  const id = filesystem.nextFilesetId++;
  const fileset: Fileset = {
    filesetName: wish.name,
    filesystemName: filesystem.facts.name,
    config: {
      path: "--",
      inodeSpace: wish.inodeSpace,
      maxNumInodes: wish.inodes,
      permissionChangeMode: wish.permissionChangeMode,
      comment: wish.comment,
      iamMode: wish.iamMode,
      oid: state.newOid(),
      id,
      status: "Unlinked",
      parentId: 0,
      created: wish.created,
      isInodeSpaceOwner: wish.owner,
      inodeSpaceMask: 1536,
      snapID: 0,
      rootInode: wish.owner ? wish.inodeSpace * 524_288 + 3 : 4_038 + id,
    },
  };
  filesystem.filesets.set(wish.name, fileset);
  quotaOf(state, filesystem, "FILESET", wish.name);
  return fileset;
}

/** mmlinkfileset. */
export function linkFileset(filesystem: Filesystem, fileset: Fileset, path: string): Work {
  const { filesetName } = fileset;
  return {
    commands: [`mmlinkfileset '${filesystem.facts.name}' '${filesetName}' -J '${path}'`],
    progress: ["(1/1) Linking fileset"],
    act: () => {
      stillThere(filesystem, fileset);
      if (fileset.config.status === "Linked")
        throw new JobFailure(
          `EFSSG0460C File set ${filesetName} is already linked at ${fileset.config.path}.`,
        );
      const junction = junctionIsFree(filesystem, path);
      fileset.config.path = junction;
      fileset.config.status = "Linked";
      return [`EFSSG0078I File set ${filesetName} successfully linked.`];
    },
  };
}

/** mmunlinkfileset. The root fileset stays, and so does one beneath which others are linked. */
export function unlinkFileset(filesystem: Filesystem, fileset: Fileset, force: boolean): Work {
  const { filesetName } = fileset;
  return {
    commands: [`mmunlinkfileset '${filesystem.facts.name}' '${filesetName}'${force ? " -f" : ""}`],
    progress: ["(1/1) Unlinking fileset"],
    act: () => {
      stillThere(filesystem, fileset);
      if (filesetName === "root")
        throw new JobFailure("EFSSG0461C The root file set cannot be unlinked.");
      if (fileset.config.status === "Unlinked")
        throw new JobFailure(`EFSSG0462C File set ${filesetName} is not linked.`);
      const beneath = [...filesystem.filesets.values()].find((other) =>
        other.config.path.startsWith(`${fileset.config.path}/`),
      );
      if (beneath)
        throw new JobFailure(
          `EFSSG0463C File set ${filesetName} cannot be unlinked: file set ${beneath.filesetName} is linked beneath it.`,
        );
      fileset.config.path = "--";
      fileset.config.status = "Unlinked";
      return [`EFSSG0079I File set ${filesetName} successfully unlinked.`];
    },
  };
}

/** mmdelfileset, with an mmunlinkfileset before it where `force` was asked for. */
export function deleteFileset(filesystem: Filesystem, fileset: Fileset, force: boolean): Work {
  const fs = filesystem.facts.name;
  const { filesetName } = fileset;
  return {
    commands: [
      ...(force ? [`mmunlinkfileset '${fs}' '${filesetName}' -f`] : []),
      `mmdelfileset '${fs}' '${filesetName}' -f`,
    ],
    progress: ["(1/1) Deleting fileset"],
    act: (at) => {
      stillThere(filesystem, fileset);
      if (filesetName === "root")
        throw new JobFailure("EFSSG0464C The root file set cannot be deleted.");
      const snapshots = filesystem.snapshots.get(filesetName)?.size ?? 0;
      if (snapshots > 0)
        throw new JobFailure(
          `EFSSG0465C File set ${filesetName} cannot be deleted: it has ${snapshots} snapshot(s).`,
        );
      if (fileset.config.status === "Linked") {
        if (!force)
          throw new JobFailure(
            `EFSSG0466C File set ${filesetName} cannot be deleted: it is linked at ${fileset.config.path}. Unlink it first.`,
          );
        unlinkFileset(filesystem, fileset, true).act(at);
      }
      filesystem.filesets.delete(filesetName);
      filesystem.snapshots.delete(filesetName);
      for (const [key, quota] of filesystem.quotas)
        if (quota.filesetName === filesetName || key === quotaKey("FILESET", "root", filesetName))
          filesystem.quotas.delete(key);
      return [`EFSSG0071I File set ${filesetName} deleted successfully.`];
    },
  };
}

/** The failure of creating what is already there. */
export function exists(kind: string, name: string, filesystemName: string): JobFailure {
  return new JobFailure(
    `EFSSP1102C ${kind} ${name} already exists in file system ${filesystemName}.`,
  );
}

/** A job may end after another has deleted its fileset. */
export function stillThere(filesystem: Filesystem, fileset: Fileset): void {
  if (filesystem.filesets.get(fileset.filesetName) !== fileset)
    throw new JobFailure(
      `EFSSG0269C File set ${fileset.filesetName} does not exist in file system ${filesystem.facts.name}.`,
    );
}

function parentOf(filesystem: Filesystem, name: string): Fileset {
  const parent = filesystem.filesets.get(name);
  if (!parent?.config.isInodeSpaceOwner)
    throw new JobFailure(`EFSSG0269C There is no independent file set ${name} to belong to.`);
  return parent;
}

function roomForInodeSpace(filesystem: Filesystem): void {
  const spaces = [...filesystem.filesets.values()].filter((one) => one.config.isInodeSpaceOwner);
  if (spaces.length >= MOST_INODE_SPACES)
    throw new JobFailure(
      "EFSSG0740C There are not enough resources available to create a new independent file set.",
    );
}

/** The junction, without a slash at its end. Throws where it lies outside the filesystem or is taken. */
function junctionIsFree(filesystem: Filesystem, path: string): string {
  const { mountPoint } = filesystem.facts.mount;
  const junction = path.replace(/\/+$/, "");
  if (!junction.startsWith(`${mountPoint}/`) || /\/(?:\/|\.\.?(?:\/|$))/.test(junction))
    throw new JobFailure(`EFSSG0458C The path ${path} is not inside ${mountPoint}.`);
  const linked = [...filesystem.filesets.values()].some((one) => one.config.path === junction);
  if (linked || filesystem.directories.has(junction.slice(mountPoint.length + 1)))
    throw new JobFailure(`EFSSG0762C The directory ${junction} already exists.`);
  return junction;
}

/** A number that came as one or as a string of digits. */
export function wholeNumber(value: string | undefined, parameter: string): number | undefined {
  if (value === undefined || value === "") return undefined;
  if (!/^\d+$/.test(value)) throw invalid(parameter);
  return Number(value);
}
