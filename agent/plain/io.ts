import type { Readable, Writable } from "node:stream";

/** The world of a face without a screen. */
export type PlainIo = {
  input: Readable;
  /** Answers. */
  output: Writable;
  /** Everything else, where answers go into a pipe. */
  errors: Writable;
  /** True where a person sits at `input` and can be asked. */
  interactive: boolean;
  /** Calls back on every Ctrl-C. Returns the unsubscribe function. */
  onInterrupt(listener: () => void): () => void;
};

/** The process's own streams. */
export function processIo(): PlainIo {
  return {
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    onInterrupt(listener) {
      process.on("SIGINT", listener);
      return () => process.off("SIGINT", listener);
    },
  };
}
