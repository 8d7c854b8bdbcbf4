import type { JsonObject } from "../../kit/json.ts";
import { text } from "./call.ts";
import { exists, stillThere, wholeNumber } from "./fileset-work.ts";
import { JobFailure, type Work } from "./job-book.ts";
import { invalid } from "./refusal.ts";
import { type Fileset, type Filesystem, quotaKey } from "./state.ts";

/** mmchfileset. A new name takes quota and snapshots along; the inode space never changes. */
export function updateFileset(filesystem: Filesystem, fileset: Fileset, body: JsonObject): Work {
  const fs = filesystem.facts.name;
  const name = fileset.filesetName;
  const newName = text(body, "newFilesetName", "new_name", "name");
  const comment = text(body, "comment");
  const inodes = wholeNumber(text(body, "maxNumInodes", "max_num_inodes"), "maxNumInodes");
  const iamMode = text(body, "iamMode");
  const permissionChangeMode = text(body, "permissionChangeMode");
  if (newName !== undefined && (newName === "" || /[/\s:]/.test(newName)))
    throw invalid("newFilesetName");
  return {
    commands: [`mmchfileset '${fs}' '${name}'${newName ? ` -j '${newName}'` : ""}`],
    progress: ["(1/1) Changing fileset"],
    act: () => {
      stillThere(filesystem, fileset);
      if (inodes !== undefined) {
        if (!fileset.config.isInodeSpaceOwner)
          throw new JobFailure(
            `EFSSG0467C File set ${name} is dependent and has no inode limit of its own.`,
          );
        fileset.config.maxNumInodes = inodes;
      }
      if (newName !== undefined && newName !== name) rename(filesystem, fileset, newName);
      if (comment !== undefined) fileset.config.comment = comment;
      if (iamMode !== undefined) fileset.config.iamMode = iamMode;
      if (permissionChangeMode !== undefined)
        fileset.config.permissionChangeMode = permissionChangeMode;
      return [`EFSSG0072I File set ${newName ?? name} successfully changed.`];
    },
  };
}

function rename(filesystem: Filesystem, fileset: Fileset, newName: string): void {
  const name = fileset.filesetName;
  if (name === "root") throw new JobFailure("EFSSG0468C The root file set cannot be renamed.");
  if (filesystem.filesets.has(newName)) throw exists("File set", newName, filesystem.facts.name);
  filesystem.filesets.delete(name);
  fileset.filesetName = newName;
  filesystem.filesets.set(newName, fileset);

  const snapshots = filesystem.snapshots.get(name);
  if (snapshots) {
    filesystem.snapshots.delete(name);
    filesystem.snapshots.set(newName, snapshots);
    for (const snapshot of snapshots.values()) snapshot.filesetName = newName;
  }
  const quota = filesystem.quotas.get(quotaKey("FILESET", "root", name));
  if (quota) {
    filesystem.quotas.delete(quotaKey("FILESET", "root", name));
    quota.objectName = newName;
    filesystem.quotas.set(quotaKey("FILESET", "root", newName), quota);
  }
}
