import { isObject, type JsonObject } from "../../kit/json.ts";
import { text } from "./call.ts";
import { JobFailure, type Work } from "./job-book.ts";
import { invalid } from "./refusal.ts";
import {
  type ClusterState,
  type Filesystem,
  type Quota,
  type QuotaType,
  quotaKey,
} from "./state.ts";

const TYPES: Record<string, QuotaType> = {
  usr: "USR",
  user: "USR",
  quota_type_user: "USR",
  grp: "GRP",
  group: "GRP",
  quota_type_group: "GRP",
  fileset: "FILESET",
  quota_type_fileset: "FILESET",
};

type Limits = Partial<Pick<Quota, "blockQuota" | "blockLimit" | "filesQuota" | "filesLimit">> & {
  blockGrace?: string;
  filesGrace?: string;
};

/** mmsetquota. Takes the v2 body, or the native v3 one in `quota`. A limit that is not named stays as it is. */
export function setQuota(state: ClusterState, filesystem: Filesystem, wrapped: JsonObject): Work {
  const body = unwrap(wrapped);
  const type = TYPES[text(body, "quotaType", "type")?.toLowerCase() ?? ""];
  if (!type) throw invalid("quotaType");
  const name = text(body, "objectName", "name");
  if (!name) throw invalid("objectName");
  const limits = readLimits(body);
  const fs = filesystem.facts.name;
  return {
    commands: [
      `mmsetquota '${fs}' --${type.toLowerCase()} '${name}' --block '${limits.blockQuota ?? "-"}K:${limits.blockLimit ?? "-"}K'`,
    ],
    progress: ["(1/1) Setting quota"],
    act: () => {
      if (filesystem.quotaManagement === "disabled")
        throw new JobFailure(`EFSSG0472C Quota management is not enabled in file system ${fs}.`);
      if (type === "FILESET" && !filesystem.filesets.has(name))
        throw new JobFailure(
          `EFSSG0269C File set ${name} does not exist in file system ${fs}; no quota was set.`,
        );
      const quota = quotaOf(state, filesystem, type, name);
      const next = { ...quota, ...limits };
      softBelowHard(next.blockQuota, next.blockLimit);
      softBelowHard(next.filesQuota, next.filesLimit);
      Object.assign(quota, limits);
      return ["EFSSG0040I The quota has been successfully set."];
    },
  };
}

function unwrap(body: JsonObject): JsonObject {
  const { quota } = body;
  return isObject(quota) ? quota : body;
}

function readLimits(body: JsonObject): Limits {
  const limits: Limits = {};
  const blockQuota = kibibytes(body, "blockSoftLimit", "block_soft_limit_bytes");
  const blockLimit = kibibytes(body, "blockHardLimit", "block_hard_limit_bytes");
  const filesQuota = count(body, "filesSoftLimit", "file_soft_limit");
  const filesLimit = count(body, "filesHardLimit", "file_hard_limit");
  if (blockQuota !== undefined) limits.blockQuota = blockQuota;
  if (blockLimit !== undefined) limits.blockLimit = blockLimit;
  if (filesQuota !== undefined) limits.filesQuota = filesQuota;
  if (filesLimit !== undefined) limits.filesLimit = filesLimit;
  const blockGrace = text(body, "blockGracePeriod", "block_grace");
  const filesGrace = text(body, "filesGracePeriod", "file_grace");
  if (blockGrace) limits.blockGrace = blockGrace;
  if (filesGrace) limits.filesGrace = filesGrace;
  return limits;
}

const SIZE = /^(\d+(?:\.\d+)?)\s*([KMGTPE]?)(?:iB|B)?$/i;

// A plain number is in bytes; what is left of a KiB counts as a whole one.
function kibibytes(body: JsonObject, ...names: [string, ...string[]]): number | undefined {
  const written = text(body, ...names);
  if (written === undefined) return undefined;
  const [, digits = "", unit = ""] = SIZE.exec(written.trim()) ?? [];
  if (digits === "") throw invalid(names[0]);
  return Math.ceil((Number(digits) * 1024 ** " KMGTPE".indexOf(unit.toUpperCase() || " ")) / 1024);
}

function count(body: JsonObject, ...names: [string, ...string[]]): number | undefined {
  const written = text(body, ...names);
  if (written === undefined) return undefined;
  const [, digits = "", unit = ""] = /^(\d+)([KMG]?)$/i.exec(written.trim()) ?? [];
  if (digits === "") throw invalid(names[0]);
  return Number(digits) * 1000 ** " KMG".indexOf(unit.toUpperCase() || " ");
}

function softBelowHard(soft: number, hard: number): void {
  if (hard > 0 && soft > hard)
    throw new JobFailure("EFSSG0473C The soft limit must not be higher than the hard limit.");
}

/** The quota entry of an object, made when it is first asked for. */
export function quotaOf(
  state: ClusterState,
  filesystem: Filesystem,
  quotaType: QuotaType,
  objectName: string,
): Quota {
  const key = quotaKey(quotaType, "root", objectName);
  let quota = filesystem.quotas.get(key);
  if (!quota) {
    const quotaId = state.newOid();
    quota = {
      quotaId,
      filesystemName: filesystem.facts.name,
      filesetName: "root",
      quotaType,
      objectName,
      objectId: filesystem.filesets.get(objectName)?.config.id ?? quotaId,
      blockUsage: 0,
      blockQuota: 0,
      blockLimit: 0,
      blockInDoubt: 0,
      blockGrace: "none",
      filesUsage: quotaType === "FILESET" ? 1 : 0,
      filesQuota: 0,
      filesLimit: 0,
      filesInDoubt: 0,
      filesGrace: "none",
      isDefaultQuota: false,
    };
    filesystem.quotas.set(key, quota);
  }
  return quota;
}
