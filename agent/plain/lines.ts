import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/**
 * The lines of an input. A line answers a question only if it arrives while the question is open: what was typed or
 * piped ahead is a sentence, never a yes.
 */
export function readLines(input: Readable, onSentence: (line: string) => void) {
  const reader = createInterface({ input, terminal: false, crlfDelay: Infinity });
  let open: ((line: string | undefined) => void) | undefined;
  let ended = false;
  const closed = new Promise<void>((resolve) => reader.once("close", resolve));
  void closed.then(() => {
    ended = true;
    open?.(undefined);
  });
  reader.on("line", (line) => {
    if (open) open(line);
    else onSentence(line);
  });

  return {
    /** The next line; undefined at the end of the input or when the signal aborts. */
    answer(signal: AbortSignal): Promise<string | undefined> {
      if (ended || signal.aborted) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const withdraw = () => settle(undefined);
        const settle = (line: string | undefined) => {
          open = undefined;
          signal.removeEventListener("abort", withdraw);
          resolve(line);
        };
        signal.addEventListener("abort", withdraw, { once: true });
        open = settle;
      });
    },
    /** Resolves at the end of the input. */
    closed,
    close: () => reader.close(),
  };
}

export type Lines = ReturnType<typeof readLines>;
