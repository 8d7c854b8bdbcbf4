import { parse as parseLossless } from "lossless-json";
import type { z } from "zod";
import { METADATA_BYTES_MOST, type RecordingMetadata, recordingMetadata } from "../contract.ts";
import { RecorderFailure } from "./failure.ts";

const BODY_BYTES_MOST = 64 * 1024;
/** For all of a body: it is small. */
const BODY_MS_MOST = 20_000;

/**
 * The JSON body of a request by its schema. Throws `unsupported_media` for another type, `too_large` above 64 KiB,
 * `request_timeout` for one that takes longer than `mostMs`, `bad_request` for what is no JSON, `invalid_value` for what
 * the schema refuses.
 */
export async function readJson<S extends z.ZodType>(
  schema: S,
  request: Request,
  mostMs = BODY_MS_MOST,
): Promise<z.output<S>> {
  const type = request.headers.get("content-type") ?? "";
  const isPlain = (request.headers.get("content-encoding") ?? "identity") === "identity";
  if (!/^application\/json\s*(;|$)/i.test(type) || !isPlain)
    throw new RecorderFailure("unsupported_media", "The body must be JSON, not compressed.", {
      detail: "Send it with `Content-Type: application/json`.",
    });
  return checked(schema, jsonOf(await textOf(request, mostMs)), "body");
}

/** The `metadata` part of an ingest, at most 64 KiB of JSON. Throws as `readJson` does. */
export function readMetadata(text: string): RecordingMetadata {
  if (Buffer.byteLength(text) > METADATA_BYTES_MOST) throw tooLarge();
  return checked(recordingMetadata, jsonOf(text), "metadata");
}

async function textOf(request: Request, mostMs: number): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_BYTES_MOST) throw tooLarge();
  const bytes = request.body ? await bytesOf(request.body, mostMs) : Buffer.alloc(0);
  const text = new TextDecoder("utf-8", { fatal: true });
  try {
    return text.decode(bytes);
  } catch (cause) {
    throw new RecorderFailure("bad_request", "The body is not UTF-8.", { cause });
  }
}

/** What is left unread stays in the stream: cancelling it would take the socket from the answer. */
async function bytesOf(body: ReadableStream<Uint8Array>, mostMs: number): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const message = `The body did not come within ${mostMs / 1000} s.`;
    timer = setTimeout(() => reject(new RecorderFailure("request_timeout", message)), mostMs);
  });
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return Buffer.concat(chunks);
      bytes += value.byteLength;
      if (bytes > BODY_BYTES_MOST) throw tooLarge();
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Throws for what is no JSON, is nested too deeply, or says one key twice in two ways: readers would not agree. */
function jsonOf(text: string): unknown {
  try {
    parseLossless(text);
    return JSON.parse(text);
  } catch (cause) {
    throw new RecorderFailure("bad_request", "The JSON cannot be read.", {
      detail: "It must be one object, each key in it once.",
      cause,
    });
  }
}

function checked<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RecorderFailure("bad_request", `The ${what} must be a JSON object.`);
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  // The first one, by the name of its field alone: a value may be a secret.
  const [issue] = read.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.map(plainName) : undefined;
  const field = plainName((issue?.path ?? []).join("."));
  throw new RecorderFailure("invalid_value", `The ${what} holds a value that cannot be taken.`, {
    detail: unknown
      ? `No such field: ${unknown.slice(0, 5).join(", ")}`
      : `${field || what}: ${issue?.message ?? "is not valid"}`,
  });
}

const plainName = (name: string) => name.replaceAll(/[^\w.-]/g, "?").slice(0, 60);

function tooLarge(): RecorderFailure {
  return new RecorderFailure("too_large", "This is too large.", { detail: "At most 64 KiB." });
}
