import { accept } from "./accept.ts";
import { type Call, flag, isTrue, type Reply, text } from "./call.ts";
import { answerList, answerOne, type Collection } from "./collection.ts";
import { updateFileset } from "./fileset-update.ts";
import { createFileset, deleteFileset, linkFileset, unlinkFileset } from "./fileset-work.ts";
import { filesystemsMeant, theFileset, theFilesystem } from "./find.ts";
import { invalid } from "./refusal.ts";
import type { Route } from "./route.ts";
import type { Fileset } from "./state.ts";

const FILESETS: Collection<Fileset> = {
  name: "filesets",
  keys: ["filesetName", "filesystemName"],
  main: ["config.path", "config.status"],
  id: (fileset) => fileset.config.oid,
};

const PATH = "/filesystems/{filesystemName}/filesets";

export const filesetRoutes: Route[] = [
  {
    method: "GET",
    path: PATH,
    on: "both",
    says: "Lists the filesets of a filesystem.",
    list: true,
    run: (call) =>
      answerList(
        call,
        FILESETS,
        filesystemsMeant(call).flatMap((one) => [...one.filesets.values()]),
      ),
  },
  {
    method: "POST",
    path: PATH,
    on: "both",
    says: "Creates a fileset, and links it where a path is given.",
    body: {
      filesetName: "proj1",
      path: "/gpfs/fs1/proj1",
      owner: "root:root",
      permissions: "770",
      inodeSpace: "new",
      maxNumInodes: "100000",
      comment: "",
    },
    run: create,
  },
  {
    method: "GET",
    path: `${PATH}/{filesetName}`,
    on: "both",
    says: "Shows one fileset.",
    run: (call) => answerOne(call, FILESETS, theFileset(call)),
  },
  {
    method: "PUT",
    path: `${PATH}/{filesetName}`,
    on: "both*",
    says: "Changes a fileset: its name, comment or inode limit.",
    body: { newFilesetName: "proj2", comment: "", maxNumInodes: "200000" },
    run: (call) => accept(call, updateFileset(theFilesystem(call), theFileset(call), call.body)),
  },
  {
    method: "DELETE",
    path: `${PATH}/{filesetName}`,
    on: "both",
    says: "Deletes an unlinked fileset that has no snapshots.",
    query: ["force", "force_unlink"],
    run: (call) =>
      accept(
        call,
        deleteFileset(
          theFilesystem(call),
          theFileset(call, "fsetName"),
          forced(call) || flag(call, "force_unlink"),
        ),
      ),
  },
  {
    method: "POST",
    path: `${PATH}/{filesetName}:link`,
    on: "v3",
    says: "Links a fileset to a path.",
    body: { path: "/gpfs/fs1/proj1" },
    run: link,
  },
  {
    method: "POST",
    path: `${PATH}/{filesetName}:unlink`,
    on: "v3",
    says: "Unlinks a fileset from its path.",
    body: { force: false },
    run: unlink,
  },
  {
    method: "POST",
    path: `${PATH}/{filesetName}/link`,
    on: "v2",
    says: "Links a fileset to a path.",
    body: { path: "/gpfs/fs1/proj1" },
    run: link,
  },
  {
    method: "DELETE",
    path: `${PATH}/{filesetName}/link`,
    on: "v2",
    says: "Unlinks a fileset from its path.",
    query: ["force"],
    run: unlink,
  },
];

function create(call: Call): Reply {
  const filesystem = theFilesystem(call);
  const name = text(call.body, "filesetName", "name", "fileset_name");
  if (!name || /[/\s:]/.test(name)) throw invalid("filesetName");
  return accept(call, createFileset(call.state, filesystem, name, call.body));
}

function link(call: Call): Reply {
  const fileset = theFileset(call);
  const path = text(call.body, "path", "junction_path", "junctionPath");
  if (!path) throw invalid("path");
  return accept(call, linkFileset(theFilesystem(call), fileset, path));
}

function unlink(call: Call): Reply {
  return accept(call, unlinkFileset(theFilesystem(call), theFileset(call), forced(call)));
}

function forced(call: Call): boolean {
  return flag(call, "force") || (call.body.force !== undefined && isTrue(call.body.force));
}
