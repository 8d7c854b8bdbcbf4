import { HubError, type Problem } from "../../kit/errors.ts";
import { systemCode } from "../../kit/system-code.ts";
import { ERRORS, type ErrorBody, type ErrorCode } from "../contract.ts";

type More = { detail?: string; headers?: Record<string, string>; cause?: unknown };

/**
 * A failure that a caller of device or server may see: `code` decides the status and what it is to the hub. Its words
 * never hold a secret, a path of ours or a stack.
 */
export class RecorderFailure extends HubError {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, more: More = {}) {
    super(ERRORS[code][1], message, {
      cause: more.cause,
      ...(more.detail === undefined ? {} : { advice: more.detail }),
    });
    this.name = "RecorderFailure";
    this.code = code;
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return ERRORS[this.code][0];
  }

  body(): Required<ErrorBody> {
    return { error: this.message, detail: this.advice ?? null, code: this.code };
  }
}

const CODES: Record<Problem, ErrorCode> = {
  "bad-input": "bad_request",
  "not-allowed": "forbidden",
  declined: "forbidden",
  "not-found": "not_found",
  changed: "conflict",
  failed: "unavailable",
  limit: "rate_limited",
  // Someone we ask does not know us; the caller is known.
  "sign-in": "unavailable",
  unavailable: "unavailable",
  "timed-out": "unavailable",
  interrupted: "unavailable",
  bug: "internal",
};

/** Whatever was thrown as a failure: a full disk is told as one, and a bug without its words. */
export function toFailure(thrown: unknown): RecorderFailure {
  if (thrown instanceof RecorderFailure) return thrown;
  if (isFullDisk(thrown) || (thrown instanceof HubError && isFullDisk(thrown.cause)))
    return new RecorderFailure("disk_full", "The disk is full.", {
      detail: "Nothing was kept. Free some space and send it again.",
      cause: thrown,
    });
  if (thrown instanceof HubError) {
    const detail = thrown.advice === undefined ? {} : { detail: thrown.advice };
    return new RecorderFailure(CODES[thrown.problem], thrown.message, { ...detail, cause: thrown });
  }
  const errno = systemCode(thrown);
  if (errno === "EROFS" || errno === "EMFILE" || errno === "ENFILE" || errno === "EIO")
    return new RecorderFailure("unavailable", "The storage does not take this at the moment.", {
      detail: `The system says ${errno}.`,
      cause: thrown,
    });
  return new RecorderFailure("internal", "Something went wrong inside the recorder.", {
    cause: thrown,
  });
}

const isFullDisk = (thrown: unknown) => ["ENOSPC", "EDQUOT"].includes(systemCode(thrown) ?? "");

/**
 * The same for work of our own that may be tried again: a full disk, and its like, is nobody's bug and passes, so that it
 * is `unavailable`.
 */
export function troubleOf(thrown: unknown): HubError {
  const { problem, code, message } = toFailure(thrown);
  if (code !== "disk_full" && (thrown instanceof HubError || problem === "bug"))
    return HubError.from(thrown);
  const advice = code === "disk_full" ? { advice: "Free some space." } : {};
  return new HubError("unavailable", message, { ...advice, cause: thrown });
}

/** The answer for a failure: its status and the contract's error body. */
export function answerFailure(failure: RecorderFailure): Response {
  return Response.json(failure.body(), {
    status: failure.status,
    headers: {
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...failure.headers,
    },
  });
}

/** No such recording: the same words wherever it is asked for. */
export function noSuchRecording(): RecorderFailure {
  return new RecorderFailure("recording_not_found", "There is no such recording.");
}
