import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import busboy from "busboy";
import { RecorderFailure } from "../../../tools/recorder/surface/failure.ts";

export type UploadLimits = {
  /** The most bytes of audio. */
  audioBytes: number;
  /** The most bytes of the metadata part. */
  metadataBytes: number;
  /** The longest silence of a client between two chunks; over twice as long it has to keep up LEAST_BYTES_PER_S. */
  idleMs: number;
};

export type UploadSink = {
  /** Takes a chunk of the audio; resolves when the next may come. */
  write(chunk: Buffer): Promise<void>;
};

const MOST_PARTS = 16;
/** A tenth of what a phone on a poor line sends. Whoever sends less would hold the connection for weeks. */
const LEAST_BYTES_PER_S = 2_000;

/**
 * Reads a `multipart/form-data` body: the part `audio` goes to the sink chunk by chunk as it comes, the part `metadata`
 * is read as soon as it is there, and resolved. Either may come first; metadata may be a field or a file part. Throws RecorderFailure 400,
 * 408, 413 or 415 and whatever the sink throws; then the rest of the body is unread.
 */
export async function receiveUpload<M>(
  body: Readable,
  headers: IncomingHttpHeaders,
  sink: UploadSink,
  limits: UploadLimits,
  readMetadata: (text: string) => M,
): Promise<M> {
  const parser = openParser(headers, limits);
  return await new Promise<M>((resolve, reject) => {
    let over = false;
    const settle = (then: () => void) => {
      if (over) return;
      over = true;
      stopWatching();
      body.unpipe(parser);
      parser.destroy();
      then();
    };
    const fail = (thrown: unknown) => settle(() => reject(thrown));
    const stopWatching = watchBody(body, limits.idleMs, fail);
    const whole = readParts(parser, { sink, limits, readMetadata, fail });
    parser.on("error", (cause) => fail(malformed("The body is no well-formed multipart.", cause)));
    parser.on("close", () => {
      whole().then((metadata) => settle(() => resolve(metadata)), fail);
    });
    body.pipe(parser);
  });
}

/**
 * Tells of a body that ends too early, stands still or trickles. The stream itself is left whole: the answer needs its
 * socket.
 */
function watchBody(body: Readable, idleMs: number, fail: (thrown: Error) => void): () => void {
  const idle = setTimeout(() => {
    // It stands still for our own sake: the disk is behind.
    if (body.isPaused()) idle.refresh();
    else fail(tooSlow(`Nothing came for ${idleMs / 1000} s.`));
  }, idleMs);
  const windowMs = 2 * idleMs;
  let came = 0;
  const pace = setInterval(() => {
    if (came < (LEAST_BYTES_PER_S * windowMs) / 1000 && !body.isPaused())
      fail(tooSlow(`Only ${came} bytes came in ${windowMs / 1000} s.`));
    came = 0;
  }, windowMs);
  const awake = (chunk: Uint8Array) => {
    came += chunk.length;
    idle.refresh();
  };
  const cutOff = () => {
    if (!body.readableEnded) fail(malformed("The body was cut off."));
  };
  body.on("data", awake);
  body.on("error", cutOff);
  body.on("close", cutOff);
  // The client may have gone before anybody listened.
  if (body.destroyed) queueMicrotask(cutOff);
  return () => {
    clearTimeout(idle);
    clearInterval(pace);
    body.off("data", awake);
    body.off("close", cutOff);
  };
}

type Reading<M> = {
  sink: UploadSink;
  limits: UploadLimits;
  readMetadata: (text: string) => M;
  fail: (thrown: unknown) => void;
};

