import {
  ERROR_STATUS,
  type PortalError,
  type PortalErrorCode,
  SITE_CODES,
} from "../../tools/portal/contract.ts";

type More = { detail?: string; retryAfterSeconds?: number; cause?: unknown };

/** Every failure a caller of the wrapper may see. Its words never hold a credential, a cookie or a stack. */
export class PortalFailure extends Error {
  readonly code: PortalErrorCode;
  readonly detail: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: PortalErrorCode, message: string, more: More = {}) {
    super(message, { cause: more.cause });
    this.name = "PortalFailure";
    this.code = code;
    this.detail = more.detail ?? "";
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  body(): PortalError {
    return { error: this.message, detail: this.detail, code: this.code };
  }

  /** Anything that is no failure of ours is a bug: told as one, without its words. */
  static from(thrown: unknown): PortalFailure {
    if (thrown instanceof PortalFailure) return thrown;
    return new PortalFailure("internal", "Something went wrong inside the wrapper.", {
      cause: thrown,
    });
  }
}

export const unknownSite = () =>
  new PortalFailure("unknown_site", "There is no such site.", {
    detail: `The sites are ${SITE_CODES.join(", ")}.`,
  });

export const unknownTelescope = (tid: string) =>
  new PortalFailure("unknown_telescope", `${tid} is not in the roster.`, {
    detail: "Those that are stand at /api/telescopes.",
  });

export const badTelescope = () =>
  new PortalFailure("bad_tid", "That is no telescope's name.", {
    detail: "A name is T and a number, such as T5.",
  });
