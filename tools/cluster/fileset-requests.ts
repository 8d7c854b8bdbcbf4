import type { JsonObject } from "../kit/json.ts";
import { present } from "./outputs.ts";
import { pathOf } from "./paths.ts";
import { blockSize } from "./quota-body.ts";
import type { Intent } from "./sending.ts";

/** What a new fileset may be given; counts and modes travel as text. */
export type NewFileset = {
  comment?: string | undefined;
  owner?: string | undefined;
  permissions?: string | undefined;
  inode_space?: string | undefined;
  max_inodes?: number | undefined;
};

export function createIntent(fs: string, name: string, wish: NewFileset): Intent {
  const body: JsonObject = {
    filesetName: name,
    ...present({
      inodeSpace: wish.inode_space,
      maxNumInodes: wish.max_inodes === undefined ? undefined : String(wish.max_inodes),
      owner: wish.owner,
      permissions: wish.permissions,
      comment: wish.comment,
    }),
  };
  return {
    title: `create the fileset ${name}`,
    method: "POST",
    path: pathOf("filesystems", fs, "filesets"),
    body,
  };
}

export function linkIntent(fs: string, name: string, path: string): Intent {
  return {
    title: `link ${name} at ${path}`,
    method: "POST",
    path: pathOf("filesystems", fs, "filesets", `${name}:link`),
    body: { path },
  };
}

export function unlinkIntent(fs: string, name: string, force: boolean): Intent {
  return {
    title: `unlink ${name}${force ? " by force" : ""}`,
    method: "POST",
    path: pathOf("filesystems", fs, "filesets", `${name}:unlink`),
    body: force ? { force: true } : {},
  };
}

export type Limits = { hard: number; soft: number; filesHard: number; filesSoft: number };

/** All four limits, so that what is confirmed is what will hold. Blocks in bytes; 0 is no limit. */
export function quotaIntent(
  fs: string,
  kind: "user" | "group" | "fileset",
  name: string,
  limits: Limits,
): Intent {
  return {
    title: `set the quota of ${kind} ${name}`,
    method: "PUT",
    path: pathOf("filesystems", fs, "quotas"),
    body: {
      operationType: "setQuota",
      quotaType: kind,
      objectName: name,
      blockSoftLimit: blockSize(limits.soft),
      blockHardLimit: blockSize(limits.hard),
      filesSoftLimit: String(limits.filesSoft),
      filesHardLimit: String(limits.filesHard),
    },
  };
}
