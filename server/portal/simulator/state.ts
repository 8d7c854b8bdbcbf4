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
  // In the dark the whole year: at the Spanish site of T11, and at the Chilean one of T5.
  const bookings = [
    { tid: "T11", start: nextHour(now(), 22), hours: 2 },
    { tid: "T5", start: nextHour(now(), 2), hours: 1.5 },
  ].sort((a, b) => a.start - b.start);
  return {
    switches: { ...ordinarySwitches(), ...switches },
    now,
    sessions: new Set(),
    tickets: new Map(),
    points: 1234.5,
    bookings: bookings.map(({ tid, start, hours }, index) => {
      return { id: index + 1, tid, start, end: start + hours * 3_600_000 };
    }),
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

/** The next time after `now` at which this hour of UTC begins. */
function nextHour(now: number, hour: number): number {
  const at = new Date(now).setUTCHours(hour, 0, 0, 0);
  return at > now ? at : at + 86_400_000;
}

/** A cookie value, a view state: nobody can guess it and it needs encoding on the wire. */
export const ticket = (bytes: number) => `${randomBytes(bytes).toString("base64url")}+/=`;
export const sessionName = () => randomBytes(12).toString("hex");
