import type { SiteCode } from "../../../tools/portal/contract.ts";

/** How the fake says that a session is over. */
export type ExpiryStyle = "302" | "cookieless" | "200" | "401" | "403" | "d-null";

/** How the data service wraps an answer. */
export type WrapStyle = "object" | "array" | "json-string" | "double-string" | "xml" | "bare";

/** How the login page is built. */
export type FormStyle =
  | "plain"
  | "ctl00"
  | "two-forms"
  | "split-viewstate"
  | "link-button"
  | "image-button"
  | "no-form";

/** What may go wrong on one path instead of the ordinary answer. */
export type Trouble =
  | "yellow-screen"
  | "asmx-error"
  | "bot-header"
  | "bot-body"
  | "html"
  | "long-html"
  | "truncated"
  | "bom"
  | "windows-1252"
  | "gzip"
  | "huge"
  | "offsite"
  | "offsite-307"
  | "loop"
  | "no-location"
  | "to-logout"
  | "refused"
  | "reset"
  | "hang"
  | "unavailable"
  | "unauthorized"
  | "innocent"
  | "maintenance"
  /** What a page for finding faults shows: the cookies that it was sent. */
  | "echo"
  | "not-found";

export type DateStyle = "ms" | "offset" | "iso" | "min-value";

type FakeReading = { text: string; observedAt: number | undefined };

/** Everything about the fake that a test or a demo may turn, also while it runs. */
export type Switches = {
  username: string;
  password: string;
  expiry: ExpiryStyle;
  wrap: WrapStyle;
  form: FormStyle;
  dates: DateStyle;
  latencyMs: number;
  /** Marks the sign-in cookie Secure, also over plain http. */
  secureCookie: boolean;
  /** Signs in, and then treats nobody as signed in. */
  forgetful: boolean;
  /** So many login posts are refused with a 500 about event validation. */
  validationFailures: number;
  /** After so many wrong passwords every further login is refused. */
  lockoutAfter: number;
  /** What an answer of "unavailable" says about coming back. */
  retryAfter: string;
  /** Path (lower case), or path and query, → what goes wrong there. */
  troubles: Map<string, Trouble>;
  /** Overrides of members of the account. */
  account: Record<string, unknown>;
  /** null: the account has no value. */
  accountIsNull: boolean;
  weather: Partial<Record<SiteCode, FakeReading>>;
  reservationTable: boolean;
};

export function ordinarySwitches(): Switches {
  return {
    username: "stargazer",
    password: "correct horse",
    expiry: "302",
    wrap: "object",
    form: "plain",
    dates: "ms",
    latencyMs: 0,
    secureCookie: false,
    forgetful: false,
    validationFailures: 0,
    lockoutAfter: 3,
    retryAfter: "7",
    troubles: new Map(),
    account: {},
    accountIsNull: false,
    weather: {},
    reservationTable: true,
  };
}
