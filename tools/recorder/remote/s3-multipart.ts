import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { HubError } from "../../kit/errors.ts";
import type { Exchange, Sending } from "./exchange.ts";
import type { Carrying, RemoteFile } from "./remote.ts";
import { escapeXml, readBegun, readParts, readUploadId, type UploadedPart } from "./xml.ts";

/** The bucket as a part of an upload needs it. */
export type Bucket = {
  exchange: Exchange;
  signed: (sending: Sending, hash?: string) => Promise<Sending>;
  url: (key: string, query?: Record<string, string>) => URL;
  /** A key as the bucket has it, with what goes before all of ours. */
  nameOf: (key: string) => string;
};

const PART_BYTES = 8 * 1024 * 1024;
/** S3 knows no more parts than that. */
const MOST_PARTS = 10_000;

/**
 * Uploads in parts, each with its own hash signed in. Goes on with the parts that an earlier attempt has left, where
 * they hold what the file holds; one that no longer exists is begun anew. Completes only if the whole file still has
 * its hash, and otherwise takes the parts away again.
 */
export async function putInParts(
  bucket: Bucket,
  key: string,
  file: RemoteFile,
  { signal, note, onProgress }: Carrying,
): Promise<void> {
  const upload = await resumed(bucket, key, note.kept?.upload, signal);
  if (!upload) await abortStrays(bucket, key, signal);
  const id = upload?.id ?? (await begun(bucket, key, file, signal));
  if (!upload) await note.keep({ upload: id });
  const there = new Map(upload?.parts.map((part) => [part.number, part]));
  const partBytes = Math.max(PART_BYTES, Math.ceil(file.size_bytes / MOST_PARTS));

  const whole = createHash("sha256");
  const done: UploadedPart[] = [];
  const handle = await open(file.path, "r");
  try {
    for (let start = 0; start < file.size_bytes; start += partBytes) {
      const number = done.length + 1;
      const bytes = await readPart(handle, start, Math.min(partBytes, file.size_bytes - start));
      whole.update(bytes);
      const known = there.get(number);
      const same = known?.size_bytes === bytes.length && known.etag === md5(bytes);
      done.push(same ? known : await putPart(bucket, key, { id, number, bytes }, signal));
      onProgress?.(start + bytes.length);
    }
  } finally {
    await handle.close();
  }
  if (!hasHash(whole, file)) {
    await abort(bucket, key, id, signal);
    throw new HubError("changed", "The file no longer has the hash of its recording.", {
      advice: "Nothing of it is left at the other side.",
    });
  }
  await complete(bucket, key, { id, parts: done }, signal);
}

const md5 = (bytes: Buffer): string => createHash("md5").update(bytes).digest("hex");
const hasHash = (whole: Hash, file: RemoteFile): boolean => whole.digest("hex") === file.sha256;

async function readPart(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await handle.read(bytes, 0, length, start);
  return bytes.subarray(0, bytesRead);
}

async function begun(
  { exchange, signed, url }: Bucket,
  key: string,
  file: RemoteFile,
  signal: AbortSignal,
): Promise<string> {
  const sending = {
    method: "POST",
    url: url(key, { uploads: "" }),
    headers: { "x-amz-meta-sha256": file.sha256, "content-type": "application/octet-stream" },
    signal,
    expects: [200],
  };
  const { text } = await exchange.ask(await signed(sending));
  return readUploadId(text);
}

/** The parts that an earlier attempt has left; undefined where it is unknown to the server by now. */
async function resumed(
  { exchange, signed, url }: Bucket,
  key: string,
  id: string | undefined,
  signal: AbortSignal,
): Promise<{ id: string; parts: UploadedPart[] } | undefined> {
  if (id === undefined) return undefined;
  const parts: UploadedPart[] = [];
  let after: string | undefined;
  do {
    const query = { uploadId: id, ...(after === undefined ? {} : { "part-number-marker": after }) };
    const sending = { method: "GET", url: url(key, query), signal, expects: [200, 404] };
    const { status, text } = await exchange.ask(await signed(sending));
    if (status === 404) return undefined;
    const page = readParts(text);
    parts.push(...page.parts);
    after = page.next;
  } while (after !== undefined);
  return { id, parts };
}

/**
 * Takes away what was begun under this key and noted nowhere, because the power went in between: it would take room for
 * ever. Only ever called while nothing lies at the key: an upload that was just completed may still be listed, and to
 * abort that would take the object's own parts. An account that may not look loses nothing but the room.
 */
async function abortStrays(bucket: Bucket, key: string, signal: AbortSignal): Promise<void> {
  const { exchange, signed, url } = bucket;
  const name = bucket.nameOf(key);
  const query = { uploads: "", prefix: name };
  const sending = {
    method: "GET",
    url: url("", query),
    signal,
    expects: [200, 400, 403, 404, 405, 501],
  };
  const { status, text } = await exchange.ask(await signed(sending));
  if (status !== 200) return;
  for (const begun of readBegun(text))
    if (begun.key === name) await abort(bucket, key, begun.id, signal);
}

async function putPart(
  { exchange, signed, url }: Bucket,
  key: string,
  part: { id: string; number: number; bytes: Buffer },
  signal: AbortSignal,
): Promise<UploadedPart> {
  const sending = {
    method: "PUT",
    url: url(key, { partNumber: String(part.number), uploadId: part.id }),
    headers: { "content-length": String(part.bytes.length) },
    body: part.bytes,
    signal,
    expects: [200],
  };
  const hash = createHash("sha256").update(part.bytes).digest("hex");
  const { header } = await exchange.tell(await signed(sending, hash));
  const etag = header("etag")?.replaceAll('"', "");
  if (etag === undefined) throw new HubError("failed", "A part was taken without a name for it.");
  return { number: part.number, size_bytes: part.bytes.length, etag };
}

async function complete(
  { exchange, signed, url }: Bucket,
  key: string,
  upload: { id: string; parts: readonly UploadedPart[] },
  signal: AbortSignal,
): Promise<void> {
  const parts = upload.parts.map(
    ({ number, etag }) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>"${escapeXml(etag)}"</ETag></Part>`,
  );
  const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join("")}</CompleteMultipartUpload>`;
  const sending = {
    method: "POST",
    url: url(key, { uploadId: upload.id }),
    headers: {
      "content-type": "application/xml",
      "content-length": String(Buffer.byteLength(body)),
    },
    body,
    signal,
    expects: [200],
  };
  const hash = createHash("sha256").update(body).digest("hex");
  const { text } = await exchange.ask(await signed(sending, hash));
  // This answer begins before the work is done: with 200 it may still carry an error.
  if (/<Error>/.test(text))
    throw new HubError("unavailable", "The parts could not be put together.", {
      advice: "It is tried again later, with the parts that are there.",
    });
}

/** Takes an upload in parts away, with the parts. One that is unknown by now is no failure. */
export async function abort(
  { exchange, signed, url }: Bucket,
  key: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const sending = {
    method: "DELETE",
    url: url(key, { uploadId: id }),
    signal,
    expects: [204, 404],
  };
  await exchange.tell(await signed(sending));
}
