import { cleanText } from "./untrusted.ts";

/** Every failure a person, a model or another program may see. Anything else is a bug and is reported as one. */
export type Problem =
  | "bad-input"
  | "not-allowed"
  | "declined"
  | "not-found"
  | "changed"
  | "failed"
  | "limit"
  | "sign-in"
  | "unavailable"
  | "timed-out"
  | "interrupted"
  | "bug";

type More = {
  /** What the reader can do next, as one sentence. */
  advice?: string;
  /** Names that would have been valid. */
  alternatives?: string[];
  cause?: unknown;
  /** It is certain that what was asked for was not begun: nothing has to be looked at before it is asked again. */
  nothingDone?: boolean;
};

/** One error for people, models and programs: status, exit code and words all follow from `problem`. */
export class HubError extends Error {
  readonly problem: Problem;
  readonly advice: string | undefined;
  readonly alternatives: string[];
  readonly nothingDone: boolean;

  constructor(problem: Problem, message: string, more: More = {}) {
    super(message, { cause: more.cause });
    this.name = "HubError";
    this.problem = problem;
    this.advice = more.advice;
    this.alternatives = more.alternatives ?? [];
    this.nothingDone = more.nothingDone ?? false;
  }

  /** Wraps whatever was thrown; the original stays in `cause`, for the log alone. */
  static from(thrown: unknown): HubError {
    if (thrown instanceof HubError) return thrown;
    if (thrown instanceof DOMException && thrown.name === "TimeoutError")
      return new HubError("timed-out", "It took too long.", { cause: thrown });
    if (thrown instanceof Error && thrown.name === "AbortError")
      return new HubError("interrupted", "It was interrupted.", { cause: thrown });
    return new HubError("bug", "Something went wrong inside Outpost.", {
      advice: "Run it again with OUTPOST_LOG=debug and report what it prints.",
      cause: thrown,
    });
  }
}

/**
 * The error as a person or a model reads it: what happened, what to do, what would have been valid. Cleaned, because a
 * sentence may quote what it was given.
 */
export function sentence(error: HubError): string {
  const parts = [error.message];
  if (error.advice) parts.push(error.advice);
  if (error.alternatives.length > 0) parts.push(`Valid here: ${error.alternatives.join(", ")}.`);
  return cleanText(parts.join(" "));
}

const EXIT_CODES: Record<Problem, number> = {
  "bad-input": 2,
  "not-allowed": 3,
  declined: 3,
  "not-found": 1,
  changed: 1,
  failed: 1,
  limit: 4,
  "sign-in": 5,
  unavailable: 5,
  "timed-out": 5,
  interrupted: 130,
  bug: 1,
};

/** The documented exit code of a command that ended with this problem. */
export function exitCode(problem: Problem): number {
  return EXIT_CODES[problem];
}
