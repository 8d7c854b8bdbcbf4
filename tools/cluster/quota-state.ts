import type { Quota } from "./contract-objects.ts";

/** How full a quota is, in percent of its hard limit (or its soft one); undefined without a limit or a use. */
export function fullness(quota: Quota): number | undefined {
  const most = quota.hard || quota.soft;
  if (most === 0 || quota.used === undefined) return undefined;
  return Math.round((quota.used / most) * 1000) / 10;
}
