import type { z } from "zod";
import { HubError } from "../../kit/errors.ts";
import { type Json, parseJson } from "../../kit/json.ts";
import { isLoopback } from "../../kit/loopback.ts";
import { cleanJson } from "../../kit/untrusted.ts";
import { API_PREFIX } from "../contract.ts";
import { within } from "./patience.ts";
import { pinnedFetch } from "./pinned-fetch.ts";
import { failureOfAnswer } from "./wire-errors.ts";

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

export type Surface = "device" | "server";

export type LineWorld = {
  /** Where it listens: https://recorder.local:8443, without a path. */
  url: string;
  /** Sent to that origin alone. */
  token?: string | undefined;
  /** The fingerprint of its own certificate: then it is the only one spoken with. */
  pinSha256?: string | undefined;
  /** The owner has said that plain http may be spoken beyond this machine. */
  insecureLan?: boolean | undefined;
  /** Instead of the network: an app in this process. */
  fetch?: Fetch | undefined;
  /** How long an answer may be waited for, and how long each further part of it. Default 30 s. */
  waitMs?: number | undefined;
};

export type Asked = {
  method?: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Below /api/v1, its parts encoded. */
  path: string;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
  body?: string | ReadableStream<Uint8Array>;
  /** Other answers than these are failures. */
  statuses: number[];
};

export type Line = {
  surface: Surface;
  /** `host:port`, for sentences. */
  place: string;
  origin: string;
  send: (asked: Asked, signal: AbortSignal) => Promise<Response>;
  /** The same, its answer parsed; at most 8 MiB. */
  json: <S extends z.ZodType>(schema: S, asked: Asked, signal: AbortSignal) => Promise<z.output<S>>;
  waitMs: number;
};

const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Requests to one device or server. Redirects are never followed. Throws HubError `bad-input` for an address that is
 * none, or that would carry the token through a network in the clear.
 */
export function createLine(surface: Surface, world: LineWorld): Line {
  const origin = originOf(surface, world);
  const place = new URL(origin).host;
  const waitMs = world.waitMs ?? 30_000;
  const fetch = world.fetch ?? (world.pinSha256 ? pinnedFetch(world.pinSha256) : plainFetch);

  async function send(asked: Asked, signal: AbortSignal): Promise<Response> {
    const url = new URL(`${origin}${API_PREFIX}${asked.path}`);
    for (const [name, value] of Object.entries(asked.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    if (url.origin !== origin) throw new HubError("bad-input", "This path leads elsewhere.");
    // A body that is streamed may take as long as it takes; whoever streams it watches over that.
    const ms = asked.body instanceof ReadableStream ? undefined : waitMs;
    const ask = async (until: AbortSignal) => {
      const answer = await fetch(url, {
        method: asked.method ?? "GET",
        headers: headersOf(asked, world.token),
        redirect: "manual",
        signal: until,
        ...(asked.body === undefined ? {} : { body: asked.body, duplex: "half" }),
      });
      if (asked.statuses.includes(answer.status)) return answer;
      throw await failureOfAnswer(answer, surface, place);
    };
    return within(ask, { surface, place, signal, ms });
  }

  return {
    surface,
    place,
    origin,
    send,
    waitMs,
    async json(schema, asked, signal) {
      const answer = await send(asked, signal);
      const at = { surface, place, signal, ms: waitMs };
      const text = await within((until) => readText(answer, until), at);
      const parsed = schema.safeParse(jsonOf(text));
      if (parsed.success) return parsed.data;
      throw new HubError("failed", `What ${place} answered is not what a recorder answers.`, {
        advice: "The two programs may be of different versions.",
        cause: parsed.error,
      });
    },
  };
}

const plainFetch: Fetch = (url, init) => globalThis.fetch(url, init);

function headersOf(asked: Asked, token: string | undefined): Record<string, string> {
  return {
    accept: "application/json",
    ...(typeof asked.body === "string" ? { "content-type": "application/json" } : {}),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...asked.headers,
  };
}

/** Lets go of the body when the signal says so, or when there is too much of it. */
async function readText(answer: Response, until: AbortSignal): Promise<string> {
  const reader = answer.body?.getReader();
  if (!reader) return "";
  const leave = () => void reader.cancel().catch(() => undefined);
  until.addEventListener("abort", leave, { once: true });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks).toString("utf8");
      bytes += value.byteLength;
      if (bytes > MOST_BYTES) throw new HubError("failed", "The answer is larger than 8 MiB.");
      chunks.push(value);
    }
  } finally {
    until.removeEventListener("abort", leave);
    leave();
  }
}

/** What is no JSON is undefined, which no schema takes. */
function jsonOf(text: string): Json | undefined {
  try {
    return cleanJson(parseJson(text));
  } catch {
    return undefined;
  }
}

function originOf(surface: Surface, { url, insecureLan = false }: LineWorld): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isHttp = parsed?.protocol === "http:";
  const isBare = parsed?.pathname === "/" && !parsed.search && !parsed.username && !parsed.hash;
  if (!parsed || !isBare || !(isHttp || parsed.protocol === "https:"))
    throw new HubError("bad-input", `This is no address of a ${surface}.`, {
      advice: "Write it as http://127.0.0.1:PORT or https://HOST:PORT, without a path.",
    });
  if (isHttp && !insecureLan && !isLoopback(parsed.hostname))
    throw new HubError("bad-input", `The ${surface}'s token would go through the network openly.`, {
      advice: "Use its https address and the fingerprint that it shows when it is paired.",
    });
  return parsed.origin;
}
