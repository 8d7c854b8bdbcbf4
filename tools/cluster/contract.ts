import { z } from "zod";
import { asText } from "../kit/as-text.ts";
import { isObject, type JsonObject } from "../kit/json.ts";

// Everything here is tolerant: a member may be missing, a number may come as text, v2 and native v3 names both do.

const anything = z.unknown().optional();

/** Text, or a number that is a name (ids beyond 2^53 come as text already); "" where it is missing. */
export const text = anything.transform((value) => {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
});

/** A number, also one written as text; undefined where there is none. */
export const number = anything.transform((value) => {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value.trim())
    ? Number(value)
    : undefined;
});

/** True for true, "true", "yes" and 1. */
export const flag = anything.transform(
  (value) => value === true || /^(true|yes|1)$/i.test(asText(value)),
);

export const texts = anything.transform((value) => {
  if (Array.isArray(value)) return value.map(asText);
  return typeof value === "string" && value !== "" ? value.split(/[;,]\s*/) : [];
});

const lines = anything.transform((value) =>
  Array.isArray(value) ? value.map(asText) : value ? [asText(value)] : [],
);

/** An object of the answer; anything else counts as an empty one. */
export function part<Shape extends z.ZodRawShape>(shape: Shape) {
  return anything
    .transform((value): object => (isObject(value) ? value : {}))
    .pipe(z.object(shape));
}

export type JobState = "running" | "cancelling" | "completed" | "failed" | "cancelled" | "unknown";

/** A v2 job and a native v3 operation in one shape. `id` is what job_wait and job_cancel take. */
export type Job = {
  id: string;
  state: JobState;
  /** "POST /filesystems/fs1/filesets", below root and version; "" where it is not said. */
  request: string;
  submitted: string;
  completed: string;
  progress: string[];
  stdout: string[];
  stderr: string[];
  exitCode: number | undefined;
};

const V2Job = part({
  jobId: text,
  status: text,
  submitted: text,
  completed: text,
  request: part({ type: text, url: text }),
  result: part({ progress: lines, stdout: lines, stderr: lines, exitCode: number }),
});

const Operation = part({
  name: text,
  done: flag,
  metadata: part({ state: text, submitted: text, progress: lines }),
  response: part({ stdout: lines }),
  error: part({ status: text, message: text }),
});

/** The job in a member of `jobs`. */
export function readJob(json: unknown): Job {
  const job = V2Job.parse(json);
  return {
    id: job.jobId,
    state: jobState(job.status),
    request: job.request.url === "" ? "" : `${job.request.type} ${belowVersion(job.request.url)}`,
    submitted: job.submitted,
    completed: /^N\/A$/i.test(job.completed) ? "" : job.completed,
    progress: job.result.progress,
    stdout: job.result.stdout,
    stderr: job.result.stderr,
    exitCode: job.result.exitCode,
  };
}

/** The operation that an answer is; undefined where it is none. */
export function readOperation(json: JsonObject): Job | undefined {
  if (typeof json.name !== "string" || !json.name.startsWith("operations/")) return undefined;
  const operation = Operation.parse(json);
  const failed = json.error !== undefined && json.error !== null;
  return {
    id: operation.name,
    state: operationState(operation, failed),
    request: "",
    submitted: operation.metadata.submitted,
    completed: "",
    progress: operation.metadata.progress,
    stdout: operation.response.stdout,
    stderr: failed ? operation.error.message.split("\n") : [],
    exitCode: undefined,
  };
}

function jobState(status: string): JobState {
  switch (status.toUpperCase()) {
    case "COMPLETED":
      return "completed";
    case "FAILED":
      return "failed";
    case "CANCELLED":
    case "CANCELED":
      return "cancelled";
    case "CANCELLING":
      return "cancelling";
    case "UNKNOWN":
      return "unknown";
    default:
      return "running";
  }
}

function operationState(operation: z.infer<typeof Operation>, failed: boolean): JobState {
  const state = operation.metadata.state.toLowerCase();
  if (/cancell?ed/.test(state) || /^cancell?ed$/i.test(operation.error.status)) return "cancelled";
  if (failed || state === "failed") return "failed";
  if (operation.done || state === "done") return "completed";
  return state === "stale" || state === "interrupted" ? "unknown" : "running";
}

function belowVersion(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, "").replace(/^(\/[\w-]+)?\/v\d+(?=\/)/, "");
}

export const isOver = (state: JobState) => state !== "running" && state !== "cancelling";
