import { clusterTime, readClusterTime } from "./cluster-time.ts";
import { exists } from "./fileset-work.ts";
import { JobFailure, type Work } from "./job-book.ts";
import { invalid } from "./refusal.ts";
import { type ClusterState, type Filesystem, type Snapshot, snapshotsOf } from "./state.ts";

/** mmcrsnapshot, of a fileset or with "" of the whole filesystem. A fileset must be independent. */
export function createSnapshot(
  state: ClusterState,
  filesystem: Filesystem,
  wish: { filesetName: string; name: string; expires: string | undefined },
): Work {
  const fs = filesystem.facts.name;
  const { filesetName, name } = wish;
  const expires = wish.expires ? readClusterTime(wish.expires) : undefined;
  if (wish.expires && expires === undefined) throw invalid("expirationTime");
  return {
    commands: [`mmcrsnapshot '${fs}' '${name}'${filesetName ? ` -j '${filesetName}'` : ""}`],
    progress: ["(1/1) Creating snapshot"],
    act: (at) => {
      const fileset = filesystem.filesets.get(filesetName || "root");
      if (!fileset)
        throw new JobFailure(
          `EFSSG0269C File set ${filesetName} does not exist in file system ${fs}.`,
        );
      if (!fileset.config.isInodeSpaceOwner)
        throw new JobFailure(
          `EFSSG4172I The file set ${filesetName} must be independent to take a snapshot of it.`,
        );
      if (snapshotsOf(filesystem, filesetName).has(name)) throw exists("Snapshot", name, fs);
      addSnapshot(state, filesystem, { filesetName, name, created: at, expires });
      return [`EFSSG0019I The snapshot ${name} has been successfully created.`];
    },
  };
}

export function addSnapshot(
  state: ClusterState,
  filesystem: Filesystem,
  wish: { filesetName: string; name: string; created: number; expires: number | undefined },
): Snapshot {
  const oid = state.newOid();
  const snapshot: Snapshot = {
    snapshotName: wish.name,
    filesystemName: filesystem.facts.name,
    filesetName: wish.filesetName,
    oid,
    snapID: oid,
    status: "Valid",
    created: clusterTime(wish.created),
    quotas: "",
    snapType: "",
    ...(wish.expires === undefined ? {} : { expirationTime: clusterTime(wish.expires) }),
  };
  snapshotsOf(filesystem, wish.filesetName).set(wish.name, snapshot);
  return snapshot;
}

/** mmdelsnapshot. One that has not expired stays, and the others still go; then the job fails and says which. */
export function deleteSnapshots(
  filesystem: Filesystem,
  filesetName: string | undefined,
  snapshots: Snapshot[],
): Work {
  const fs = filesystem.facts.name;
  const named = snapshots.map((one) =>
    one.filesetName ? `${one.filesetName}:${one.snapshotName}` : one.snapshotName,
  );
  return {
    commands:
      filesetName === undefined
        ? [`mmdelsnapshot '${fs}' '${named.join(",")}'`]
        : named.map((name) => `mmdelsnapshot '${fs}' '${name}'`),
    progress: snapshots.map((_, i) => `(${i + 1}/${snapshots.length}) Deleting snapshot`),
    act: (at) => {
      const done: string[] = [];
      const problems: string[] = [];
      for (const snapshot of snapshots) {
        const name = snapshot.snapshotName;
        const expires = snapshot.expirationTime && readClusterTime(snapshot.expirationTime);
        const own = snapshotsOf(filesystem, snapshot.filesetName);
        if (own.get(name) !== snapshot)
          problems.push(`EFSSG0270C Snapshot ${name} does not exist in file system ${fs}.`);
        else if (expires && expires > at)
          problems.push(
            `EFSSG0471C Snapshot ${name} cannot be deleted: it expires at ${snapshot.expirationTime}.`,
          );
        else {
          own.delete(name);
          done.push(`EFSSG0020I The snapshot ${name} has been successfully deleted.`);
        }
      }
      if (problems.length > 0) throw new JobFailure(problems, done);
      return done;
    },
  };
}
