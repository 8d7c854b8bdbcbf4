import { randomBytes } from "node:crypto";
import { ordinarySwitches, type Switches } from "./switches.ts";

type FakeBooking = { id: number; tid: string; start: number; end: number };

type FakeRequest = {
  method: string;
  /** Path and query as they came. */
  path: string;
  cookie: string | null;
  authorization: string | null;
};

/** What the fake knows and has seen. All of it may be read by tests; `switches` may be changed. */
export type FakeState = {
  readonly switches: Switches;
  readonly now: () => number;
  sessions: Set<string>;
  /** View state → the event validation that belongs to it. Both are used once. */
  tickets: Map<string, string>;
  points: number;
  bookings: FakeBooking[];
  requests: FakeRequest[];
  /** "GET /path" in lower case, without query → how often. */
  counts: Map<string, number>;
  loginPages: number;
  loginPosts: number;
  forgotPosts: number;
  wrongPasswords: number;
  lastForm: URLSearchParams | undefined;
  /** Names of the spending routes that were reached by somebody signed in. */
  spent: string[];
};

export function freshState(switches: Partial<Switches>, now: () => number): FakeState {
  const hour = 3_600_000;
  const tonight = Math.ceil(now() / hour) * hour + 5 * hour;
  return {
    switches: { ...ordinarySwitches(), ...switches },
    now,
    sessions: new Set(),
    tickets: new Map(),
    points: 1234.5,
    bookings: [
      { id: 1, tid: "T17", start: tonight, end: tonight + hour },
      { id: 2, tid: "T11", start: tonight + 3 * hour, end: tonight + 5 * hour },
    ],
    requests: [],
    counts: new Map(),
    loginPages: 0,
    loginPosts: 0,
    forgotPosts: 0,
    wrongPasswords: 0,
    lastForm: undefined,
    spent: [],
  };
}

/** A cookie value, a view state: nobody can guess it and it needs encoding on the wire. */
export const ticket = (bytes: number) => `${randomBytes(bytes).toString("base64url")}+/=`;
export const sessionName = () => randomBytes(12).toString("hex");
