import { parse as parseLossless } from "lossless-json";
import type { z } from "zod";
import { METADATA_BYTES_MOST, type RecordingMetadata, recordingMetadata } from "../contract.ts";
import { RecorderFailure } from "./failure.ts";

const BODY_BYTES_MOST = 64 * 1024;

/**
 * The JSON body of a request by its schema. Throws `unsupported_media` for another type, `too_large` above 64 KiB,
 * `bad_request` for what is no JSON, `invalid_value` for what the schema refuses.
 */
export async function readJson<S extends z.ZodType>(
  schema: S,
  request: Request,
): Promise<z.output<S>> {
  const type = request.headers.get("content-type") ?? "";
  const isPlain = (request.headers.get("content-encoding") ?? "identity") === "identity";
  if (!/^application\/json\s*(;|$)/i.test(type) || !isPlain)
    throw new RecorderFailure("unsupported_media", "The body must be JSON, not compressed.", {
      detail: "Send it with `Content-Type: application/json`.",
    });
  return checked(schema, jsonOf(await textOf(request)), "body");
}

/** The `metadata` part of an ingest, at most 64 KiB of JSON. Throws as `readJson` does. */
export function readMetadata(text: string): RecordingMetadata {
  if (Buffer.byteLength(text) > METADATA_BYTES_MOST) throw tooLarge();
  return checked(recordingMetadata, jsonOf(text), "metadata");
}

async function textOf(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_BYTES_MOST) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MOST) throw tooLarge();
    chunks.push(chunk);
  }
  const text = new TextDecoder("utf-8", { fatal: true });
  try {
    return text.decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new RecorderFailure("bad_request", "The body is not UTF-8.", { cause });
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
