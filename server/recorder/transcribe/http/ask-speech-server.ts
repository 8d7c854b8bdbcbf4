import { setTimeout as wait } from "node:timers/promises";
import { HubError } from "../../../../tools/kit/errors.ts";
import { quoted } from "../../../../tools/kit/untrusted.ts";

/** One try: its status and text, and how many seconds the server asks to wait. */
export type Reply = { status: number; text: string; retryAfter: number | undefined };

export type Trying = {
  signal: AbortSignal;
  /** Seconds before the second try, doubled for each further one; tests make it short. */
  firstWaitSeconds?: number | undefined;
  /** From 0 to 1, so that many clients do not come back at once. */
  random?: (() => number) | undefined;
};

const MOST_TRIES = 5;
const LONGEST_WAIT_SECONDS = 60;

/**
 * Asks until the server answers: again after 429, 5xx and a connection that broke, never after any other answer.
 * Gives the text of a 200. Throws HubError `sign-in`, `failed`, `unavailable` or `timed-out`.
 */
export async function askSpeechServer(
  send: () => Promise<Reply>,
  { signal, firstWaitSeconds = 1, random = Math.random }: Trying,
): Promise<string> {
  for (let tries = 1; ; tries++) {
    const outcome = await attempt(send, signal);
    if (typeof outcome === "string") return outcome;
    if (tries === MOST_TRIES) throw outcome.error;
    const pause = outcome.retryAfter ?? firstWaitSeconds * 2 ** (tries - 1);
    const seconds = Math.min(LONGEST_WAIT_SECONDS, pause * (1 + random() * 0.25));
    await wait(seconds * 1000, undefined, { signal });
  }
}

type Again = { error: HubError; retryAfter?: number | undefined };

/** The answer, or why it is worth another try. Throws what is not. */
async function attempt(send: () => Promise<Reply>, signal: AbortSignal): Promise<string | Again> {
  let reply: Reply;
  try {
    reply = await send();
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof HubError) throw cause;
    const late = cause instanceof Error && /timeout/i.test(cause.name);
    const error = late
      ? new HubError("timed-out", "The speech server took too long.", { cause })
      : new HubError("unavailable", "The speech server cannot be reached.", { cause });
    return { error };
  }
  const { status, text, retryAfter } = reply;
  if (status === 200) return text;
  const said = text.trim() === "" ? "" : `: ${quoted(text, 200)}`;
  if (status === 401 || status === 403)
    throw new HubError("sign-in", `The speech server refuses the key (${status})${said}.`);
  const error = new HubError(
    status === 429 || status >= 500 ? "unavailable" : "failed",
    `The speech server refused (${status})${said}.`,
  );
  if (error.problem === "failed") throw error;
  return { error, retryAfter };
}
