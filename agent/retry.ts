import { type Delta, type Llm, LlmError, type Reply, type Request } from "../tools/llm/llm.ts";
import type { Clock } from "./clock.ts";

/** Attempts for one reply, the first included: about a minute of trying, or five where the server asks for waits. */
const MOST_ATTEMPTS = 6;
/** However long a server says to wait, a person is not kept longer than this before the next attempt. */
const LONGEST_WAIT_SECONDS = 60;

export type Retrying = { reason: string; attempt: number; inSeconds: number };

/**
 * One reply, with as many attempts as make sense. Between two of them `onRetrying` hears the countdown once a second.
 * Rejects with the last LlmError, or with the signal's reason.
 */
export async function replyWithRetries(
  llm: Llm,
  request: Request,
  on: { delta: (delta: Delta) => void; retrying: (retrying: Retrying) => void },
  world: { clock: Clock; signal: AbortSignal },
): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await llm.reply(request, on.delta, world.signal);
    } catch (thrown) {
      world.signal.throwIfAborted();
      if (!(thrown instanceof LlmError) || !thrown.retry) throw thrown;
      if (attempt >= (thrown.retry.attempts ?? MOST_ATTEMPTS)) throw thrown;
      const seconds = waitSeconds(thrown.retry.afterSeconds, attempt, world.clock);
      await countDown(seconds, world, (inSeconds) =>
        on.retrying({ reason: thrown.message, attempt: attempt + 1, inSeconds }),
      );
    }
  }
}

/** What the server asked for, or 1, 2, 4 … seconds; a little more by chance, so that many clients do not come at once. */
function waitSeconds(asked: number | undefined, attempt: number, clock: Clock): number {
  const base = asked ?? 2 ** (attempt - 1);
  return Math.min(base * (1 + clock.random() * 0.25), LONGEST_WAIT_SECONDS);
}

async function countDown(
  seconds: number,
  world: { clock: Clock; signal: AbortSignal },
  tell: (inSeconds: number) => void,
): Promise<void> {
  for (let left = seconds; ; left--) {
    tell(Math.ceil(left));
    await world.clock.wait(Math.min(left, 1) * 1000, world.signal);
    if (left <= 1) return;
  }
}
