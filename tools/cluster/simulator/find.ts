import { type Call, param } from "./call.ts";
import { invalid } from "./refusal.ts";
import type { ClusterNode, Fileset, Filesystem, Snapshot } from "./state.ts";

const ALL_FILESYSTEMS = [":all:", ":all_local:"];

/** The filesystem that the path names. */
export function theFilesystem(call: Call): Filesystem {
  const found = call.state.filesystems.get(param(call, "filesystemName"));
  if (!found) throw invalid("filesystemName");
  return found;
}

/** The filesystem that the path names, or all of them where it says `:all:`. */
export function filesystemsMeant(call: Call): Filesystem[] {
  const name = param(call, "filesystemName");
  if (ALL_FILESYSTEMS.includes(name)) return [...call.state.filesystems.values()];
  return name === ":all_remote:" ? [] : [theFilesystem(call)];
}

/** The fileset that the path names. The API calls it 'fsetName' where it was to be deleted. */
export function theFileset(call: Call, called = "filesetName"): Fileset {
  const found = theFilesystem(call).filesets.get(param(call, "filesetName"));
  if (!found) throw invalid(called);
  return found;
}

export function theSnapshot(call: Call, filesetName: string): Snapshot {
  const found = theFilesystem(call).snapshots.get(filesetName)?.get(param(call, "snapshotName"));
  if (!found) throw invalid("snapshotName");
  return found;
}

/** The node that the path names, by its full or its short name, or all of them where it says `:all:`. */
export function nodesMeant(call: Call): ClusterNode[] {
  const name = param(call, "name");
  const all = [...call.state.nodes.values()];
  if (name === ":all:") return all;
  const members = call.state.nodeClasses.find((one) => one.nodeclassName === name)?.members ?? [];
  const found = all.filter(
    ({ adminNodeName }) =>
      adminNodeName === name ||
      adminNodeName.startsWith(`${name}.`) ||
      members.includes(adminNodeName),
  );
  if (found.length === 0) throw invalid("name");
  return found;
}
