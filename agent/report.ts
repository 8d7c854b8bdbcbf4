import { exitCode, HubError } from "../tools/kit/errors.ts";

/** Says on stderr what went wrong and what to do, and gives the exit code. A stack is for OUTPOST_LOG=debug alone. */
export function report(thrown: unknown, stderr: NodeJS.WritableStream, debug: boolean): number {
  const error = HubError.from(thrown);
  stderr.write(`outpost: ${error.message}\n`);
  if (error.advice) stderr.write(`${error.advice}\n`);
  if (error.alternatives.length > 0)
    stderr.write(`Valid here: ${error.alternatives.join(", ")}.\n`);
  if (debug) tellBug(error, stderr);
  return exitCode(error.problem);
}

/** Where a bug of ours came from: for OUTPOST_LOG=debug, and for nobody else. */
export function tellBug(error: HubError, stderr: NodeJS.WritableStream): void {
  if (error.problem === "bug" && error.cause instanceof Error)
    stderr.write(`${error.cause.stack ?? error.cause.message}\n`);
}
