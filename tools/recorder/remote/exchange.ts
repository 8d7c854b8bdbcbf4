import type { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import { HubError } from "../../kit/errors.ts";
import { readRetryAfter } from "../../kit/retry-after.ts";

/** Between two bytes of a body, and for an answer to begin: a storage server that hashes gigabytes takes its time. */
const IDLE_MS = 60_000;
const CONNECT_MS = 10_000;
const ANSWER_BYTES = 16 * 1024 * 1024;

export type Sending = {
  method: string;
  url: URL;
  headers?: Record<string, string>;
  body?: Buffer | Readable | string;
  signal: AbortSignal;
  /** Statuses that are an answer here, not a failure. */
  expects: readonly number[];
};

export type Answer = {
  status: number;
  header: (name: string) => string | undefined;
  /** The body, to be read or thrown away by the caller. */
  body: Dispatcher.ResponseData["body"];
};

/** It takes nothing at the moment. */
export class StorageBusy extends HubError {
  /** How long it asks to be left alone, not bounded; undefined where it does not say. */
  readonly askedSeconds: number | undefined;

  constructor(message: string, askedSeconds: number | undefined) {
    super("unavailable", message, { advice: "It is tried again later." });
    this.askedSeconds = askedSeconds;
  }
}

/** Requests to one origin over kept connections. Redirects are never followed: what is sent carries an account. */
export function openExchange(origin: URL) {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: IDLE_MS,
    bodyTimeout: IDLE_MS,
    connections: 4,
  });

  /** Throws HubError for every status that is not expected; the body of an expected one is the caller's. */
  async function send({ method, url, headers, body, signal, expects }: Sending): Promise<Answer> {
    if (url.origin !== origin.origin) throw new HubError("bad-input", "This leads elsewhere.");
    let response: Dispatcher.ResponseData;
    try {
      response = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        // As Dispatcher.HttpMethod: undici names the common methods, and sends WebDAV's as well.
        method: method as Dispatcher.HttpMethod,
        headers: headers ?? {},
        body: body ?? null,
        signal,
      });
    } catch (thrown) {
      throw failureOf(thrown, url, signal);
    }
    const header = (name: string) => {
      const value = response.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    if (expects.includes(response.statusCode))
      return { status: response.statusCode, header, body: response.body };
    const said = await text(response.body).catch(() => "");
    const asked = readRetryAfter(header("retry-after"), Date.now());
    throw refusal(response.statusCode, said, url, method, asked);
  }

  return {
    send,
    /** Sends, and reads the whole answer as text. */
    async ask(
      sending: Sending,
    ): Promise<{ status: number; text: string; header: Answer["header"] }> {
      const { status, header, body } = await send(sending);
      const said = await text(body).catch((thrown: unknown) => {
        throw failureOf(thrown, sending.url, sending.signal);
      });
      return { status, header, text: said };
    },
    /** Sends, and throws the body of the answer away. */
    async tell(sending: Sending): Promise<Omit<Answer, "body">> {
      const { status, header, body } = await send(sending);
      await body.dump();
      return { status, header };
    },
    close: () => agent.close(),
  };
}
export type Exchange = ReturnType<typeof openExchange>;

/** The body piece by piece; one that breaks off is a failure in our words. */
export async function* pieces(
  body: Answer["body"],
  url: URL,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of body) yield piece;
  } catch (thrown) {
    throw failureOf(thrown, url, signal);
  }
}

/** All of a body. Throws HubError `limit` where it is longer than that. */
export async function readAtMost(
  body: AsyncIterable<Buffer>,
  key: string,
  mostBytes: number,
): Promise<Buffer> {
  const found: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new HubError("limit", `${key} has more than ${mostBytes} bytes.`);
    found.push(piece);
  }
  return Buffer.concat(found);
}

async function text(body: Answer["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) throw new HubError("failed", "The storage answered far too much.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Network trouble in our words. Interruptions keep theirs. */
function failureOf(thrown: unknown, url: URL, signal: AbortSignal): HubError {
  if (thrown instanceof HubError) return thrown;
  if (signal.aborted) return HubError.from(signal.reason);
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  if (/TIMEOUT/.test(code))
    return new HubError("timed-out", `${url.host} stopped answering.`, { cause: thrown });
  if (/^(E[A-Z]+|UND_ERR|CERT|DEPTH|SELF|UNABLE|ERR_TLS)/.test(code))
    return new HubError("unavailable", `${url.host} cannot be reached (${code}).`, {
      advice: "It is tried again later; check the address and the network.",
      cause: thrown,
    });
  return HubError.from(thrown);
}

function refusal(
  status: number,
  said: string,
  url: URL,
  method: string,
  askedSeconds: number | undefined,
): HubError {
  const word = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(said)?.[1];
  const what = `${url.host} answered ${method} with ${status}${word ? ` (${word})` : ""}.`;
  if (status === 401 || status === 403)
    return new HubError("sign-in", what, {
      advice: "Check the access key and the secret key, and what this account may do.",
    });
  if (status === 404)
    return new HubError("not-found", what, {
      advice: "Check the endpoint and the bucket or path.",
    });
  if (status === 412 || status === 409) return new HubError("changed", what);
  if (status === 413 || status === 507)
    return new HubError("limit", what, { advice: "Make room there; it is tried again later." });
  if (status === 408 || status === 423 || status === 429 || status >= 500)
    return new StorageBusy(what, askedSeconds);
  return new HubError("failed", what);
}
