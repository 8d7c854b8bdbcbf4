import { z } from "zod";
import type { Fileset, Quota } from "./contract-objects.ts";
import { OneSize, present, size } from "./outputs.ts";

/** How a fileset stands after a change, as read back. */
export const LinkState = z.object({
  effective: z.boolean(),
  fileset: z.string(),
  status: z.string(),
  path: z.string().optional(),
});

/** The same with what limits it. */
export const FilesetState = LinkState.extend({ quota: OneSize.optional() });

export function filesetState(fileset: Fileset, quota: Quota | undefined, effective: boolean) {
  return {
    effective,
    fileset: fileset.name,
    status: fileset.status,
    ...present({ path: fileset.path, quota: quota?.hard ? size(quota.hard) : undefined }),
  };
}
