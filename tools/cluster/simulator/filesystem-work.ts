import type { JsonObject } from "../../kit/json.ts";
import { text } from "./call.ts";
import { clusterTime } from "./cluster-time.ts";
import { newFileset, wholeNumber } from "./fileset-work.ts";
import { JobFailure, type Work } from "./job-book.ts";
import { bareFilesystem } from "./make-filesystem.ts";
import { invalid } from "./refusal.ts";
import type { ClusterState, Filesystem } from "./state.ts";

/** mmcrfs, on disks that belong to no other filesystem. It is mounted nowhere afterwards. */
export function createFilesystem(state: ClusterState, name: string, body: JsonObject): Work {
  const wanted = Array.isArray(body.disks) ? body.disks : [];
  const disks = wanted.map((one) => (typeof one === "string" ? one : ""));
  if (disks.length === 0) throw invalid("disks");
  for (const disk of disks) if (!state.disks.has(disk)) throw invalid("disks");
  const mountPoint = text(body, "defaultMountPoint", "mountPoint") ?? `/gpfs/${name}`;
  const blockSize = readBlockSize(text(body, "blockSize") ?? "4M");
  return {
    commands: [`mmcrfs '${name}' '${disks.join(";")}' -T '${mountPoint}' -B ${blockSize}`],
    progress: ["(1/2) Formatting disks", "(2/2) Creating file system"],
    act: (at) => {
      if (state.filesystems.has(name))
        throw new JobFailure(`EFSSP1102C File system ${name} already exists.`);
      for (const disk of disks) {
        const used = state.disks.get(disk)?.fileSystem;
        if (used) throw new JobFailure(`EFSSG0476C Disk ${disk} belongs to file system ${used}.`);
      }
      for (const name of state.filesystems.values())
        if (name.facts.mount.mountPoint === mountPoint)
          throw new JobFailure(`EFSSG0762C The directory ${mountPoint} already exists.`);
      for (const disk of disks)
        Object.assign(state.disks.get(disk) ?? {}, {
          fileSystem: name,
          status: "ready",
          availability: "up",
        });
      const wish = { name, mountPoint, disks, blockSize, created: at, mountedOn: [] };
      const filesystem = bareFilesystem(state, wish);
      state.filesystems.set(name, filesystem);
      const root = newFileset(state, filesystem, {
        name: "root",
        inodeSpace: filesystem.nextInodeSpace++,
        owner: true,
        inodes: 65_792,
        comment: "root fileset",
        permissionChangeMode: "chmodAndSetAcl",
        iamMode: "off",
        created: clusterTime(at),
      });
      root.config.path = mountPoint;
      root.config.status = "Linked";
      return [`EFSSG0047I File system ${name} created successfully.`];
    },
  };
}

function readBlockSize(written: string): number {
  const [, digits, unit = ""] = /^(\d+)([KM]?)$/i.exec(written) ?? [];
  if (!digits) throw invalid("blockSize");
  return Number(digits) * 1024 ** " KM".indexOf(unit.toUpperCase() || " ");
}

/** mmchfs. */
export function updateFilesystem({ facts }: Filesystem, body: JsonObject): Work {
  const mountPoint = text(body, "defaultMountPoint", "mountPoint");
  const automatic = text(body, "automaticMountOption");
  const options = text(body, "additionalMountOptions");
  const replicas = wholeNumber(text(body, "defaultDataReplicas"), "defaultDataReplicas");
  return {
    commands: [`mmchfs '${facts.name}'${mountPoint ? ` -T '${mountPoint}'` : ""}`],
    progress: ["(1/1) Changing file system"],
    act: () => {
      if (mountPoint !== undefined && mountPoint !== facts.mount.mountPoint) {
        mountedNowhere(facts, "its mount point cannot be changed");
        facts.mount.mountPoint = mountPoint;
      }
      if (automatic !== undefined) facts.mount.automaticMountOption = automatic;
      if (options !== undefined) facts.mount.additionalMountOptions = options;
      if (replicas !== undefined) facts.replication.defaultDataReplicas = replicas;
      return [`EFSSG0048I File system ${facts.name} successfully changed.`];
    },
  };
}

/** mmdelfs. Its disks are free afterwards. */
export function deleteFilesystem(state: ClusterState, { facts }: Filesystem): Work {
  return {
    commands: [`mmdelfs '${facts.name}'`],
    progress: ["(1/1) Deleting file system"],
    act: () => {
      mountedNowhere(facts, "it cannot be deleted");
      state.filesystems.delete(facts.name);
      for (const disk of state.disks.values())
        if (disk.fileSystem === facts.name)
          Object.assign(disk, { fileSystem: "", status: "not in use", availability: "unknown" });
      return [`EFSSG0049I File system ${facts.name} deleted successfully.`];
    },
  };
}

function mountedNowhere(facts: Filesystem["facts"], consequence: string): void {
  const nodes = facts.mount.nodesMountedReadWrite;
  if (nodes.length > 0)
    throw new JobFailure(
      `EFSSG0477C File system ${facts.name} is mounted on ${nodes.join(", ")}: ${consequence}. Unmount it first.`,
    );
}

/** mmmount and mmumount. Without force an export's shared root keeps its filesystem mounted. */
export function mount(
  { facts, filesets }: Filesystem,
  verb: "mount" | "unmount",
  nodes: string[],
  force: boolean,
): Work {
  const command = verb === "mount" ? "mmmount" : "mmumount";
  return {
    commands: [`${command} '${facts.name}' -N '${nodes.join(",")}'${force ? " -f" : ""}`],
    progress: [`(1/1) ${verb === "mount" ? "Mounting" : "Unmounting"} file system`],
    act: () => {
      if (verb === "unmount" && !force && filesets.has("ces"))
        throw new JobFailure(
          `EFSSG0478C File system ${facts.name} is in use by the exports; unmount it with force.`,
        );
      const mounted = new Set(facts.mount.nodesMountedReadWrite);
      for (const node of nodes) {
        if (verb === "mount") mounted.add(node);
        else mounted.delete(node);
      }
      facts.mount.nodesMountedReadWrite = [...mounted].sort();
      facts.mount.status = mounted.size > 0 ? "mounted" : "not mounted";
      return [`EFSSG0050I File system ${facts.name} successfully ${verb}ed.`];
    },
  };
}
