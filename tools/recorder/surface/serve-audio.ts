import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type ByteRange, byteRange, listsTag } from "./byte-range.ts";
import { RecorderFailure } from "./failure.ts";
import { type AudioFile, openAudio, openKept, readAt } from "./read-at.ts";

/** Up to so many bytes are answered by one read; more are streamed in reads of this size. */
const READ_BYTES = 256 * 1024;

/** A file to be served. `sha256` (hexadecimal) is not known while a recording is being made: no entity tag, then. */
export type Audio = {
  path: string;
  size: number;
  sha256: string | undefined;
  type: "audio/wav" | "audio/ogg";
};

/**
 * GET or HEAD of a file, after RFC 9110: strong entity tag, If-Match, If-None-Match, one byte range with If-Range. Of a
 * file that is growing, the first `size` bytes are served. A small part is written to `outgoing` where there is one,
 * which spares it two thirds of its time. Throws `range_not_satisfiable`, `precondition_failed`, and
 * `recording_not_found` where the file went away.
 */
export async function serveAudio(
  request: Request,
  audio: Audio,
  outgoing?: ServerResponse,
): Promise<Response> {
  const etag = audio.sha256 === undefined ? undefined : `"sha256-${audio.sha256}"`;
  const headers: Record<string, string> = {
    "accept-ranges": "bytes",
    "cache-control": etag === undefined ? "no-store" : "private, no-cache",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...(etag === undefined ? {} : { etag }),
  };
  const match = request.headers.get("if-match");
  if (match !== null && !listsTag(match, etag, false))
    throw new RecorderFailure("precondition_failed", "The audio is another one by now.");
  const noneMatch = request.headers.get("if-none-match");
  if (noneMatch !== null && listsTag(noneMatch, etag, true))
    return new Response(null, { status: 304, headers });
  headers["content-type"] = audio.type;
  const range = rangeOf(request, audio.size, etag);
  const { from, end } = range ?? { from: 0, end: audio.size };
  headers["content-length"] = String(end - from);
  if (range) headers["content-range"] = `bytes ${from}-${end - 1}/${audio.size}`;
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  if (end - from > READ_BYTES) {
    const file = await openAudio(audio.path);
    return new Response(stream(file, from, end), { status, headers });
  }
  const part = await partOf(audio, from, end);
  if (!outgoing) return new Response(part, { status, headers });
  outgoing.writeHead(status, headers).end(part);
  return RESPONSE_ALREADY_SENT;
}

function rangeOf(request: Request, size: number, etag: string | undefined): ByteRange | undefined {
  if (request.method !== "GET") return undefined;
  const onlyIf = request.headers.get("if-range");
  if (onlyIf !== null && onlyIf !== etag) return undefined;
  const range = byteRange(request.headers.get("range"), size);
  if (range === "none")
    throw new RecorderFailure("range_not_satisfiable", "The range lies outside of the audio.", {
      detail: `It has ${size} bytes.`,
      headers: { "content-range": `bytes */${size}` },
    });
  return range === "all" ? undefined : range;
}

async function partOf({ path, sha256 }: Audio, from: number, end: number) {
  const file = await (sha256 ? openKept(path, `${path} ${sha256}`) : openAudio(path));
  try {
    return await readAt(file.fd, from, end - from);
  } finally {
    await file.done();
  }
}

function stream(file: AudioFile, from: number, end: number): ReadableStream<Uint8Array> {
  let at = from;
  let reading: Promise<unknown> | undefined;
  return new ReadableStream({
    async pull(controller) {
      try {
        const part = readAt(file.fd, at, Math.min(READ_BYTES, end - at));
        reading = part;
        const chunk = await part;
        controller.enqueue(chunk);
        at += chunk.byteLength;
        if (at < end) return;
        await file.done();
        controller.close();
      } catch (error) {
        await file.done();
        controller.error(error);
      }
    },
    // A client that has all it wants leaves at any moment, also in the middle of a read.
    async cancel() {
      await Promise.allSettled([reading]);
      await file.done();
    },
  });
}
