import { setTimeout as pause } from "node:timers/promises";
import { HubError } from "../kit/errors.ts";
import { isObject, type Json, type JsonObject, parseJson } from "../kit/json.ts";
import { withTimeLimit } from "../kit/time-limit.ts";
import { cleanJson } from "../kit/untrusted.ts";
import type { Method } from "./endpoints.ts";
import type { ClusterSettings } from "./settings.ts";
import type { Reply, Transport } from "./transport.ts";
import { originOf } from "./trust.ts";
import { wireError } from "./wire-errors.ts";

export type Version = "v3" | "v2";

/** A request below the API root and version; the path is encoded already. */
export type Wanted = {
  method: Method;
  /** Absent for what lies outside a version, such as /openapi.json. */
  version?: Version;
  path: string;
  query?: Record<string, string>;
  body?: Json;
  /** A page instead of JSON is no failure here: the answer then has no `json`. */
  mayBePage?: true;
};

/** `json` is absent where the body was none, or not JSON: then no error of the API can be read from it. */
export type Answer = { status: number; json?: JsonObject };

export type Waiting = {
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
  random(): number;
};

export const realWaiting: Waiting = {
  pause: async (milliseconds, signal) => {
    await pause(milliseconds, undefined, { signal });
  },
  random: Math.random,
};

const REQUEST_MS = 60_000;
const MOST_BYTES = 48 * 2 ** 20;
const TRIES = 3;
const BUSY = new Set([500, 502, 503, 504]);

export type Http = ReturnType<typeof createHttp>;

/**
 * Sends requests with Basic auth and reads bounded JSON answers, cleaned. Reads are repeated on 500 and 503, writes
 * never. Answers of 400 and above come back as they are, except a 401: it is final for this client, because a wrong
 * password that is tried again locks the account. Throws HubError for everything that is no answer of the API.
 */
export function createHttp(world: {
  settings: ClusterSettings;
  transport: Transport;
  waiting: Waiting;
  requestMs?: number;
}) {
  const { settings, transport, waiting } = world;
  const origin = originOf(settings.url);
  const place = placeOf(origin);
  const authorization = `Basic ${Buffer.from(`${settings.username}:${settings.password}`).toString("base64")}`;
  const ours = [authorization.slice("Basic ".length), settings.password].filter(
    (s) => s.length > 5,
  );
  let refused: HubError | undefined;
  let signedIn = false;
  let signingIn: Promise<unknown> = Promise.resolve();

  async function once(wanted: Wanted, signal: AbortSignal): Promise<Answer> {
    if (refused) throw refused;
    const url = urlOf(origin, settings.apiRoot, wanted);
    const { signal: limited, release } = withTimeLimit(signal, world.requestMs ?? REQUEST_MS);
    const text = wanted.body === undefined ? undefined : JSON.stringify(wanted.body);
    try {
      const reply = await transport.exchange({
        method: wanted.method,
        url,
        headers: {
          accept: "application/json",
          authorization,
          ...(text === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(text === undefined ? {} : { body: text }),
        signal: limited,
      });
      if (reply.status === 401) {
        reply.discard();
        refused = signInRefused(place);
        throw refused;
      }
      signedIn = true;
      return await readAnswer(reply, place, wanted.mayBePage ?? false, ours);
    } catch (thrown) {
      throw wireError(thrown, place, limited);
    } finally {
      release();
    }
  }

  /** Until the account is known to be good, one request at a time: parallel ones would each count as a failed login. */
  async function guarded(wanted: Wanted, signal: AbortSignal): Promise<Answer> {
    if (signedIn) return once(wanted, signal);
    const turn = signingIn.then(() => once(wanted, signal));
    signingIn = turn.catch(() => undefined);
    return turn;
  }

  return {
    place,
    /** One request, never repeated: for writes. */
    once: guarded,
    /** A read: repeated with growing, jittered pauses while the cluster is busy. */
    async read(wanted: Wanted, signal: AbortSignal): Promise<Answer> {
      for (let attempt = 1; ; attempt++) {
        const answer = await guarded(wanted, signal);
        if (!BUSY.has(answer.status) || attempt === TRIES) return answer;
        await waiting.pause(250 * 2 ** attempt * (0.5 + waiting.random()), signal);
      }
    },
  };
}

/** `host:port`, with the port that https implies written out. */
function placeOf(origin: string): string {
  const { hostname, port } = new URL(origin);
  return `${hostname}:${port || "443"}`;
}

/** The full path of a request as a person reads it: `/mgmt/v3/filesystems?fields=mount`. */
export function fullPath(
  apiRoot: string,
  { version, path, query }: Omit<Wanted, "method">,
): string {
  const search = Object.entries(query ?? {})
    .map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`)
    .join("&");
  const root = version === undefined ? "" : `${apiRoot}/${version}`;
  return `${root}${path}${search ? `?${search}` : ""}`;
}

/** With the quote too, which a URL would escape by itself and so differ from what was shown. */
const encoded = (value: string) => encodeURIComponent(value).replaceAll("'", "%27");

function urlOf(origin: string, apiRoot: string, wanted: Wanted): URL {
  const url = new URL(`${origin}${fullPath(apiRoot, wanted)}`);
  // Belt and braces: whatever was put in, the request goes to the cluster and to the path that was judged.
  if (url.origin !== origin || url.pathname + url.search !== fullPath(apiRoot, wanted))
    throw new HubError("bad-input", "This path cannot be sent as it was judged.");
  return url;
}

async function readAnswer(
  reply: Reply,
  place: string,
  mayBePage: boolean,
  ours: readonly string[],
): Promise<Answer> {
  const { status } = reply;
  if (status >= 300 && status < 400) {
    reply.discard();
    throw new HubError(
      "failed",
      `The cluster at ${place} answered with a redirect, which is not followed.`,
      {
        advice: "Use the address of the management node itself as CLUSTER_URL.",
      },
    );
  }
  const whole = await readText(reply, place);
  // An error may quote the request it is about, with its headers; our account stays out of what is told.
  const text =
    status < 400 ? whole : ours.reduce((t, secret) => t.replaceAll(secret, "[redacted]"), whole);
  if (text.trim() === "") return { status };
  try {
    const json = cleanJson(parseJson(text));
    if (isObject(json)) return { status, json };
  } catch (cause) {
    if (status < 300 && !mayBePage) throw notJson(reply.contentType, text, place, cause);
  }
  if (status < 300 && !mayBePage) throw notJson(reply.contentType, text, place);
  return { status };
}

async function readText(reply: Reply, place: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) {
      reply.discard();
      throw new HubError("failed", `The answer of the cluster at ${place} is larger than 48 MiB.`, {
        advice: "Ask for less, with a filter or with fewer fields.",
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function notJson(type: string, text: string, place: string, cause?: unknown): HubError {
  const page = /html/i.test(type) || /^\s*</.test(text);
  return new HubError(
    "unavailable",
    page
      ? `A web page came back from ${place} instead of the API's JSON.`
      : `The answer of the cluster at ${place} was cut off or is not JSON.`,
    {
      advice: page
        ? "Check CLUSTER_URL, its port and CLUSTER_API_ROOT; a proxy or a login page may stand in between."
        : "Try again.",
      cause,
    },
  );
}

function signInRefused(place: string): HubError {
  return new HubError("sign-in", `The cluster at ${place} refused the user name or the password.`, {
    advice:
      "Nothing more is tried with them, because repeated failures lock the account. Correct CLUSTER_USERNAME and CLUSTER_PASSWORD, then start again.",
  });
}
