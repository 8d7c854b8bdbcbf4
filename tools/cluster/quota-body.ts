import { asText } from "../kit/as-text.ts";
import type { Json, JsonObject } from "../kit/json.ts";
import { objectIn, quotaKind } from "./object-paths.ts";

/**
 * A size as the API takes it: a whole number and a unit, never a fraction. Anything below a KiB is rounded up to
 * one, since blocks are counted in KiB. `"0"` is no limit.
 */
export function blockSize(bytes: number): string {
  for (const [unit, power] of [
    ["T", 4],
    ["G", 3],
    ["M", 2],
  ] as const) {
    const size = 1024 ** power;
    if (bytes >= size && bytes % size === 0) return `${bytes / size}${unit}`;
  }
  return bytes === 0 ? "0" : `${Math.ceil(bytes / 1024)}K`;
}

/** The body of a quota request for v2, from the same or from the native v3 form `{quota: {type, name, …}}`. */
export function quotaToV2(body: JsonObject): Json {
  const native = objectIn(body.quota);
  if (Object.keys(native).length === 0) return body;
  const bytes = (member: string) =>
    native[member] === undefined ? undefined : blockSize(Number(native[member]));
  const count = (member: string) =>
    native[member] === undefined ? undefined : asText(native[member]);
  return {
    operationType: "setQuota",
    quotaType: quotaKind(asText(native.type)),
    objectName: asText(native.name),
    ...defined({
      blockSoftLimit: bytes("block_soft_limit_bytes"),
      blockHardLimit: bytes("block_hard_limit_bytes"),
      filesSoftLimit: count("file_soft_limit"),
      filesHardLimit: count("file_hard_limit"),
    }),
  };
}

function defined(members: Record<string, string | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, v]) => v !== undefined));
}
