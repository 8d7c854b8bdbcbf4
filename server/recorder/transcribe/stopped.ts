import { HubError } from "../../../tools/kit/errors.ts";

/** The one error for an aborted transcription; undefined where it was not aborted. */
export function stopped(signal: AbortSignal): HubError | undefined {
  if (!signal.aborted) return undefined;
  return new HubError("interrupted", "The transcription was stopped.", { cause: signal.reason });
}
