import { z } from "zod";
import type { Problem } from "../kit/errors.ts";

/**
 * Every code of an error body with its status and what it is to the hub. The rule: 400 for what cannot be read, 401 for
 * who is not known, 403 for who is but may not, 404 for what is not there, 409 for what the present state forbids, 422
 * for what was read and does not agree.
 */
export const ERRORS = {
  bad_request: [400, "bad-input"],
  bad_query: [400, "bad-input"],
  bad_cursor: [400, "bad-input"],
  unauthorized: [401, "sign-in"],
  forbidden: [403, "not-allowed"],
  insufficient_scope: [403, "not-allowed"],
  host_not_allowed: [403, "not-allowed"],
  origin_not_allowed: [403, "not-allowed"],
  not_found: [404, "not-found"],
  recording_not_found: [404, "not-found"],
  method_not_allowed: [405, "bad-input"],
  request_timeout: [408, "timed-out"],
  already_recording: [409, "changed"],
  not_recording: [409, "changed"],
  conflict: [409, "changed"],
  /** The recording is still being made. */
  in_progress: [409, "changed"],
  not_transcribed: [409, "changed"],
  not_summarised: [409, "changed"],
  /** The id is taken by a recording with other bytes. */
  id_taken: [409, "changed"],
  job_ended: [409, "changed"],
  firmware_not_newer: [409, "changed"],
  precondition_failed: [412, "changed"],
  too_large: [413, "limit"],
  unsupported_media: [415, "bad-input"],
  range_not_satisfiable: [416, "bad-input"],
  invalid_value: [422, "bad-input"],
  invalid_audio: [422, "bad-input"],
  sha256_mismatch: [422, "bad-input"],
  size_mismatch: [422, "bad-input"],
  duration_mismatch: [422, "bad-input"],
  invalid_firmware: [422, "bad-input"],
  rate_limited: [429, "limit"],
  internal: [500, "bug"],
  unavailable: [503, "unavailable"],
  no_microphone: [503, "unavailable"],
  no_firmware_key: [503, "unavailable"],
  /** The device is on its way down, and begins nothing more. */
  stopping: [503, "unavailable"],
  disk_full: [507, "limit"],
} as const satisfies Record<string, readonly [status: number, problem: Problem]>;

export type ErrorCode = keyof typeof ERRORS;
/** Codes whose status alone does not tell that nothing was done. */
export const NOTHING_DONE: ReadonlySet<ErrorCode> = new Set([
  "request_timeout",
  "no_microphone",
  "no_firmware_key",
  "stopping",
]);

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]; // Object.keys forgets which keys

/** `error` says what happened, `detail` what to do about it; `code` is for programs and does not change. */
export const errorBody = z.object({
  error: z.string(),
  detail: z.string().nullish(),
  code: z.string().optional().describe("Stable; one of the codes of the API's description"),
});
export type ErrorBody = z.infer<typeof errorBody>;
