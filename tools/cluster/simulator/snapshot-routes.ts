import type { Json, JsonObject } from "../../kit/json.ts";
import { accept } from "./accept.ts";
import { type Call, param, type Reply, text } from "./call.ts";
import { answerList, answerOne, type Collection } from "./collection.ts";
import { filesystemsMeant, theFileset, theFilesystem, theSnapshot } from "./find.ts";
import { invalid } from "./refusal.ts";
import type { Route } from "./route.ts";
import { createSnapshot, deleteSnapshots } from "./snapshot-work.ts";
import type { Snapshot } from "./state.ts";

const SNAPSHOTS: Collection<Snapshot> = {
  name: "snapshots",
  keys: ["snapshotName", "filesystemName", "filesetName"],
  id: (snapshot) => snapshot.oid,
};

const OF_FILESYSTEM = "/filesystems/{filesystemName}/snapshots";
const OF_FILESET = "/filesystems/{filesystemName}/filesets/{filesetName}/snapshots";
const NEW = { snapshotName: "s1", expirationTime: "2027-01-01 00:00:00" };

export const snapshotRoutes: Route[] = [
  {
    method: "GET",
    path: OF_FILESYSTEM,
    on: "both",
    says: "Lists the snapshots of a whole filesystem.",
    list: true,
    run: (call) =>
      answerList(
        call,
        SNAPSHOTS,
        filesystemsMeant(call).flatMap((one) => [...(one.snapshots.get("")?.values() ?? [])]),
      ),
  },
  {
    method: "POST",
    path: OF_FILESYSTEM,
    on: "both",
    says: "Takes a snapshot of a whole filesystem.",
    body: NEW,
    run: (call) => create(call, ""),
  },
  {
    method: "GET",
    path: `${OF_FILESYSTEM}/{snapshotName}`,
    on: "both",
    says: "Shows one snapshot of a whole filesystem.",
    run: (call) => answerOne(call, SNAPSHOTS, theSnapshot(call, "")),
  },
  {
    method: "DELETE",
    path: `${OF_FILESYSTEM}/{snapshotName}`,
    on: "both",
    says: "Deletes a snapshot of a whole filesystem.",
    run: (call) => accept(call, deleteSnapshots(theFilesystem(call), "", [theSnapshot(call, "")])),
  },
  {
    method: "GET",
    path: OF_FILESET,
    on: "both",
    says: "Lists the snapshots of a fileset; the fileset may be :all:.",
    list: true,
    run: (call) => answerList(call, SNAPSHOTS, ofFilesets(call)),
  },
  {
    method: "POST",
    path: OF_FILESET,
    on: "both",
    says: "Takes a snapshot of an independent fileset.",
    body: NEW,
    run: (call) => create(call, theFileset(call).filesetName),
  },
  {
    method: "GET",
    path: `${OF_FILESET}/latest`,
    on: "both",
    says: "Shows the newest snapshot of a fileset; the fileset may be :all:.",
    run: (call) => answerList(call, SNAPSHOTS, latest(ofFilesets(call))),
  },
  {
    method: "GET",
    path: `${OF_FILESET}/{snapshotName}`,
    on: "both",
    says: "Shows one snapshot of a fileset.",
    run: (call) => answerOne(call, SNAPSHOTS, theSnapshot(call, theFileset(call).filesetName)),
  },
  {
    method: "DELETE",
    path: `${OF_FILESET}/{snapshotName}`,
    on: "both",
    says: "Deletes a snapshot of a fileset.",
    run: (call) => {
      const { filesetName } = theFileset(call);
      const snapshot = theSnapshot(call, filesetName);
      return accept(call, deleteSnapshots(theFilesystem(call), filesetName, [snapshot]));
    },
  },
  {
    method: "POST",
    path: "/filesystems/{filesystemName}/filesets/snapshots:batchDelete",
    on: "v3",
    says: "Deletes several snapshots of filesets.",
    body: { snapshots: [{ filesetName: "proj1", snapshotName: "s1" }] },
    run: batchDelete,
  },
];

function ofFilesets(call: Call): Snapshot[] {
  if (param(call, "filesetName") !== ":all:") {
    const { filesetName } = theFileset(call);
    return [...(theFilesystem(call).snapshots.get(filesetName)?.values() ?? [])];
  }
  return filesystemsMeant(call).flatMap((one) =>
    [...one.snapshots].flatMap(([name, own]) => (name === "" ? [] : [...own.values()])),
  );
}

function latest(snapshots: Snapshot[]): Snapshot[] {
  const newest = new Map<string, Snapshot>();
  for (const snapshot of snapshots) {
    const key = `${snapshot.filesystemName}/${snapshot.filesetName}`;
    const other = newest.get(key);
    if (!other || other.created <= snapshot.created) newest.set(key, snapshot);
  }
  return [...newest.values()];
}

function create(call: Call, filesetName: string): Reply {
  const name = text(call.body, "snapshotName", "name", "snapshot_name");
  if (!name || /[/\s:]/.test(name)) throw invalid("snapshotName");
  const expires = text(call.body, "expirationTime", "expiration_time");
  return accept(
    call,
    createSnapshot(call.state, theFilesystem(call), { filesetName, name, expires }),
  );
}

function batchDelete(call: Call): Reply {
  const filesystem = theFilesystem(call);
  const wanted = call.body.snapshots;
  if (!Array.isArray(wanted) || wanted.length === 0) throw invalid("snapshots");
  const found = wanted.map((one) => {
    const { filesetName, snapshotName } = readPair(one);
    const snapshot = filesystem.snapshots.get(filesetName)?.get(snapshotName);
    if (!snapshot || filesetName === "") throw invalid("snapshotName");
    return snapshot;
  });
  return accept(call, deleteSnapshots(filesystem, undefined, found));
}

// {"filesetName": …, "snapshotName": …}, the same in the native v3 spelling, or "fileset:snapshot".
function readPair(one: Json): { filesetName: string; snapshotName: string } {
  if (typeof one === "string") {
    const [filesetName = "", snapshotName = ""] = one.split(":");
    return { filesetName, snapshotName };
  }
  if (typeof one !== "object" || one === null || Array.isArray(one)) throw invalid("snapshots");
  const pair: JsonObject = one;
  return {
    filesetName: text(pair, "filesetName", "fileset_name", "fileset") ?? "",
    snapshotName: text(pair, "snapshotName", "snapshot_name", "snapshot", "name") ?? "",
  };
}
