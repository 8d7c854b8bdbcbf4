import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { HubError } from "../../kit/errors.ts";
import type { Asked, Line } from "./line.ts";
import { within } from "./patience.ts";

export type Download = {
  path: string;
  query?: Asked["query"];
  /** Where it is to be; what is there already stays until the new one is whole. */
  file: string;
  /** Of the audio, where it is known: then what was fetched before is resumed, and what was fetched is proved. */
  sha256?: string | undefined;
  /** Bytes after which it is given up. */
  most: number;
  progress?: (bytes: number, total: number | undefined) => void;
};

export type Downloaded = { bytes: number; sha256: string };

const TRIES = 4;

/**
 * Fetches into `file.part`, resumes by Range where the connection breaks or an earlier run did, proves the hash, and
 * renames. What does not prove is removed. Throws HubError `failed` for bytes that are not the ones that were promised.
 */
export async function download(
  line: Line,
  wanted: Download,
  signal: AbortSignal,
): Promise<Downloaded> {
  const part = `${wanted.file}.part`;
  const file = await open(part, wanted.sha256 ? "a+" : "w+", 0o600);
  try {
    const fetched = await fetchAll(line, wanted, file, part, signal);
    await file.sync();
    if (wanted.sha256 !== undefined && fetched.sha256 !== wanted.sha256) {
      await rm(part, { force: true });
      throw new HubError("failed", `What ${line.place} sent does not have the promised SHA-256.`, {
        advice: "Nothing was kept. Try again.",
      });
    }
    await rename(part, wanted.file);
    return fetched;
  } finally {
    await file.close();
    if (wanted.sha256 === undefined) await rm(part, { force: true });
  }
}

async function fetchAll(
  line: Line,
  wanted: Download,
  file: FileHandle,
  part: string,
  signal: AbortSignal,
): Promise<Downloaded> {
  let { size: bytes } = await file.stat();
  let hash = await hashOf(part, bytes);
  for (let attempt = 1; ; ) {
    const before = bytes;
    try {
      const answer = await ask(line, wanted, bytes, signal);
      if (answer.status === 416) return { bytes, sha256: hash.digest("hex") };
      if (answer.status !== 206 || !startsAt(answer, bytes)) {
        await file.truncate(0);
        [bytes, hash] = [0, createHash("sha256")];
      }
      const total = totalOf(answer, bytes);
      for await (const chunk of withPatience(answer, line, signal)) {
        bytes += chunk.byteLength;
        if (bytes > wanted.most)
          throw new HubError("limit", `${line.place} sends more than may be kept here.`);
        await file.appendFile(chunk);
        hash.update(chunk);
        wanted.progress?.(bytes, total);
      }
      return { bytes, sha256: hash.digest("hex") };
    } catch (thrown) {
      // Only what was cut off is taken up again, and only where it can be proved to be the same.
      const isCut = thrown instanceof HubError && /unavailable|timed-out/.test(thrown.problem);
      if (!isCut || wanted.sha256 === undefined || attempt >= TRIES) throw thrown;
      attempt = bytes > before ? 1 : attempt + 1;
    }
  }
}

function ask(line: Line, wanted: Download, from: number, signal: AbortSignal): Promise<Response> {
  const resumes = from > 0 && wanted.sha256 !== undefined;
  return line.send(
    {
      path: wanted.path,
      ...(wanted.query ? { query: wanted.query } : {}),
      headers: {
        accept: "*/*",
        ...(resumes ? { range: `bytes=${from}-`, "if-range": `"sha256-${wanted.sha256}"` } : {}),
      },
      statuses: resumes ? [200, 206, 416] : [200],
    },
    signal,
  );
}

async function hashOf(part: string, bytes: number): Promise<Hash> {
  const hash = createHash("sha256");
  if (bytes > 0) for await (const chunk of createReadStream(part)) hash.update(chunk as Buffer); // no encoding is set
  return hash;
}

const startsAt = (answer: Response, from: number) =>
  answer.headers.get("content-range")?.startsWith(`bytes ${from}-`) ?? false;

function totalOf(answer: Response, before: number): number | undefined {
  const length = Number(answer.headers.get("content-length"));
  return length > 0 ? before + length : undefined;
}

/** The body, part by part; each part may take as long as an answer may. */
async function* withPatience(answer: Response, line: Line, signal: AbortSignal) {
  const reader = answer.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { surface, place, waitMs: ms } = line;
      const next = await within(() => reader.read(), { surface, place, signal, ms });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
