import assert from "node:assert/strict";

const REQUEST = /"(?<method>[A-Z]+) (?<path>\S+) HTTP\/1\.1" (?<status>\d{3})/;

/**
 * Judges by the storage's own log that uploads in parts go on where they were: fails where a part that was finished, and
 * that the device was told of by ListParts since, was sent again. How many parts there were, and how often an upload
 * went on with parts that it found there.
 */
export function judgeParts(requestLog: string): {
  parts: number;
  brokenOff: number;
  wentOn: number;
} {
  const counts = { parts: 0, brokenOff: 0, wentOn: 0 };
  /** By upload: the parts that were finished, and whether the device has asked for them since. */
  const uploads = new Map<string, Map<string, "finished" | "told">>();
  for (const line of requestLog.split("\n")) {
    const { method, path, status } = REQUEST.exec(line)?.groups ?? {};
    const query = new URL(path ?? "/", "http://storage").searchParams;
    const [id, part] = [query.get("uploadId"), query.get("partNumber")];
    if (id === null) continue;
    const finished = uploads.get(id) ?? new Map<string, "finished" | "told">();
    uploads.set(id, finished);
    if (method === "GET" && status === "200") {
      if (finished.size > 0) counts.wentOn++;
      for (const number of finished.keys()) finished.set(number, "told");
    }
    if (method !== "PUT" || part === null) continue;
    assert.notEqual(finished.get(part), "told", `part ${part} was there already: ${line}`);
    if (status !== "200") counts.brokenOff++;
    else {
      counts.parts++;
      finished.set(part, "finished");
    }
  }
  return counts;
}
