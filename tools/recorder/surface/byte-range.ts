/** Bytes `from` up to, not including, `end`. */
export type ByteRange = { from: number; end: number };

/**
 * What a Range header asks of a file of so many bytes, after RFC 9110: "all" where there is none, where it is not
 * understood or asks for several ranges; "none" where it lies outside.
 */
export function byteRange(header: string | null, size: number): ByteRange | "all" | "none" {
  const asked = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "");
  const [, first = "", last = ""] = asked ?? [];
  if (first === "" && last === "") return "all";
  if (first === "") {
    const from = Math.max(0, size - Number(last));
    return from < size ? { from, end: size } : "none";
  }
  const from = Number(first);
  if (last !== "" && Number(last) < from) return "all";
  if (from >= size) return "none";
  return { from, end: last === "" ? size : Math.min(size, Number(last) + 1) };
}

/** Whether a list of entity tags (If-Match, If-None-Match) holds this one or is `*`; weakly where a W/ may differ. */
export function listsTag(header: string, etag: string | undefined, weakly: boolean): boolean {
  if (header.trim() === "*") return true;
  if (etag === undefined) return false;
  const tags = header.split(",").map((tag) => tag.trim());
  return tags.some((tag) => tag === etag || (weakly && tag === `W/${etag}`));
}
