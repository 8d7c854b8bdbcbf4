import { asText } from "../kit/as-text.ts";
import type { Effect } from "../kit/effect.ts";
import { HubError } from "../kit/errors.ts";
import type { Json, JsonObject } from "../kit/json.ts";
import {
  at,
  listIn,
  namesIn,
  objectIn,
  ownersIn,
  type Params,
  quotasIn,
  textOf,
} from "./object-paths.ts";
import { quotaToV2 } from "./quota-body.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** How v2 spells an endpoint where more than the version differs. */
type V2 = {
  method?: Method;
  path?: string;
  body?: (body: JsonObject) => Json | undefined;
  /** What becomes of the query and, for a DELETE, of what v3 has in the body. */
  query?: (query: Record<string, string>, body: JsonObject) => Record<string, string>;
};

/** One endpoint of the contract. `path` is the v3 template below `/v3`; parameters stand in braces. */
export type Route = {
  method: Method;
  path: string;
  purpose: string;
  effect: Effect;
  /** Members of the answer that hold the list, newest API last; absent where the answer is one object. */
  keys?: string[];
  /** The objects that one item of the list is about: hidden from lists where a path rule hides one of them. */
  item?: (params: Params, item: JsonObject) => string[];
  /** The objects a request touches; where absent, the object that the path names. */
  touches?: (params: Params, body: JsonObject) => string[];
  /** Absent: the same below /v2. `none`: v2 has no such endpoint. */
  v2?: V2 | "none";
};

type More = Omit<Route, "method" | "path" | "purpose" | "effect">;

const read = (path: string, purpose: string, more: More = {}): Route => ({
  method: "GET",
  path,
  purpose,
  effect: "reads",
  ...more,
});
const write = (
  method: Exclude<Method, "GET">,
  path: string,
  purpose: string,
  more: More & { effect?: Effect } = {},
): Route => ({
  method,
  path,
  purpose,
  effect: method === "DELETE" ? "destroys" : "changes",
  ...more,
});

const FS = "/filesystems/{fs}";
const FILESET = `${FS}/filesets/{fileset}`;

const fsOf = (params: Params) => params.fs ?? "";
const snapshotItem = (params: Params, item: JsonObject) => [
  at.snapshot(
    fsOf(params),
    params.fileset ?? textOf(item, "filesetName", "fileset_name"),
    textOf(item, "snapshotName", "name"),
  ),
];
const quotaItem = (params: Params, item: JsonObject) => [
  at.quota(
    fsOf(params),
    textOf(item, "quotaType", "type"),
    textOf(item, "objectName", "name"),
    textOf(item, "filesetName", "fileset_name"),
  ),
];
const named =
  (folder: string, ...members: string[]) =>
  (_: Params, item: JsonObject) => [`${folder}/${textOf(item, ...members)}`];

function createdFileset(params: Params, body: JsonObject): string[] {
  const parents = namesIn(body, "inodeSpace").filter((name) => name !== "new");
  const names = [...namesIn(body, "filesetName", "fileset_name", "name"), ...parents];
  return names.length > 0
    ? names.map((name) => at.fileset(fsOf(params), name))
    : [`${at.filesystem(fsOf(params))}/filesets`];
}

function modifiedFileset(params: Params, body: JsonObject): string[] {
  const renamed = namesIn(body, "newFilesetName", "new_name", "filesetName", "name");
  return [...new Set([params.fileset ?? "", ...renamed])].map((name) =>
    at.fileset(fsOf(params), name),
  );
}

function filesystemBody(params: Params, body: JsonObject): string[] {
  const names = namesIn(body, "name", "filesystemName", "newName", "newFilesystemName");
  if (params.fs !== undefined) names.unshift(params.fs);
  const disks = listIn(body.disks).flatMap((disk) =>
    typeof disk === "string" ? [disk] : ownersIn(objectIn(disk), "name", "nsd", "nsdName"),
  );
  return [...new Set(names)].map(at.filesystem).concat(disks.map((disk) => `/nsds/${disk}`));
}

function createdSnapshot(params: Params, body: JsonObject): string[] {
  const names = namesIn(body, "snapshotName", "snapshot_name", "name");
  return names.map((name) => at.snapshot(fsOf(params), params.fileset ?? "", name));
}

/** Every snapshot of a batch by its path. A batch that does not name them one by one cannot be judged. */
function batchOfSnapshots(params: Params, body: JsonObject): string[] {
  const entries = listIn(body.snapshots).map((entry) => {
    const [fileset, other] = namesIn(objectIn(entry), "filesetName", "fileset_name");
    const [snapshot, another] = namesIn(objectIn(entry), "snapshotName", "snapshot_name", "name");
    const members = Object.keys(objectIn(entry)).length;
    if (!fileset || !snapshot || other || another || members !== 2) return undefined;
    return at.snapshot(fsOf(params), fileset, snapshot);
  });
  const whole = entries.filter((entry) => entry !== undefined);
  if (whole.length === 0 || whole.length < entries.length || Object.keys(body).length !== 1)
    throw new HubError("bad-input", "This batch does not name its snapshots one by one.", {
      advice: 'Write {"snapshots": [{"filesetName": "…", "snapshotName": "…"}]}.',
    });
  return whole;
}

function touchedQuota(params: Params, body: JsonObject): string[] {
  const touched = [body, objectIn(body.quota)].flatMap((quota) => quotasIn(fsOf(params), quota));
  return touched.length > 0 ? [...new Set(touched)] : [`${at.filesystem(fsOf(params))}/quotas`];
}

const force = ({ force: by }: JsonObject) =>
  /^(true|yes|1)$/i.test(asText(by)) ? { force: "True" } : {};

