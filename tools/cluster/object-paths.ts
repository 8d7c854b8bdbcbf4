import { asText } from "../kit/as-text.ts";
import { HubError } from "../kit/errors.ts";
import { isObject, type Json, type JsonObject } from "../kit/json.ts";
import { quoted } from "../kit/untrusted.ts";
import { isName } from "./paths.ts";

export type Params = Record<string, string>;

/** The canonical decoded path of each kind of object below the API root: what the operator's path rules speak of. */
export const at = {
  filesystem: (fs: string) => `/filesystems/${fs}`,
  fileset: (fs: string, fileset: string) => `/filesystems/${fs}/filesets/${fileset}`,
  snapshot: (fs: string, fileset: string, snapshot: string) =>
    fileset === ""
      ? `/filesystems/${fs}/snapshots/${snapshot}`
      : `/filesystems/${fs}/filesets/${fileset}/snapshots/${snapshot}`,
  /** A fileset's quota is the fileset; a user's or group's belongs to nobody else's path. */
  quota: (fs: string, kind: string, name: string, fileset = "root") => {
    if (quotaKind(kind) === "fileset") return at.fileset(fs, name);
    const owner =
      fileset === "root" || fileset === "" ? at.filesystem(fs) : at.fileset(fs, fileset);
    return `${owner}/quotas/${quotaKind(kind)}/${name}`;
  },
};

/** `user`, `group` or `fileset` from any of the spellings that the API uses. */
export function quotaKind(text: string): "user" | "group" | "fileset" {
  const word = text.replace(/^QUOTA_TYPE_/i, "").toLowerCase();
  if (word === "usr" || word === "user") return "user";
  if (word === "grp" || word === "group") return "group";
  return "fileset";
}

/** The first of the named members that is text, from an answer. */
export function textOf(item: JsonObject, ...members: string[]): string {
  for (const member of members) {
    const value = item[member];
    if (typeof value === "string") return value;
    if (typeof value === "number") return String(value);
  }
  return "";
}

/**
 * Every name that a request's body gives under these members: a body that names its object twice touches both.
 * Throws HubError `bad-input` for one that is no name.
 */
export function namesIn(body: JsonObject, ...members: string[]): string[] {
  const names = new Set<string>();
  for (const member of members) {
    const value = body[member];
    if (value === undefined || value === null) continue;
    if (typeof value !== "string" || !isName(value)) throw notAName(member, value);
    names.add(value);
  }
  return [...names];
}

/** Users and groups may be called DOMAIN\ada or ada@example.com; what a path could be made of is refused. */
export function ownersIn(body: JsonObject, ...members: string[]): string[] {
  const odd = members.find((member) => typeof body[member] === "object" && body[member] !== null);
  if (odd !== undefined) throw notAName(odd, body[odd] ?? null);
  const names = members.map((member) => textOf(body, member)).filter((name) => name !== "");
  for (const name of names)
    if (!/^[^/\p{C}]{1,255}$/u.test(name) || name.startsWith(".")) throw notAName("name", name);
  return [...new Set(names)];
}

/** The objects that a quota in a body is about. One that says its kind or fileset twice is about each of them. */
export function quotasIn(fs: string, quota: JsonObject): string[] {
  const kinds = ["quotaType", "type"].map((member) => textOf(quota, member)).filter(Boolean);
  const filesets = namesIn(quota, "filesetName", "fileset_name");
  return ownersIn(quota, "objectName", "object_name", "name").flatMap((name) =>
    (kinds.length > 0 ? kinds : [""]).flatMap((kind) =>
      (filesets.length > 0 ? filesets : ["root"]).map((of) => at.quota(fs, kind, name, of)),
    ),
  );
}

function notAName(member: string, value: Json): HubError {
  return new HubError("bad-input", `${quoted(asText(value))} is not a name (${member}).`, {
    advice: "Names are letters, digits and . _ - only.",
  });
}

export function objectIn(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function listIn(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
