import { Writable } from "node:stream";

export type Stdout = {
  /** The real standard output, for the protocol alone. Its `error` event is a broken pipe. */
  out: Writable;
  restore(): void;
};

const CONSOLE = ["log", "info", "debug", "dir", "table", "trace"] as const;

/**
 * Takes standard output for the protocol: whatever else writes to it from now on (console, a dependency, a stray
 * `process.stdout.write`) goes to standard error. Call it before loading anything that might print.
 */
export function takeStdout(): Stdout {
  const { stdout, stderr } = process;
  const real = stdout.write.bind(stdout);
  const kept = CONSOLE.map((name) => [name, console[name]] as const);
  const out = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, encoding, done) => {
      if (typeof chunk === "string") real(chunk, encoding, done);
      else real(chunk, done);
    },
  });
  const broken = (error: Error) => out.destroy(error);
  stdout.on("error", broken);
  stdout.write = stderr.write.bind(stderr);
  for (const name of CONSOLE) console[name] = console.error;
  return {
    out,
    restore() {
      stdout.off("error", broken);
      stdout.write = real;
      for (const [name, method] of kept) console[name] = method;
    },
  };
}