/** Listens for the parts. What it answers is called when the last has come: it resolves with the metadata. */
function readParts<M>(parser: busboy.Busboy, reading: Reading<M>): () => Promise<M> {
  const { sink, limits, readMetadata, fail } = reading;
  const seen = new Set<string>();
  const bodies: Promise<void>[] = [];
  const metadata: M[] = [];
  const first = (name: string) => {
    if (seen.has(name)) throw malformed(`There are two parts “${name}”.`);
    seen.add(name);
  };
  /** Failures of a listener would otherwise end the process. */
  const guarded = (work: () => void) => {
    try {
      work();
    } catch (thrown) {
      fail(thrown);
    }
  };
  parser.on("field", (name, value, info) =>
    guarded(() => {
      if (name === "audio") throw audioAsText();
      if (name !== "metadata") return;
      first(name);
      if (info.valueTruncated || info.nameTruncated) throw tooMuchMetadata(limits);
      metadata.push(readMetadata(value));
    }),
  );
  parser.on("file", (name, part, info) =>
    guarded(() => {
      part.on("error", () => undefined);
      if (name !== "audio" && name !== "metadata") return void part.resume();
      first(name);
      if (!/^(7bit|8bit|binary)$/i.test(info.encoding)) throw encoded();
      const read =
        name === "audio"
          ? toSink(part, sink, limits)
          : asText(part, limits).then((text) => void metadata.push(readMetadata(text)));
      bodies.push(read);
      read.catch(fail);
    }),
  );
  parser.on("partsLimit", () => fail(malformed("There are too many parts.")));
  return async () => {
    await Promise.all(bodies);
    const missing = ["metadata", "audio"].find((name) => !seen.has(name));
    if (missing !== undefined) throw malformed(`The part “${missing}” is missing.`);
    const [read] = metadata;
    if (read === undefined) throw malformed("The metadata is missing.");
    return read;
  };
}

function openParser(headers: IncomingHttpHeaders, limits: UploadLimits): busboy.Busboy {
  const type = headers["content-type"] ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new RecorderFailure("unsupported_media", "Send the recording as multipart/form-data.", {
      detail: "One part is called “metadata”, the other “audio”.",
    });
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity")
    throw new RecorderFailure("unsupported_media", "Send the body without a Content-Encoding.");
  try {
    return busboy({
      headers,
      defParamCharset: "utf8",
      highWaterMark: 1 << 18,
      fileHwm: 1 << 18,
      limits: {
        fieldSize: limits.metadataBytes,
        // One more than allowed: a stream that was cut short looks like one that ended.
        fileSize: limits.audioBytes + 1,
        parts: MOST_PARTS,
      },
    });
  } catch (cause) {
    throw malformed("The Content-Type names no boundary.", cause);
  }
}

async function toSink(part: Readable, sink: UploadSink, limits: UploadLimits): Promise<void> {
  let bytes = 0;
  // No encoding is set, so chunks are buffers; so they are below.
  for await (const chunk of part as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limits.audioBytes) throw tooMuchAudio(limits);
    await sink.write(chunk);
  }
}

async function asText(part: Readable, limits: UploadLimits): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limits.metadataBytes) throw tooMuchMetadata(limits);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The refusal of audio that is larger than the server takes; also for a Content-Length that says so beforehand. */
export function tooMuchAudio(limits: UploadLimits): RecorderFailure {
  return new RecorderFailure("too_large", "The audio is larger than this server takes.", {
    detail: `The limit is ${limits.audioBytes} bytes (SERVER_MAX_UPLOAD_MIB).`,
  });
}

function tooMuchMetadata(limits: UploadLimits): RecorderFailure {
  return new RecorderFailure("too_large", "The metadata is too large.", {
    detail: `The limit is ${limits.metadataBytes} bytes.`,
  });
}

function tooSlow(message: string): RecorderFailure {
  return new RecorderFailure("request_timeout", message, {
    detail: `An upload takes at least ${LEAST_BYTES_PER_S / 1000} kB/s, and may stand still for SERVER_IDLE_SECONDS.`,
  });
}

function malformed(message: string, cause?: unknown): RecorderFailure {
  return new RecorderFailure("bad_request", message, { cause });
}

function audioAsText(): RecorderFailure {
  return new RecorderFailure("bad_request", "The part “audio” came as text.", {
    detail: "Send it with a filename, or as application/octet-stream.",
  });
}

function encoded(): RecorderFailure {
  return new RecorderFailure(
    "unsupported_media",
    "Send the bytes as they are, without a transfer encoding.",
  );
}
