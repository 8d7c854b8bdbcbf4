export type TuiInput = NodeJS.ReadableStream & { setRawMode?(raw: boolean): unknown };
export type TuiOutput = NodeJS.WritableStream & { columns?: number; rows?: number };

export type Terminal = {
  size(): { columns: number; rows: number };
  write: (text: string) => void;
  raw(on: boolean): void;
  /** Stops listening; what is read from now on is not ours. */
  release(): void;
};

export type TerminalEvents = {
  received(bytes: Uint8Array | string): void;
  resized(): void;
  /** The terminal takes no more bytes for now (true), or takes them again (false). */
  blocked(full: boolean): void;
  /** The line broke: nobody is there any more. */
  hungUp(): void;
};

/** The two streams of a terminal behind one face. Listens from the moment it is opened. */
export function openTerminal(input: TuiInput, output: TuiOutput, on: TerminalEvents): Terminal {
  const received = (bytes: Uint8Array | string) => on.received(bytes);
  const resized = () => on.resized();
  const drained = () => on.blocked(false);
  const hungUp = () => on.hungUp();
  input.on("data", received);
  output.on("resize", resized);
  output.on("drain", drained);
  for (const stream of [input, output]) stream.on("error", hungUp);
  input.on("end", hungUp);

  return {
    size: () => ({ columns: output.columns || 80, rows: output.rows || 24 }),
    write(text) {
      if (output.writable && !output.write(text)) on.blocked(true);
    },
    raw(enabled) {
      try {
        input.setRawMode?.(enabled);
      } catch {
        // The terminal is gone (EIO after a hang-up); there is nothing left to set.
      }
    },
    release() {
      input.off("data", received);
      output.off("resize", resized);
      output.off("drain", drained);
      input.off("end", hungUp);
      for (const stream of [input, output]) stream.off("error", hungUp);
      // The last bytes may still fail where the terminal is gone, and nobody is left to be told.
      output.once("error", () => {});
      input.pause();
    },
  };
}
