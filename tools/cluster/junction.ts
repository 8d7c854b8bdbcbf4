import { HubError } from "../kit/errors.ts";
import type { Filesystem } from "./contract-objects.ts";

/**
 * Where a fileset will be linked: the given path, or the mount point and its name. Throws HubError `bad-input` for a
 * path outside the mount point, and where there is none to go by.
 */
export function junctionPath(
  filesystem: Filesystem,
  name: string,
  path: string | undefined,
): string {
  const mount = filesystem.mountPoint.replace(/\/$/, "");
  if (path === undefined && !mount.startsWith("/"))
    throw new HubError("bad-input", `${filesystem.name} has no mount point to link below.`, {
      advice: "Give the path.",
    });
  const at = path ?? `${mount}/${name}`;
  if (mount.startsWith("/") && !at.startsWith(`${mount}/`))
    throw new HubError(
      "bad-input",
      `${at} is not below ${mount}, where ${filesystem.name} is mounted.`,
    );
  return at;
}
