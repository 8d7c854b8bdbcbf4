import { accept } from "./accept.ts";
import { type Call, ok, param, type Reply, text } from "./call.ts";
import { theFileset, theFilesystem, theSnapshot } from "./find.ts";
import { JobFailure } from "./job-book.ts";
import { Refusal } from "./refusal.ts";
import type { Method, Route } from "./route.ts";
import type { Filesystem } from "./state.ts";

// Clients of the v2 API that provision volumes make directories, links and copies besides filesets. What they need is
// whether a path is there, so that is all the simulator keeps of it. Paths are relative to the mount point.

const TARGET = { targetFilesystem: "fs1", targetFileset: "proj1", targetPath: "copy" };

const PATH = "/filesystems/{filesystemName}";

export const directoryRoutes: Route[] = [
  on("GET", "/directory/{path}", "Shows a directory, by a job.", stat),
  on("POST", "/directory/{path}", "Makes a directory.", (call) => add(call, "mkdir"), {
    user: "root",
    permissions: "755",
  }),
  on("DELETE", "/directory/{path}", "Removes a directory.", (call) => remove(call, "EFSSG0264C")),
  on("POST", "/symlink/{path}", "Makes a symbolic link.", (call) => add(call, "ln -s"), {
    filesystemName: "fs1",
    relativePath: "home",
  }),
  on("DELETE", "/symlink/{path}", "Removes a symbolic link.", (call) => remove(call, "EFSSG2006C")),
  on("GET", "/owner/{path}", "Shows who owns a path.", owner),
  on("PUT", "/directoryCopy/{path}", "Copies a directory.", copy, TARGET),
  on("PUT", "/filesets/{filesetName}/directoryCopy/{path}", "Copies a directory.", copy, TARGET),
  on(
    "PUT",
    "/filesets/{filesetName}/snapshotCopy/{snapshotName}",
    "Copies a snapshot of a fileset.",
    copySnapshot,
    TARGET,
  ),
  on(
    "PUT",
    "/filesets/{filesetName}/snapshotCopy/{snapshotName}/path/{path}",
    "Copies a directory of a snapshot of a fileset.",
    copySnapshot,
    TARGET,
  ),
];

function on(
  method: Method,
  path: string,
  says: string,
  run: (call: Call) => Reply,
  body?: object,
): Route {
  return { method, path: `${PATH}${path}`, on: "v2", says, run, ...(body ? { body } : {}) };
}

function there(filesystem: Filesystem, path: string): boolean {
  const full = `${filesystem.facts.mount.mountPoint}/${path}`;
  if (filesystem.directories.has(path)) return true;
  return [...filesystem.filesets.values()].some(
    ({ config }) => config.path === full || config.path.startsWith(`${full}/`),
  );
}

function relative(path: string): string {
  return path.replace(/^\/+|\/+$/g, "");
}

function add(call: Call, command: string): Reply {
  const filesystem = theFilesystem(call);
  const path = relative(param(call, "path"));
  return accept(call, {
    commands: [`${command} '${filesystem.facts.mount.mountPoint}/${path}'`],
    progress: ["(1/1) Creating"],
    act: () => {
      if (there(filesystem, path))
        throw new JobFailure(`EFSSG0762C The directory ${path} already exists.`);
      filesystem.directories.add(path);
      return ["EFSSG0053I The command completed successfully."];
    },
  });
}

function remove(call: Call, missing: string): Reply {
  const filesystem = theFilesystem(call);
  const path = relative(param(call, "path"));
  return accept(call, {
    commands: [`rm '${filesystem.facts.mount.mountPoint}/${path}'`],
    progress: ["(1/1) Removing"],
    act: () => {
      if (!filesystem.directories.has(path))
        throw new JobFailure(`${missing} The path ${path} does not exist.`);
      for (const one of filesystem.directories)
        if (one === path || one.startsWith(`${path}/`)) filesystem.directories.delete(one);
      return ["EFSSG0053I The command completed successfully."];
    },
  });
}

function stat(call: Call): Reply {
  const filesystem = theFilesystem(call);
  const path = relative(param(call, "path"));
  return accept(call, {
    commands: [`stat '${filesystem.facts.mount.mountPoint}/${path}'`],
    act: () => {
      if (!there(filesystem, path))
        throw new JobFailure(`EFSSG0264C The path ${path} does not exist.`);
      return [`  File: ${path}\n  Size: 4096\tLinks: 2\tdirectory\nUid: (0/root) Gid: (0/root)`];
    },
  });
}

function owner(call: Call): Reply {
  const path = relative(param(call, "path"));
  if (!there(theFilesystem(call), path)) throw new Refusal(400, "File not found");
  return ok({ owner: { path, type: "DIR", user: "root", uid: 0, group: "root", gid: 0 } });
}

function copySnapshot(call: Call): Reply {
  theSnapshot(call, theFileset(call).filesetName);
  return copy(call);
}

function copy(call: Call): Reply {
  const target = text(call.body, "targetPath") ?? "";
  const name = text(call.body, "targetFilesystem") ?? param(call, "filesystemName");
  const filesystem = call.state.filesystems.get(name);
  if (!filesystem) throw new Refusal(400, "Invalid value in 'targetFilesystem'");
  return accept(call, {
    commands: [`cp -r '${call.params.path ?? ""}' '${target}'`],
    progress: ["(1/1) Copying"],
    act: () => {
      filesystem.directories.add(relative(target));
      return ["EFSSG0053I The command completed successfully."];
    },
  });
}
