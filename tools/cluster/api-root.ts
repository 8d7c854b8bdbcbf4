import { HubError } from "../kit/errors.ts";

/** `/mgmt` or another plain path, without a slash at its end; "" where the API stands at the root. */
export function apiRootOf(root: string): string {
  const plain = root.replace(/\/+$/, "");
  if (plain !== "" && !/^(\/[A-Za-z0-9_-]+){1,5}$/.test(plain))
    throw new HubError("bad-input", "The API root has to be a plain path such as /mgmt.", {
      advice: "Set CLUSTER_API_ROOT to what stands before /v3 in the cluster's addresses.",
    });
  return plain;
}

/** A path as people copy it, with root and version in front, as the path below them. */
export function belowRoot(path: string, apiRoot: string): string {
  for (const root of [apiRoot, "/mgmt", "/scalemgmt", ""])
    for (const version of ["/v3", "/v2"])
      if (path.startsWith(`${root}${version}/`)) return path.slice(root.length + version.length);
  return path;
}
