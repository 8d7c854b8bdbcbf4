import { CookieJar } from "tough-cookie";
import type { Health } from "../../../tools/portal/contract.ts";
import { PortalFailure } from "../failure.ts";
import { classify, isLoginUrl } from "./classify.ts";
import { busyFailure, comeBackSeconds } from "./come-back.ts";
import { type Ask, type Exchange, exchange, type Line } from "./http.ts";
import { type Account, blocked, type LoginPaths, logIn, RejectedPassword } from "./login.ts";

/** `version` changes with the credentials: a changed env file ends the wait after a rejected password. */
type Credentials = Account & { version: string };

export type SessionParts = {
  line: Line;
  paths: () => LoginPaths;
  /** undefined where something is missing. */
  credentials: () => Credentials | undefined;
  now: () => number;
  random: () => number;
};

type Wait = {
  until: number;
  failure: PortalFailure;
  version: string;
  state: "bad_credentials" | "backoff" | "blocked";
  /** The portal that it is about. */
  origin: string;
};

const LATCH_SECONDS = 15 * 60;
const BLOCKED_SECONDS = 5 * 60;
/** A login that did not help is not repeated for so long, whoever asks for what. */
const VAIN_MS = 60_000;

export type Session = ReturnType<typeof createSession>;

/** One signed-in session for all callers. Cookies are in memory alone. */
export function createSession(parts: SessionParts) {
  const { line, now } = parts;
  let jar = new CookieJar();
  let generation = 0;
  let loggingIn: Promise<void> | undefined;
  let wait: Wait | undefined;
  let signedInAs: string | undefined;
  let held: { until: number; status: number; origin: string } | undefined;
  let vainUntil = 0;
  let faults = 0;
  let lastLoginAt: number | undefined;

  /** Whoever saw generation `seen` fail gets a newer one; everyone who asks meanwhile waits for the same login. */
  function renew(seen: number): Promise<void> {
    if (generation !== seen) return Promise.resolve();
    loggingIn ??= logInOnce().finally(() => {
      loggingIn = undefined;
    });
    return loggingIn;
  }

  async function logInOnce(): Promise<void> {
    const credentials = parts.credentials();
    if (!credentials)
      throw new PortalFailure("not_configured", "The portal is not set up.", {
        detail:
          "Run `outpost setup portal`, or set PORTAL_URL, PORTAL_USERNAME and PORTAL_PASSWORD.",
      });
    refuseWhileWaiting(credentials.version);
    try {
      jar = await logIn(line, credentials, parts.paths(), now);
    } catch (thrown) {
      const failure = PortalFailure.from(thrown);
      if (failure.retryAfterSeconds && failure.code === "portal_unavailable")
        hold(failure.retryAfterSeconds, 503);
      else wait = waitAfter(failure, credentials.version);
      throw failure;
    }
    generation++;
    signedInAs = credentials.version;
    faults = 0;
    wait = undefined;
    lastLoginAt = now();
  }

  /** What another portal said or did holds nobody back from this one. */
  function isOn<T extends { until: number; origin: string }>(limit: T | undefined): limit is T {
    return limit !== undefined && now() < limit.until && limit.origin === line.origin;
  }

  function refuseWhileWaiting(version: string): void {
    if (!isOn(wait)) return;
    if (wait.version !== version && wait.state === "bad_credentials") return;
    if (wait.state !== "backoff") throw wait.failure;
    throw new PortalFailure("login_backoff", "The last login failed; the next waits a little.", {
      detail: wait.failure.message,
      retryAfterSeconds: Math.ceil((wait.until - now()) / 1000),
    });
  }

  function hold(seconds: number, status: number): void {
    if (seconds > 0) held = { until: now() + seconds * 1000, status, origin: line.origin };
  }

  function heldFailure(): PortalFailure | undefined {
    if (!isOn(held)) return undefined;
    return busyFailure(held.status, Math.ceil((held.until - now()) / 1000));
  }

  function refuseWhileHeld(): void {
    const failure = heldFailure();
    if (failure) throw failure;
    if (isOn(wait) && wait.state === "blocked") throw wait.failure;
  }

  function waitAfter(failure: PortalFailure, version: string): Wait {
    const wait = (seconds: number, state: Wait["state"]): Wait => {
      return { until: now() + seconds * 1000, failure, version, state, origin: line.origin };
    };
    if (failure instanceof RejectedPassword) return wait(LATCH_SECONDS, "bad_credentials");
    if (failure.code === "portal_blocked") return wait(BLOCKED_SECONDS, "blocked");
    const isNetwork = failure.code === "portal_unavailable" || failure.code === "portal_timeout";
    const seconds = isNetwork ? Math.min(60, 2 ** faults++) * (0.75 + parts.random() / 2) : 60;
    return wait(seconds, "backoff");
  }

  /**
   * A GET of a member's page. Signs in where needed, and once more where the session turns out to be over.
   * `isExpired` may find that in an answer that looks fine. Throws PortalFailure.
   */
  async function get(
    path: string,
    ask: Omit<Ask, "form">,
    isExpired: (answer: Exchange, again: boolean) => boolean = () => false,
  ): Promise<Exchange> {
    for (const again of [false, true]) {
      refuseWhileHeld();
      if (generation === 0 || signedInAs !== parts.credentials()?.version) await renew(generation);
      const seen = generation;
      const url = new URL(path, line.origin);
      const answer = await exchange(line, jar, url, { ...ask, stopAtLogin: isLoginUrl });
      const isLogin = ask.loginPageIsFine && !answer.toLogin && isLoginUrl(url);
      const verdict = classify(answer, isLogin);
      if (verdict === "bot") throw stopAtBotPage();
      const seconds = comeBackSeconds(answer, now());
      hold(seconds, answer.status);
      if (verdict === "fine" && !isExpired(answer, again))
        return { ...answer, comeBackSeconds: seconds };
      if (again) vainUntil = now() + VAIN_MS;
      else if (generation === seen && now() < vainUntil) break;
      else await renew(seen);
    }
    throw new PortalFailure(
      "portal_bad_response",
      "The portal asks to log in again right after a login.",
    );
  }

  function stopAtBotPage(): PortalFailure {
    const failure = blocked();
    wait = waitAfter(failure, "");
    return failure;
  }

  function status(): Health["session"] {
    const waiting = isOn(wait) ? wait : undefined;
    const busy = heldFailure();
    const state = !parts.credentials()
      ? "unconfigured"
      : loggingIn
        ? "logging_in"
        : (waiting?.state ?? (busy ? "backoff" : generation > 0 ? "ready" : "idle"));
    return {
      state,
      last_login_at: lastLoginAt === undefined ? null : new Date(lastLoginAt).toISOString(),
      last_error: (waiting?.failure ?? busy)?.body() ?? null,
    };
  }

  /** What nobody else may see, wherever the portal repeats it: the password and the values of the cookies. */
  function secrets(): string[] {
    const cookies = jar.getCookiesSync(line.origin, { allPaths: true }).map(({ value }) => value);
    const password = parts.credentials()?.password;
    return password === undefined ? cookies : [password, ...cookies];
  }

  return { get, status, secrets, generation: () => generation };
}
