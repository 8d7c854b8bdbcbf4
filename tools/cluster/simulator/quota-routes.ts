import { accept } from "./accept.ts";
import { type Call, ok, param, type Reply, text } from "./call.ts";
import { answerList, type Collection } from "./collection.ts";
import { filesystemsMeant, theFileset, theFilesystem } from "./find.ts";
import { setQuota } from "./quota-work.ts";
import { invalid } from "./refusal.ts";
import type { Route } from "./route.ts";
import type { Quota } from "./state.ts";

const QUOTAS: Collection<Quota> = {
  name: "quotas",
  keys: ["quotaId", "filesystemName", "filesetName", "quotaType", "objectName"],
  id: (quota) => quota.quotaId,
};

const PATH = "/filesystems/{filesystemName}";
const LIMITS = {
  operationType: "setQuota",
  quotaType: "fileset",
  objectName: "proj1",
  blockSoftLimit: "8G",
  blockHardLimit: "10G",
  filesSoftLimit: "0",
  filesHardLimit: "0",
};

export const quotaRoutes: Route[] = [
  {
    method: "GET",
    path: `${PATH}/quotas`,
    on: "both",
    says: "Lists quotas with usage and limits; blocks are counted in KiB.",
    list: true,
    run: (call) =>
      answerList(
        call,
        QUOTAS,
        filesystemsMeant(call).flatMap((one) => [...one.quotas.values()]),
      ),
  },
  {
    method: "PUT",
    path: `${PATH}/quotas`,
    on: "v3",
    says: "Sets the limits of a quota.",
    body: LIMITS,
    run: (call) => accept(call, setQuota(call.state, theFilesystem(call), call.body)),
  },
  {
    method: "POST",
    path: `${PATH}/quotas`,
    on: "v2",
    says: "Sets the limits of a quota.",
    body: LIMITS,
    run: (call) => accept(call, setQuota(call.state, theFilesystem(call), call.body)),
  },
  {
    method: "GET",
    path: `${PATH}/filesets/{filesetName}/quotas`,
    on: "v2",
    says: "Lists the quotas of one fileset.",
    list: true,
    run: ofFileset,
  },
  {
    method: "GET",
    path: `${PATH}/quotadefaults`,
    on: "both*",
    says: "Shows the limits that a new user, group or fileset gets.",
    run: defaults,
  },
  {
    method: "GET",
    path: `${PATH}/quotamanagement`,
    on: "both*",
    says: "Shows whether quotas are kept by filesystem, by fileset, or not at all.",
    run: (call) =>
      ok({
        quotaManagement: filesystemsMeant(call).map((one) => ({
          filesystemName: one.facts.name,
          quota: one.quotaManagement,
        })),
      }),
  },
  {
    method: "PUT",
    path: `${PATH}/quotamanagement`,
    on: "both*",
    says: "Turns quotas on by filesystem or by fileset, or off.",
    body: { quota: "filesystem" },
    run: manage,
  },
];

function ofFileset(call: Call): Reply {
  const { filesetName } = theFileset(call);
  const own = [...theFilesystem(call).quotas.values()].filter(
    (quota) =>
      (quota.quotaType === "FILESET" && quota.objectName === filesetName) ||
      quota.filesetName === filesetName,
  );
  return answerList(call, QUOTAS, own);
}

function defaults(call: Call): Reply {
  const quotaDefaults = filesystemsMeant(call).flatMap((one) =>
    ["USR", "GRP", "FILESET"].map((quotaType) => ({
      clusterId: { clusterID: call.state.cluster.clusterSummary.clusterId.toString() },
      deviceName: one.facts.name,
      filesetName: "root",
      quotaType,
      blockSoftLimit: "0",
      blockHardLimit: "0",
      filesSoftLimit: "0",
      filesHardLimit: "0",
      entryType: one.quotaManagement === "disabled" ? "DEFAULT_OFF" : "DEFAULT_ON",
    })),
  );
  return ok({ quotaDefaults });
}

function manage(call: Call): Reply {
  const filesystem = theFilesystem(call);
  const quota = text(call.body, "quota");
  if (quota !== "filesystem" && quota !== "fileset" && quota !== "disabled") throw invalid("quota");
  const name = param(call, "filesystemName");
  return accept(call, {
    commands: [`mmchfs '${name}' -Q ${quota === "disabled" ? "no" : "yes"}`],
    progress: ["(1/1) Changing quota management"],
    act: () => {
      filesystem.quotaManagement = quota;
      return [`EFSSG0043I Quota management of file system ${name} is now ${quota}.`];
    },
  });
}
