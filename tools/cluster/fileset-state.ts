import { z } from "zod";
import type { Fileset, Quota } from "./contract-objects.ts";
import { present, Size, size } from "./outputs.ts";

/** How a fileset stands after a change, as read back. */
export const FilesetState = z.object({
  effective: z.boolean(),
  filesystem: z.string(),
  fileset: z.string(),
  status: z.string(),
  path: z.string().optional(),
  quota: Size.optional(),
  api: z.string(),
});

export function filesetState(
  fs: string,
  fileset: Fileset,
  quota: Quota | undefined,
  effective: boolean,
) {
  return {
    effective,
    filesystem: fs,
    fileset: fileset.name,
    status: fileset.status,
    ...present({ path: fileset.path, quota: quota?.hard ? size(quota.hard) : undefined }),
  };
}
