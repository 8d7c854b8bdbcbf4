import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Caller } from "../../../tools/recorder/surface/bearer.ts";
import { RecorderFailure } from "../../../tools/recorder/surface/failure.ts";
import type { KeyRing } from "../keys/key-ring.ts";

const COOKIE = "outpost_session";
const LASTS_MS = 12 * 3_600_000;
/** Browsers that are signed in at once; the oldest has to go for another. */
const MOST_SESSIONS = 200;

export const signIn = z.strictObject({ key: z.string().min(1).max(512) });

export type Sessions = {
  /** The Set-Cookie for a browser that shows this key. Throws `unauthorized`. */
  begin: (key: string, secure: boolean) => string;
  /** Who asks, by the session of a request. Undefined where there is none, or its key was revoked. */
  find: (request: Request) => Caller | undefined;
  /** Ends the session of a request; the Set-Cookie that forgets it. */
  end: (request: Request) => string;
};

/**
 * What a browser has in place of a key: audio elements and event streams can send no header of their own. A session is
 * known to this process alone; the cookie is out of reach of scripts and of other sites.
 */
export function createSessions(keys: KeyRing, now: () => number): Sessions {
  const sessions = new Map<string, { key: string; until: number }>();
  const cookie = (value: string, seconds: number, secure: boolean) =>
    `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure ? "; Secure" : ""}`;
  return {
    begin(key, secure) {
      if (!keys.find(key))
        throw new RecorderFailure("unauthorized", "This key is not known here.", {
          detail:
            "It was shown once when it was made. `outpost server keys create NAME` makes another.",
        });
      const id = randomBytes(24).toString("base64url");
      sessions.set(id, { key, until: now() + LASTS_MS });
      const [oldest] = sessions.keys();
      if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      return cookie(id, LASTS_MS / 1000, secure);
    },
    find(request) {
      const id = idOf(request);
      const session = id === undefined ? undefined : sessions.get(id);
      if (!session || session.until < now()) return undefined;
      const key = keys.find(session.key);
      if (!key) return undefined;
      // A browser names the page that a write comes from. One that does not is no browser, and has no use for a cookie.
      const writes = request.method !== "GET" && request.method !== "HEAD";
      if (writes && request.headers.get("origin") === null) return undefined;
      keys.used(key.id);
      return { name: key.id, scope: key.scope };
    },
    end(request) {
      sessions.delete(idOf(request) ?? "");
      return cookie("", 0, false);
    },
  };
}

function idOf(request: Request): string | undefined {
  const cookies = request.headers.get("cookie") ?? "";
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{32})(?:;|$)`).exec(cookies)?.[1];
}