/** The endpoints of the contract, each once: what it means, what it touches, and how v2 spells it. */
export const ROUTES: readonly Route[] = [
  read("/clusters", "local cluster (view=BASIC for a summary)", {
    keys: ["clusters", "cluster"],
    v2: { path: "/cluster", query: ({ view: _view, ...query }) => query },
  }),
  read("/cluster", "cluster configuration (old name)", { keys: ["cluster"] }),
  write("POST", "/clusters/remote", "register an owning cluster as a remote", {
    touches: (_, body) =>
      namesIn(body, "owningCluster", "name").map((name) => `/clusters/remote/${name}`),
    v2: { path: "/remotemount/owningclusters" },
  }),
  read("/nodes", "list nodes", {
    keys: ["nodes"],
    item: named("/nodes", "adminNodeName", "adminNodename", "name"),
  }),
  read("/nodes/{name}", "node details", { keys: ["nodes"] }),
  write("DELETE", "/nodes/{name}", "remove a node"),
  read("/nodeclasses", "list node classes", {
    keys: ["nodeClasses", "nodeclasses", "node_classes"],
    item: named("/nodeclasses", "nodeclassName", "name"),
  }),
  read("/nsds", "list network-shared disks", { keys: ["nsds"], item: named("/nsds", "name") }),
  read("/nsds/{nsd}", "NSD details", { keys: ["nsds"] }),
  read(`${FS}/storagepools`, "storage pools of a filesystem", {
    keys: ["storagePool", "storagePools", "storage_pools", "storagepools"],
    item: (params, item) => [
      `${at.filesystem(fsOf(params))}/storagepools/${textOf(item, "storagePoolName", "name")}`,
    ],
    v2: { path: `${FS}/pools` },
  }),
  read("/filesystems", "list filesystems", {
    keys: ["filesystems"],
    item: named("/filesystems", "name"),
  }),
  write("POST", "/filesystems", "create a filesystem", { touches: filesystemBody }),
  read(FS, "filesystem detail (fields=mount for mount state)", { keys: ["filesystems"] }),
  write("PUT", FS, "modify a filesystem", { touches: filesystemBody }),
  write("DELETE", FS, "delete a filesystem"),
  read(`${FS}/filesets`, "list filesets", {
    keys: ["filesets"],
    item: (params, item) => [at.fileset(fsOf(params), textOf(item, "filesetName", "name"))],
  }),
  write("POST", `${FS}/filesets`, "create a fileset", { touches: createdFileset }),
  read(FILESET, "fileset detail", { keys: ["filesets"] }),
  write("PUT", FILESET, "modify a fileset", { touches: modifiedFileset }),
  write("DELETE", FILESET, "delete a fileset"),
  write("POST", `${FILESET}:link`, "link a fileset to a path", {
    v2: { path: `${FILESET}/link`, body: (b) => ({ path: b.path ?? b.junction_path }) },
  }),
  write("POST", `${FILESET}:unlink`, "unlink a fileset", {
    v2: {
      method: "DELETE",
      path: `${FILESET}/link`,
      body: () => undefined,
      query: (query, body) => ({ ...query, ...force(body) }),
    },
  }),
  read(`${FS}/snapshots`, "list global snapshots", { keys: ["snapshots"], item: snapshotItem }),
  write("POST", `${FS}/snapshots`, "create a global snapshot", { touches: createdSnapshot }),
  write("DELETE", `${FS}/snapshots/{snap}`, "delete a global snapshot"),
  read(`${FILESET}/snapshots`, "list fileset snapshots", {
    keys: ["snapshots"],
    item: snapshotItem,
  }),
  write("POST", `${FILESET}/snapshots`, "create a fileset snapshot", { touches: createdSnapshot }),
  write("DELETE", `${FILESET}/snapshots/{snap}`, "delete a fileset snapshot"),
  write("POST", `${FS}/filesets/snapshots:batchDelete`, "batch-delete fileset snapshots", {
    effect: "destroys",
    touches: batchOfSnapshots,
    v2: "none",
  }),
  read(`${FS}/quotas`, "list quotas", { keys: ["quotas"], item: quotaItem }),
  write("PUT", `${FS}/quotas`, "set or modify quotas", {
    touches: touchedQuota,
    v2: { method: "POST", body: quotaToV2 },
  }),
  read(`${FS}/quotamanagement`, "quota management state", { keys: ["quotaManagement"] }),
  read(`${FS}/quotadefaults`, "default quotas", { keys: ["quotaDefaults", "quota_defaults"] }),
  read(`${FS}/policies`, "active policy", { keys: ["policies"] }),
  write("PUT", `${FS}/policies`, "install or replace the policy", { effect: "destroys" }),
  read(`${FS}/policyrules`, "inspect rules", { keys: ["policyRules", "policy_rules"] }),
  read("/jobs", "list jobs", {
    keys: ["jobs", "operations"],
    item: named("/jobs", "jobId", "name"),
  }),
  read("/jobs/{jobId}", "poll a job", { keys: ["jobs"] }),
  read("/perfmon/data", "query performance sensors"),
  read("/perfmon/sensors", "list configured sensors", { keys: ["sensorConfig", "sensors"] }),
  read("/info", "product info and API version"),
  read("/config", "management and cluster config"),
];

/** Endpoints beside the contract's table that the tools know the meaning of. */
export const MORE_ROUTES: readonly Route[] = [
  write("DELETE", "/jobs/{jobId}", "cancel a job"),
  read("/operations/{id}", "poll an operation"),
  write("POST", "/operations/{id}:cancel", "cancel an operation", {
    effect: "destroys",
    v2: "none",
  }),
];
